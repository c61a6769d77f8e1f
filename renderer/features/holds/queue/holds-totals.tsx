/** Amounts at risk, above the queue. */
import {
  IconAlertTriangleFilled,
  IconClockExclamation,
  IconClockOff,
  IconHelpTriangleFilled,
} from '@tabler/icons-react';
import { Group, UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFormats } from '#renderer/words/formats.ts';
import { useText } from '#renderer/words/i18n.ts';
import type { HoldPart, HoldTotals } from '#shared/ledger/holds.ts';
import { Amount } from '#renderer/ui/texts/values.tsx';
import { useSession } from '#renderer/session/session.tsx';
import parts from '#renderer/ui/parts.module.css';
import classes from './queue.module.css';

interface Tile {
  readonly key: 'open' | HoldPart;
  readonly tone?: 'unknown' | 'declined';
  readonly icon?: ReactNode;
  /** Is left out while it counts nothing. */
  readonly seldom?: true;
}

const tiles: readonly Tile[] = [
  { key: 'open' },
  { key: 'within48h', tone: 'unknown', icon: <IconClockExclamation size={16} aria-hidden /> },
  { key: 'within24h', tone: 'declined', icon: <IconAlertTriangleFilled size={16} aria-hidden /> },
  { key: 'expired', icon: <IconClockOff size={16} aria-hidden />, seldom: true },
  { key: 'unconfirmed', tone: 'unknown', icon: <IconHelpTriangleFilled size={16} aria-hidden />, seldom: true },
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
  const { count: written } = useFormats();
  const { merchant } = useSession();
  const signs = totals.currencySigns;
  // Amounts in several currencies have no sum, so the holds are only counted.
  const sign = signs.length > 1 ? null : (signs[0] ?? merchant.merchant.currencySign);
  return (
    <dl className={classes.totals} aria-label={t('holds:totals.label')}>
      {tiles.map(({ key, tone, icon, seldom }) => {
        const { count, amount } = totals[key];
        const shown = (key === 'open' ? null : key) === part;
        if (seldom === true && count === 0 && !shown) return null;
        return (
          <div key={key} className={classes.total} data-shown={shown}>
            <dt className={parts.note}>
              <UnstyledButton
                className={parts.badge}
                fz="inherit"
                mih={24}
                data-tone={count === 0 ? undefined : tone}
                aria-pressed={shown}
                onClick={() => onPart(key === 'open' || shown ? null : key)}
              >
                {icon}
                {t(`holds:totals.${key}`)}
              </UnstyledButton>
            </dt>
            <Group component="dd" justify="space-between" align="baseline" gap="0 8px">
              <span
                className={count === 0 ? classes.faint : parts.strong}
                title={sign === null ? t('holds:totals.severalSigns', { signs: signs.join(', ') }) : undefined}
              >
                {sign === null ? t('holds:totals.count', { count }) : <Amount value={amount} currencySign={sign} />}
              </span>
              {sign !== null && (
                <span className={parts.note} title={t('holds:totals.count', { count })}>
                  {written(count)}
                </span>
              )}
            </Group>
          </div>
        );
      })}
    </dl>
  );
}
