/** The payments with the same card and amount that came before one that the service took for a repeat. */
import { Button, Group, Stack } from '@mantine/core';
import { oneDay } from '#shared/durations.ts';
import type { Attempt } from '#shared/payments/attempt.ts';
import { operationFacts } from '#shared/payments/operations.ts';
import { refusalOf } from '#shared/payments/refusals/refusal.ts';
import { historyPageSize } from '#shared/ledger/history.ts';
import { shownData, useCall } from '#renderer/session/api.ts';
import { useNavigation } from '#renderer/session/navigation.tsx';
import { FailureNotice } from '#renderer/ui/failure-notice.tsx';
import { useFormats } from '#renderer/words/formats.ts';
import { useText } from '#renderer/words/i18n.ts';
import { OutcomeBadge } from './outcome-badge.tsx';
import parts from '#renderer/ui/parts.module.css';

/** True when an earlier payment may have gone through in place of this one. */
export const mayHaveGoneThroughBefore = (attempt: Attempt): boolean =>
  attempt.resolution === null &&
  attempt.card !== null &&
  operationFacts(attempt.operation).guarded &&
  refusalOf(attempt)?.advice === 'look up';

/** Earlier payments shown. A repeat is one of the last few. */
const most = 5;

export function EarlierPayments({ attempt }: { readonly attempt: Attempt }) {
  const { t } = useText();
  const { go } = useNavigation();
  const formats = useFormats();
  const found = useCall('history', 'search', {
    text: attempt.card?.lastFour ?? '',
    from: new Date(Date.parse(attempt.startedAt) - oneDay).toISOString(),
    until: attempt.startedAt,
    environment: attempt.environment,
    merchantId: attempt.merchantId,
    operation: null,
    state: null,
    operatorName: null,
    after: null,
    limit: historyPageSize,
  });
  const trouble = found.error !== null && <FailureNotice failure={found.error.failure} act="reading" />;
  const shown = shownData(found);
  if (shown === undefined) return trouble;
  const earlier = shown.attempts.filter((other) => isSimilar(attempt, other)).slice(0, most);
  return (
    <Stack component="section" gap={8} aria-labelledby={`earlier-${attempt.id}`}>
      <h3 className={parts.strong} id={`earlier-${attempt.id}`}>
        {t('charge:duplicate.earlier')}
      </h3>
      {trouble}
      {earlier.length === 0 && <p>{t('outcomes:earlier.none')}</p>}
      <Stack component="ul" gap={8}>
        {earlier.map((other) => (
          <Group component="li" key={other.id} gap="4px 12px">
            <OutcomeBadge attempt={other} />
            <Button variant="default" size="compact-md" onClick={() => go('history', other.id)}>
              {t('outcomes:earlier.show', { when: formats.moment(other.startedAt) })}
            </Button>
          </Group>
        ))}
      </Stack>
    </Stack>
  );
}

const isSimilar = (attempt: Attempt, other: Attempt): boolean =>
  other.id !== attempt.id &&
  other.amount === attempt.amount &&
  other.card?.brand === attempt.card?.brand &&
  other.card?.lastFour === attempt.card?.lastFour &&
  operationFacts(other.operation).guarded;
