/** One line about a recent event, with actions. Screen readers announce it. */
import type { ReactNode } from 'react';
import classes from './notice.module.css';

/**
 * @param tone `unknown` asks the operator to look, `approved` only informs
 * @param actions buttons at the end of the line
 */
export function Notice({
  tone,
  icon,
  children,
  actions,
}: {
  readonly tone: 'approved' | 'unknown';
  readonly icon: ReactNode;
  readonly children: ReactNode;
  readonly actions: ReactNode;
}) {
  return (
    <div className={classes.root} data-tone={tone} role="status">
      {icon}
      <p>{children}</p>
      {actions}
    </div>
  );
}
