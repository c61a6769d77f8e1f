/** Layout of a screen: a fixed head, work that may scroll, and a summary column that stays in view. */
import type { ReactNode } from 'react';
import classes from './screen.module.css';

export function Screen({
  title,
  tools,
  summary,
  children,
}: {
  readonly title: string;
  /** Beside the title: a search box, a toggle, buttons. */
  readonly tools?: ReactNode;
  /** Column on the right. Without it the work takes the whole width. */
  readonly summary?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <div className={classes.screen} data-with-summary={summary !== undefined}>
      <main className={classes.work}>
        <header className={classes.head}>
          <h1 className={classes.title}>{title}</h1>
          {tools}
        </header>
        <div className={classes.body}>{children}</div>
      </main>
      {summary !== undefined && <aside className={classes.summary}>{summary}</aside>}
    </div>
  );
}
