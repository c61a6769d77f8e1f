/** The rows of a batch as a list for the keyboard: customer, card, amount, result, and why. */
import { IconCircleMinus, IconClock, IconLoader } from '@tabler/icons-react';
import { useMemo, type RefObject } from 'react';
import { captureReference, rowAmount, resultOf, signOf } from '#shared/ledger/batch-results.ts';
import type { BatchProgress, BatchRow } from '#shared/ledger/holds.ts';
import type { Column } from '#renderer/ui/list/column.ts';
import { RecordList } from '#renderer/ui/list/record-list.tsx';
import { OutcomeBadge, OutcomeIcon } from '#renderer/ui/outcome/outcome-badge.tsx';
import { Amount } from '#renderer/ui/texts/values.tsx';
import { CardEnd } from '#renderer/ui/texts/card-mark.tsx';
import { useFormats } from '#renderer/words/formats.ts';
import { useText } from '#renderer/words/i18n.ts';
import { rowName, rowWords } from '#shared/words/row-words.ts';
import parts from '#renderer/ui/parts.module.css';

/** A row with its place, because a hold can be listed twice. */
interface PlacedRow {
  readonly row: BatchRow;
  readonly index: number;
}

const idOf = ({ row, index }: PlacedRow): string => `${index}-${row.holdId}`;

export function BatchTable({
  progress,
  activeIndex,
  shownIndex,
  onActive,
  onOpen,
  listRef,
}: {
  readonly progress: BatchProgress;
  readonly activeIndex: number;
  /** Row that is kept in view: one under way, and at the end the one to look at; -1 for none. */
  readonly shownIndex: number;
  readonly onActive: (index: number) => void;
  readonly onOpen: () => void;
  readonly listRef: RefObject<HTMLDivElement | null>;
}) {
  const { t } = useText();
  const columns = useRowColumns();
  const rows = useMemo(() => progress.rows.map((row, index) => ({ row, index })), [progress.rows]);
  const active = rows[activeIndex];
  return (
    <RecordList
      label={t('holds:batch.rows')}
      rows={rows}
      idOf={idOf}
      columns={columns}
      activeId={active === undefined ? null : idOf(active)}
      onActive={({ index }) => onActive(index)}
      onOpen={onOpen}
      more={false}
      onEnd={() => undefined}
      shownIndex={shownIndex}
      listRef={listRef}
    />
  );
}

function useRowColumns(): readonly Column<PlacedRow>[] {
  const { t } = useText();
  const formats = useFormats();
  return useMemo(
    () => [
      {
        key: 'result',
        header: t('label.result'),
        width: '136px',
        under: true,
        cell: ({ row }) => <RowMark row={row} />,
      },
      {
        key: 'customer',
        header: t('label.customer'),
        width: 'minmax(0, 1fr)',
        wraps: true,
        cell: ({ row }) => <span title={rowName(t, row)}>{rowName(t, row)}</span>,
      },
      {
        key: 'card',
        header: t('label.card'),
        width: '72px',
        // The details of a row name it too, so that reasons keep room.
        from: 720,
        cell: ({ row }) => <CardEnd card={row.authorization?.card ?? null} />,
      },
      {
        key: 'why',
        header: t('holds:batch.columns.why'),
        width: 'minmax(0, 1fr)',
        wraps: true,
        under: true,
        cell: ({ row }) => {
          const brief = rowWords(t, formats, row).why || (captureReference(row) ?? '');
          return (
            <span className={parts.soft} title={brief}>
              {brief}
            </span>
          );
        },
      },
      {
        key: 'amount',
        header: t('label.amount'),
        width: 'minmax(116px, max-content)',
        end: true,
        cell: ({ row }) => <Amount value={rowAmount(row)} currencySign={signOf(row)} />,
      },
    ],
    [t, formats],
  );
}

function RowMark({ row }: { readonly row: BatchRow }) {
  const { t } = useText();
  const formats = useFormats();
  if (row.attempt !== null && row.status === 'done') return <OutcomeBadge attempt={row.attempt} />;
  const result = resultOf(row);
  const { label } = rowWords(t, formats, row);
  if (result === 'unknown')
    return (
      <span className={parts.line}>
        <OutcomeIcon state="unknown" size={16} />
        {label}
      </span>
    );
  const Icon = result === 'sending' ? IconLoader : result === 'waiting' ? IconClock : IconCircleMinus;
  return (
    <span className={parts.line}>
      <Icon size={16} aria-hidden />
      {label}
    </span>
  );
}
