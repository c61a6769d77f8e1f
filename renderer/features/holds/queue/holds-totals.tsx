/** Amounts at risk, above the queue. */
import {
  IconAlertTriangleFilled,
  IconClockExclamation,
  IconClockOff,
  IconHelpTriangleFilled,
} from '@tabler/icons-react';
import { UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFormats } from '#renderer/words/formats.ts';
import { useText } from '#renderer/words/i18n.ts';
import type { HoldPart, HoldTotals } from '#shared/ledger/holds.ts';
import { Amount } from '#renderer/ui/texts/amount.tsx';
import { useSession } from '#renderer/session/session.tsx';
import classes from './queue.module.css';

const parts: readonly { readonly key: 'open' | HoldPart; readonly urgency: string; readonly icon?: ReactNode }[] = [
  { key: 'open', urgency: 'calm' },
  { key: 'within48h', urgency: 'first', icon: <IconClockExclamation size={16} aria-hidden /> },
  { key: 'within24h', urgency: 'second', icon: <IconAlertTriangleFilled size={16} aria-hidden /> },
  { key: 'expired', urgency: 'past', icon: <IconClockOff size={16} aria-hidden /> },
  { key: 'captureUnknown', urgency: 'unknown', icon: <IconHelpTriangleFilled size={16} aria-hidden /> },
];

export function HoldsTotals({
  totals,
  part,
  onPart,
}: {
  readonly totals: HoldTotals;
  /** The part that the list shows; null for the whole queue. */
  readonly part: HoldPart | null;
  readonly onPart: (part: HoldPart | null) => void;
}) {
  const { t } = useText();
  const { count } = useFormats();
  const { merchant } = useSession();
  const signs = totals.currencySigns;
  // Amounts in several currencies have no sum, so the holds are only counted.
  const sign = signs.length > 1 ? null : (signs[0] ?? merchant.merchant.currencySign);
  return (
    <dl className={classes.totals} aria-label={t('holds:totals.label')}>
      {parts.map(({ key, urgency, icon }) => (
        <div
          key={key}
          className={classes.total}
          data-urgency={urgency}
          data-none={totals[key].count === 0}
          data-shown={(key === 'open' ? null : key) === part}
        >
          <dt>
            <UnstyledButton
              className={classes.totalName}
              aria-pressed={(key === 'open' ? null : key) === part}
              onClick={() => onPart(key === 'open' || key === part ? null : key)}
            >
              {icon}
              {t(`holds:totals.${key}`)}
            </UnstyledButton>
          </dt>
          <dd>
            {sign === null ? (
              <span className={classes.totalAmount} title={t('holds:totals.severalSigns', { signs: signs.join(', ') })}>
                {t('holds:totals.count', { count: totals[key].count })}
              </span>
            ) : (
              <>
                <span className={classes.totalAmount}>
                  <Amount value={totals[key].amount} currencySign={sign} />
                </span>
                <span className={classes.totalCount} title={t('holds:totals.count', { count: totals[key].count })}>
                  {count(totals[key].count)}
                </span>
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
