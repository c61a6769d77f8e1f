/** Explains why a list is empty and what would fill it. */
import type { ReactNode } from 'react';
import classes from './empty-state.module.css';

export function EmptyState({
  icon,
  title,
  children,
  action,
}: {
  /** A Tabler icon, 24 px. */
  readonly icon?: ReactNode;
  readonly title: string;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}) {
  return (
    <div className={classes.root}>
      {icon !== undefined && (
        <span className={classes.icon} aria-hidden="true">
          {icon}
        </span>
      )}
      <p className={classes.title}>{title}</p>
      {children !== undefined && <div className={classes.body}>{children}</div>}
      {action}
    </div>
  );
}
