/** Loud notes beside an outcome: facts in which the answer differs from the request, and an answer against a resolution. */
import { IconAlertTriangleFilled, IconScale } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Attempt, Contradiction } from '#shared/payments/attempt.ts';
import type { Outcome } from '#shared/payments/outcome.ts';
import { operationFacts } from '#shared/payments/operations.ts';
import { askedText, textDifferences, type TextDifference } from '#shared/words/differences.ts';
import { useFormats } from '#renderer/words/formats.ts';
import { useText } from '#renderer/words/i18n.ts';
import parts from '#renderer/ui/parts.module.css';
import { Callout } from '#renderer/ui/parts.tsx';
import { Button, Group, Stack } from '@mantine/core';
import { oneDay } from '#shared/durations.ts';
import { refusalOf } from '#shared/payments/refusals/refusal.ts';
import { historyPageSize } from '#shared/ledger/history.ts';
import { shownData, useCall } from '#renderer/session/api.ts';
import { useNavigation } from '#renderer/session/navigation.tsx';
import { FailureNotice } from '#renderer/ui/failure-notice.tsx';
import { OutcomeBadge } from './outcome-badge.tsx';

export function AnswerNotes({ attempt }: { readonly attempt: Attempt }) {
  const { contradiction } = attempt;
  return (
    <>
      {contradiction !== null && <ContradictionNote attempt={attempt} contradiction={contradiction} />}
      {textDifferences(attempt).map((difference) => (
        <DifferenceNote key={difference.field} attempt={attempt} difference={difference} />
      ))}
      {mayHaveGoneThroughBefore(attempt) && <EarlierPayments attempt={attempt} />}
    </>
  );
}

function DifferenceNote({
  attempt,
  difference: { field, answered },
}: {
  readonly attempt: Attempt;
  readonly difference: TextDifference;
}) {
  const { t } = useText();
  return (
    <Note
      icon={<IconScale size={24} aria-hidden="true" />}
      title={t(`outcomes:difference.${field}`)}
      facts={[
        [t('outcomes:difference.asked'), askedText(t, attempt, field)],
        [t('outcomes:difference.answered'), answered],
      ]}
    >
      {t('outcomes:difference.checkCustomer')}
    </Note>
  );
}

function ContradictionNote({
  attempt,
  contradiction: { answered, resolution },
}: {
  readonly attempt: Attempt;
  readonly contradiction: Contradiction;
}) {
  const { t } = useText();
  const formats = useFormats();
  const { result } = operationFacts(attempt.operation);
  const said = (outcome: Outcome): string =>
    outcome === 'approved'
      ? t(`outcomes:contradiction.said.approved.${result}`)
      : t(`outcomes:contradiction.said.${outcome}`);
  const when = formats.moment(resolution.at);
  const author =
    resolution.how === 'person'
      ? t('outcomes:contradiction.person', { operator: resolution.operatorName, when })
      : t(`outcomes:contradiction.${resolution.how}`, { when });
  const grounds = [
    resolution.reference === '' ? null : t('outcomes:resolved.reference', { reference: resolution.reference }),
    resolution.note === '' ? null : t('outcomes:resolved.note', { note: resolution.note }),
  ].filter((ground) => ground !== null);
  return (
    <Note
      grave
      icon={<IconAlertTriangleFilled size={24} aria-hidden="true" />}
      title={t('outcomes:contradiction.title')}
      facts={[
        [author, said(resolution.outcome), grounds],
        [t('outcomes:contradiction.answered'), said(answered)],
      ]}
    >
      {t(attempt.resolution === null ? 'outcomes:contradiction.open' : 'outcomes:contradiction.settled')}
    </Note>
  );
}

function Note({
  icon,
  title,
  facts,
  grave = false,
  children,
}: {
  readonly icon: ReactNode;
  readonly title: string;
  readonly facts: readonly (readonly [name: string, value: string, grounds?: readonly string[]])[];
  readonly grave?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <Callout tone={grave ? 'declined' : 'unknown'} role="note" icon={icon}>
      <p className={parts.strong}>{title}</p>
      <dl className={parts.figures}>
        {facts.map(([name, value, grounds = []]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
            {grounds.map((ground) => (
              <dd key={ground} className={parts.note}>
                {ground}
              </dd>
            ))}
          </div>
        ))}
      </dl>
      <p>{children}</p>
    </Callout>
  );
}

/** True when an earlier payment may have gone through in place of this one. */
export const mayHaveGoneThroughBefore = (attempt: Attempt): boolean =>
  attempt.resolution === null &&
  attempt.card !== null &&
  operationFacts(attempt.operation).guarded &&
  refusalOf(attempt)?.advice === 'look up';

/** Earlier payments shown. A repeat is one of the last few. */
const most = 5;

function EarlierPayments({ attempt }: { readonly attempt: Attempt }) {
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
            <Button size="compact-md" onClick={() => go('history', other.id)}>
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
