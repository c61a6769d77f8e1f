/** The timeline of a payment: each of its attempts with outcome, operator and reference. The shown one is marked. */
import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { amountDoubtWords } from '#shared/words/amount-words.ts';
import { stateKeys, type ShownAttempt, latestState } from '#shared/ledger/listed-attempt.ts';
import { amountDoubtOf, type Attempt, type Resolution } from '#shared/payments/attempt.ts';
import { operationFacts } from '#shared/payments/operations.ts';
import { OutcomeIcon } from '#renderer/ui/outcome/outcome-badge.tsx';
import { Amount, Moment } from '#renderer/ui/texts/values.tsx';
import { CodeText } from '#renderer/ui/texts/code-text.tsx';
import { useFormats } from '#renderer/words/formats.ts';
import { useText } from '#renderer/words/i18n.ts';
import { outcomeWords } from '#shared/words/outcome-words.ts';
import { toneOf, type Tone } from '#renderer/words/payment-tones.ts';
import parts from '#renderer/ui/parts.module.css';
import classes from './history.module.css';
import type { SentReceipt } from '#shared/ledger/sent-receipts.ts';

/** Returns the state that the service answered, before anybody looked the attempt up. */
const answeredState = ({ operation, state }: Attempt) =>
  state === 'approved' ? operationFacts(operation).result : state;

export function PaymentTimeline({
  details,
  past,
  onShow,
}: {
  readonly details: ShownAttempt;
  /** The time of the hold has run out. */
  readonly past: boolean;
  readonly onShow: (id: string) => void;
}) {
  const { t } = useText();
  const steps = stepsOf(details, past);
  if (steps.length < 2) return null;
  return (
    <section className={classes.timeline} aria-labelledby="timeline">
      <h3 className={parts.strong} id="timeline">
        {t('history:timeline.title')}
      </h3>
      <ol>
        {steps.map((step) => (
          <TimelineStep
            key={`${step.kind} ${'attempt' in step ? step.attempt.id : step.at}`}
            step={step}
            shownId={details.id}
            onShow={onShow}
          />
        ))}
      </ol>
    </section>
  );
}

function TimelineStep({
  step,
  shownId,
  onShow,
}: {
  readonly step: PaymentStep;
  readonly shownId: string;
  readonly onShow: (id: string) => void;
}) {
  const { t } = useText();
  switch (step.kind) {
    case 'attempt':
      return <AttemptStep attempt={step.attempt} current={step.attempt.id === shownId} onShow={onShow} />;
    case 'resolution':
      return <ResolutionStep step={step} />;
    case 'restoration':
      return (
        <StepRow at={step.at} tone="over" title={t('history:timeline.restored')}>
          <p className={parts.note}>{t('history:timeline.restoredBody')}</p>
        </StepRow>
      );
    case 'sent':
      return (
        <StepRow at={step.at} tone="over" title={t(`history:timeline.sent.${step.sent.by}`)}>
          <p className={parts.note}>
            {t('history:timeline.sentTo', { to: step.sent.to, operator: step.sent.operatorName })}
          </p>
        </StepRow>
      );
    case 'expiry':
      return (
        <StepRow at={step.at} tone="over" title={t('history:timeline.expired')}>
          <p className={parts.note}>{t('history:timeline.expiredBody')}</p>
        </StepRow>
      );
  }
}

function AttemptStep({
  attempt,
  current,
  onShow,
}: {
  readonly attempt: Attempt;
  readonly current: boolean;
  readonly onShow: (id: string) => void;
}) {
  const { t } = useText();
  const formats = useFormats();
  const state = answeredState(attempt);
  const kind = t(`operation.${attempt.operation}`);
  const reference = attempt.references.codOper ?? attempt.references.authToken;
  const failed = attempt.state !== 'approved' && attempt.state !== 'sending';
  const amountDoubt = attempt.state === 'approved' ? amountDoubtOf(attempt, 'approved') : null;
  const reason = failed ? outcomeWords(t, formats, { ...attempt, resolution: null }).reasons[0] : undefined;
  const said = [attempt.service.text, attempt.service.code].filter((part) => part !== null && part !== '').join(' · ');
  return (
    <StepRow
      at={attempt.startedAt}
      tone={amountDoubt === null ? toneOf(state) : 'unknown'}
      title={`${kind}: ${t(stateKeys[state])}`}
      current={current}
      amount={<Amount value={attempt.amount} currencySign={attempt.currencySign} />}
    >
      <p className={parts.note}>{t('history:timeline.by', { operator: attempt.operatorName, seat: attempt.seat })}</p>
      {amountDoubt !== null && <p>{amountDoubtWords(t, amountDoubt)}</p>}
      {reason !== undefined && <p className={parts.note}>{reason}</p>}
      {said !== '' && <p className={parts.note}>{t('history:timeline.said', { words: said })}</p>}
      {reference !== null && <CodeText text={reference} name={t('label.reference')} />}
      {!current && (
        <Button
          size="compact-sm"
          mt={4}
          aria-label={t('history:timeline.showOf', { what: kind, when: formats.moment(attempt.startedAt) })}
          onClick={() => onShow(attempt.id)}
        >
          {t('history:timeline.show')}
        </Button>
      )}
    </StepRow>
  );
}

function ResolutionStep({ step: { at, attempt, resolution } }: { readonly step: StepAt<'resolution'> }) {
  const { t } = useText();
  const state = answeredState({ ...attempt, state: resolution.outcome });
  const key = resolution.how === 'person' ? 'history:timeline.resolved' : 'history:timeline.asked';
  return (
    <StepRow at={at} tone={toneOf(state)} title={t(key, { outcome: t(stateKeys[state]) })}>
      {resolution.how === 'person' && <p className={parts.note}>{resolution.operatorName}</p>}
      {resolution.note !== '' && <p className={parts.note}>{resolution.note}</p>}
      {resolution.reference !== '' && <CodeText text={resolution.reference} name={t('label.reference')} />}
    </StepRow>
  );
}

function StepRow({
  at,
  tone,
  title,
  current = false,
  amount,
  children,
}: {
  readonly at: string;
  readonly tone: Tone;
  readonly title: string;
  /** The step is the attempt whose details are shown. */
  readonly current?: boolean;
  readonly amount?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <li className={classes.step} aria-current={current ? 'step' : undefined}>
      <OutcomeIcon state={tone} />
      <div>
        <Group component="p" justify="space-between" gap="0 12px">
          <span className={parts.strong}>{title}</span>
          {amount}
        </Group>
        <p className={parts.note}>
          <Moment at={at} />
        </p>
        {children}
      </div>
    </li>
  );
}

type PaymentStep =
  | { readonly kind: 'attempt'; readonly at: string; readonly attempt: Attempt }
  | { readonly kind: 'resolution'; readonly at: string; readonly attempt: Attempt; readonly resolution: Resolution }
  /** A seat wrote the attempt again, because the server had lost it. */
  | { readonly kind: 'restoration'; readonly at: string; readonly attempt: Attempt }
  /** A receipt that left the program. */
  | { readonly kind: 'sent'; readonly at: string; readonly sent: SentReceipt }
  /** Estimated, so it is no attempt of anybody. */
  | { readonly kind: 'expiry'; readonly at: string };

type StepAt<Kind extends PaymentStep['kind']> = Extract<PaymentStep, { readonly kind: Kind }>;

/**
 * Returns the steps, oldest first. Every attempt of the payment is one, whatever its operation, so that a later kind of
 * attempt takes its place without a change here.
 * @param past whether the time of the hold has run out, from `timeIsUp`
 */
function stepsOf(
  { timeline, payment, sent }: Pick<ShownAttempt, 'timeline' | 'payment' | 'sent'>,
  past: boolean,
): readonly PaymentStep[] {
  const steps = timeline.flatMap((attempt): readonly PaymentStep[] => [
    { kind: 'attempt', at: attempt.startedAt, attempt },
    ...(attempt.resolution === null
      ? []
      : [{ kind: 'resolution', at: attempt.resolution.at, attempt, resolution: attempt.resolution } as const]),
    ...(attempt.restoredAt === null ? [] : [{ kind: 'restoration', at: attempt.restoredAt, attempt } as const]),
  ]);
  const first = timeline.find(({ id }) => id === payment?.holdId);
  const ranOut =
    payment !== null && first !== undefined && latestState({ ...first, payment }, past) === 'expired'
      ? [{ kind: 'expiry', at: payment.expiresAt } as const]
      : [];
  const receipts = sent.map((each) => ({ kind: 'sent', at: each.at, sent: each }) as const);
  return [...steps, ...receipts, ...ranOut].toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));
}
