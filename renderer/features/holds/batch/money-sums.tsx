/** Sums of a batch by the fate of the money, each currency for itself. */
import { Stack } from '@mantine/core';
import { IconArrowsExchange, IconCircleMinus, IconCircleXFilled, IconProgress } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { rowMoneys, type RowMoney } from '#shared/ledger/batch-results.ts';
import { OutcomeIcon } from '#renderer/ui/outcome/outcome-badge.tsx';
import { Amount } from '#renderer/ui/texts/values.tsx';
import { useFormats } from '#renderer/words/formats.ts';
import { useText } from '#renderer/words/i18n.ts';
import type { Tally } from './batch-rows.ts';
import classes from './batch.module.css';
import parts from '#renderer/ui/parts.module.css';

const icons: Readonly<Record<RowMoney, ReactNode>> = {
  charged: <OutcomeIcon state="approved" size={16} />,
  unclear: <OutcomeIcon state="unknown" size={16} />,
  notCharged: <IconCircleXFilled size={16} aria-hidden />,
  elsewhere: <IconArrowsExchange size={16} aria-hidden />,
  unknown: <OutcomeIcon state="unknown" size={16} />,
  open: <IconProgress size={16} aria-hidden />,
};
/** Fates that are told even when no row has them, because their absence matters. */
const always: ReadonlySet<RowMoney> = new Set<RowMoney>(['charged', 'notCharged', 'unknown']);

export function MoneySums({ tally }: { readonly tally: Tally }) {
  const { t } = useText();
  const { count } = useFormats();
  return (
    <dl className={classes.sums}>
      {rowMoneys
        .filter((money) => always.has(money) || tally.money[money].count > 0)
        .map((money) => (
          <div key={money} data-money={money} data-none={tally.money[money].count === 0}>
            <dt className={parts.line}>
              {tally.money[money].count === 0 ? <IconCircleMinus size={16} aria-hidden /> : icons[money]}
              {t(`holds:batch.money.${money}`)}
            </dt>
            <dd>{count(tally.money[money].count)}</dd>
            <Stack component="dd" gap={0}>
              {[...tally.money[money].amounts].map(([sign, amount]) => (
                <Amount key={sign} value={amount} currencySign={sign} />
              ))}
            </Stack>
          </div>
        ))}
    </dl>
  );
}
