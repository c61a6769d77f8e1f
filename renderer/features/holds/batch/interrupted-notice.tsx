/** Reports an earlier batch whose results nobody has closed, with its sums and the customers to look at. */
import { Button } from '@mantine/core';
import { rowMoneys, wasInterrupted } from '#shared/ledger/batch-results.ts';
import type { BatchProgress } from '#shared/ledger/holds.ts';
import { Callout } from '#renderer/ui/parts.tsx';
import { useFormats } from '#renderer/words/formats.ts';
import { useText } from '#renderer/words/i18n.ts';
import { tallyOf } from './batch-rows.ts';
import type { BatchDesk } from './use-batch.ts';
import { namesToLookAt } from '#shared/words/row-words.ts';

/** Names of each kind shown before the rest is counted. */
const shownNames = 4;

/** Shows the oldest of the batches that nobody has looked at. */
export function InterruptedNotice({ batch: { others, show } }: { readonly batch: Pick<BatchDesk, 'others' | 'show'> }) {
  const [first] = others;
  return first === undefined ? null : <Notice progress={first} onShow={() => show(first)} />;
}

function Notice({
  progress,
  onShow,
}: {
  readonly progress: BatchProgress;
  /** Shows the results, where the notice is dismissed. */
  readonly onShow: () => void;
}) {
  const { t } = useText();
  const { moment, money } = useFormats();
  const tally = tallyOf(progress);
  const counts = rowMoneys
    .filter((each) => tally.money[each].count > 0)
    .map((each) => {
      const { count, amounts } = tally.money[each];
      const sums = [...amounts].map(([sign, amount]) => money(amount, sign)).join(' + ');
      return `${t(`holds:batch.money.${each}`)} ${count} (${sums})`;
    })
    .join(', ');
  const names = namesToLookAt(t, progress.rows, shownNames);
  return (
    <Callout
      tone="unknown"
      role="status"
      actions={
        <Button size="compact-md" flex="none" onClick={onShow}>
          {t('holds:batch.show')}
        </Button>
      }
    >
      <strong>{t(wasInterrupted(progress) ? 'holds:batch.interrupted' : 'holds:batch.unclosed')}.</strong>{' '}
      {t('holds:batch.noticeText', { count: tally.total, when: moment(progress.startedAt), counts })} {names.join(' ')}
    </Callout>
  );
}
