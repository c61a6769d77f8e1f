/** Count and sums of what a search finds, asked after a pause and apart from the list, which never waits for them. */
import { Group } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { summedLimit, type HistoryFilter } from '#shared/ledger/history.ts';
import { moneySums } from '#shared/payments/operations.ts';
import { givenBack } from '#shared/reports/figures.ts';
import { useCall } from '#renderer/session/api.ts';
import { Amount } from '#renderer/ui/texts/values.tsx';
import { useFormats } from '#renderer/words/formats.ts';
import { useText } from '#renderer/words/i18n.ts';
import parts from '#renderer/ui/parts.module.css';

/** ms without a change of the filter. */
const pause = 300;

export function FoundSums({ filter }: { readonly filter: HistoryFilter }) {
  const { t } = useText();
  const { count: written, clock } = useFormats();
  const [settled] = useDebouncedValue(filter, pause);
  const { data: sums, error, isStale, isFetching, dataUpdatedAt } = useCall('history', 'sums', settled);
  if (sums === undefined && error !== null) return <p className={parts.soft}>{t('history:sums.failed')}</p>;
  if (sums === undefined || settled !== filter) return <p className={parts.soft}>{t('history:sums.counting')}</p>;
  const several = new Set(sums.sums.map(({ environment }) => environment)).size > 1;
  const count = written(sums.count);
  return (
    <Group className={parts.soft} gap="4px 16px">
      <Group
        component="p"
        gap="4px 16px"
        role="status"
        title={sums.more ? t('history:sums.limit', { max: written(summedLimit) }) : undefined}
      >
        <strong>
          {t(sums.more ? 'history:sums.more' : 'history:sums.found', { count: sums.count, shown: count })}
        </strong>
        {sums.sums.map(({ environment, currencySign, unclear, ...money }) => (
          <Group component="span" key={`${environment} ${currencySign}`} gap="4px 12px">
            {several && <span>{t(`environment.${environment}`)}</span>}
            {money.charged.count > 0 && (
              <span>
                {t(sums.more ? 'history:sums.chargedMore' : 'reports:sum.charged')}{' '}
                <Amount value={money.charged.amount} currencySign={currencySign} />
              </span>
            )}
            {givenBack(moneySums.map((key) => ({ key, ...money[key] }))).map(({ key, amount }) => (
              <span key={key}>
                {t(`reports:sum.${key}`)} <Amount value={amount} currencySign={currencySign} />
              </span>
            ))}
            {money.held.count > 0 && (
              <span>
                {t(sums.more ? 'history:sums.heldMore' : 'reports:sum.held')}{' '}
                <Amount value={money.held.amount} currencySign={currencySign} />
              </span>
            )}
            {unclear.count > 0 && (
              <span>
                {t('history:sums.unclear', { count: unclear.count })}{' '}
                <Amount value={unclear.amount} currencySign={currencySign} />
              </span>
            )}
          </Group>
        ))}
      </Group>
      {isStale && !isFetching && (
        <span>{t('history:sums.at', { time: clock(new Date(dataUpdatedAt).toISOString()) })}</span>
      )}
    </Group>
  );
}
