/** Loud notes beside an outcome: facts in which the answer differs from the request, and an answer against a resolution. */
import { IconAlertTriangleFilled, IconScale } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Attempt, Contradiction } from '#shared/payments/attempt.ts';
import type { Outcome } from '#shared/payments/outcome.ts';
import { operationFacts } from '#shared/payments/operations.ts';
import { askedText, type TextDifference } from '#shared/words/differences.ts';
import { useFormats } from '#renderer/words/formats.ts';
import { useText } from '#renderer/words/i18n.ts';
import parts from '#renderer/ui/parts.module.css';
import { Callout } from '#renderer/ui/parts.tsx';

export function DifferenceNote({
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

export function ContradictionNote({
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
