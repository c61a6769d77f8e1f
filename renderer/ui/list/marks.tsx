/** Marks of a list as a whole: the mark of all rows, and how many there are. */
import { VisuallyHidden } from '@mantine/core';
import { IconSquare, IconSquareCheckFilled, IconSquareMinusFilled } from '@tabler/icons-react';
import { useState } from 'react';
import { useText } from '#renderer/words/i18n.ts';
import type { Marking } from './column.ts';
import classes from './record-list.module.css';

/** Says how many rows are marked, when their number changes. */
export function MarkedCount({ count }: { readonly count: number }) {
  const { t } = useText();
  const [atFirst] = useState(count);
  const [hasChanged, setHasChanged] = useState(false);
  if (!hasChanged && count !== atFirst) setHasChanged(true);
  return <VisuallyHidden role="status">{hasChanged ? t('rows.marked', { count }) : ''}</VisuallyHidden>;
}

export function MarkAll<Row>({
  marking,
  rows,
  idOf,
}: {
  readonly marking: Marking<Row>;
  readonly rows: readonly Row[];
  readonly idOf: (row: Row) => string;
}) {
  const markable = rows.filter(marking.markable);
  const count = markable.filter((row) => marking.marked.has(idOf(row))).length;
  const Icon = count === 0 ? IconSquare : count === markable.length ? IconSquareCheckFilled : IconSquareMinusFilled;
  return (
    <span role="columnheader" className={classes.mark} data-markable={markable.length > 0} data-mark-all>
      <Icon size={18} aria-hidden />
      <VisuallyHidden>{marking.header}</VisuallyHidden>
    </span>
  );
}
