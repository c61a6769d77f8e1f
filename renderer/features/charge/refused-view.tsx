/** A payment that the program refused to send: the reason, and the form that lets a likely duplicate or a large amount pass. */
import { Group, Stack } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useLayoutEffect, useRef, useEffect, useEffectEvent } from 'react';
import type { Failure } from '#shared/failure.ts';
import { useFormats } from '#renderer/words/formats.ts';
import { useText } from '#renderer/words/i18n.ts';
import { FailureNotice } from '#renderer/ui/failure-notice.tsx';
import { focusWhatCame, isFocusLost, isDialogOpen } from '#renderer/ui/dialog-keys.ts';
import { useMayAct, useSession } from '#renderer/session/session.tsx';
import { LookalikeList } from '#renderer/features/charge/guard/lookalike-panel.tsx';
import { mendKeys, sendKeys } from './next-step.ts';
import { RetryNote, useRetrySeconds } from './retry-note.tsx';
import {
  appliesTo,
  guardedOf,
  settles,
  type Override,
  type PaymentFacts,
  type Phase,
  type Allowance,
} from './payment-phase.ts';
import { ReasonForm } from '#renderer/features/charge/guard/reason-form.tsx';
import type { Payment } from './use-payment.ts';
import { KeyButton } from '#renderer/ui/shortcuts.tsx';
import { paymentSubject } from '#shared/audit/step-up.ts';
import type { StepUpNeeded } from '#renderer/session/step-up.ts';
import { ApprovalFields, useApproval } from '#renderer/ui/passcode/approval-fields.tsx';
import { Form } from '#renderer/ui/parts.tsx';
import classes from './result-view.module.css';
import parts from '#renderer/ui/parts.module.css';

export function RefusedView({
  phase,
  payment,
}: {
  readonly phase: Extract<Phase, { kind: 'refused' }>;
  readonly payment: Payment;
}) {
  const { t } = useText();
  const role = useSession().operator?.role ?? null;
  const { failure, facts, retry } = phase;
  const seconds = useRetrySeconds(retry);
  const { override } = payment;
  const { allowance } = payment;
  const allowed = allowance !== null && appliesTo(allowance, guardedOf(facts)) ? allowance : null;
  const given =
    failure.kind === 'duplicate' &&
    override !== null &&
    appliesTo(override, guardedOf(facts)) &&
    settles(override, failure.needs, role)
      ? override
      : null;
  const maySend =
    given !== null ||
    (failure.kind === 'step-up-needed' && allowed !== null) ||
    ((failure.kind === 'vault' || failure.kind === 'ledger') && payment.isBack);
  const back = useRef<HTMLButtonElement>(null);
  const isOver = seconds === 0;
  const wasOver = useRef<boolean | null>(null);
  // After a question or a button for another try, which take the focus first. The button goes with the kept card.
  useLayoutEffect(() => {
    if (isOver !== wasOver.current && isFocusLost()) back.current?.focus();
    wasOver.current = isOver;
  });
  return (
    <div className={classes.result}>
      {/* Once a supervisor has approved it, the notice would still ask for one. */}
      {(failure.kind !== 'step-up-needed' || allowed === null) && <FailureNotice failure={failure} act="paying" />}
      {failure.kind === 'duplicate' && (
        <LikelyDuplicate failure={failure} facts={facts} given={given} payment={payment} />
      )}
      {failure.kind === 'step-up-needed' && (
        <LimitQuestion limit={failure.limit} facts={facts} given={allowed} onAllowed={payment.allowWith} />
      )}
      {maySend && seconds > 0 && <SendButton facts={facts} onSend={payment.tryAgain} />}
      <Group gap={8}>
        <KeyButton ref={back} icon={IconArrowLeft} keys={mendKeys} onClick={payment.mend}>
          {t('charge:review.back')}
        </KeyButton>
      </Group>
      <RetryNote seconds={seconds} />
    </div>
  );
}

function LikelyDuplicate({
  failure,
  facts,
  given,
  payment,
}: {
  readonly failure: Extract<Failure, { kind: 'duplicate' }>;
  readonly facts: PaymentFacts;
  /** The reason that settles it. */
  readonly given: Override | null;
  readonly payment: Payment;
}) {
  const { t } = useText();
  const supervisor = useMayAct('supervisor');
  return (
    <>
      <h2 className={parts.strong}>{t('charge:duplicate.earlier')}</h2>
      <LookalikeList earlier={failure.earlier} wide />
      {given === null ? (
        <ReasonForm
          payment={guardedOf(facts)}
          needsApproval={failure.needs === 'supervisor' && !supervisor}
          takesFocus
          onReason={payment.overrideWith}
        />
      ) : (
        <p>{t('charge:guard.given', { reason: given.reason })}</p>
      )}
    </>
  );
}

/** Sends the payment with the card that main kept. Takes the focus, because nothing else is left to do. */
function SendButton({ facts, onSend }: { readonly facts: PaymentFacts; readonly onSend: () => void }) {
  const { t } = useText();
  const { money } = useFormats();
  const send = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => focusWhatCame(send.current), []);
  return (
    <Group gap={8}>
      <KeyButton variant="filled" ref={send} keys={sendKeys} onClick={onSend}>
        {t(`charge:review.${facts.operation}Button`, { amount: money(facts.amount, facts.merchant.currencySign) })}
      </KeyButton>
    </Group>
  );
}

/** A payment above a limit: the limit, what was used of it today, and the supervisor who lets this one payment pass. */
function LimitQuestion({
  limit,
  facts,
  given,
  onAllowed,
}: {
  readonly limit: StepUpNeeded['limit'];
  readonly facts: PaymentFacts;
  /** The approval that settles it. */
  readonly given: Allowance | null;
  readonly onAllowed: (approvalId: string) => void;
}) {
  const { t } = useText();
  const { money } = useFormats();
  const written = (amount: number): string => money(amount, facts.merchant.currencySign);
  return (
    <>
      {limit !== undefined && (
        <p>
          {t(`charge:limit.${limit.of}`, { most: written(limit.most) })}{' '}
          {limit.used !== null && t('charge:limit.used', { used: written(limit.used) })}
        </p>
      )}
      {given === null ? (
        <SupervisorForm facts={facts} onAllowed={onAllowed} />
      ) : (
        <p role="status">{t('charge:limit.allowed')}</p>
      )}
    </>
  );
}

function SupervisorForm({
  facts,
  onAllowed,
}: {
  readonly facts: PaymentFacts;
  readonly onAllowed: (approvalId: string) => void;
}) {
  const { t } = useText();
  const form = useApproval(null);
  const begin = useEffectEvent(form.begin);
  useEffect(() => {
    if (!isDialogOpen()) begin();
  }, []);
  return (
    <Form onSend={() => form.submit({ act: 'amount', subject: paymentSubject(guardedOf(facts)) }, onAllowed)}>
      <Stack gap={12} maw={560}>
        <p>{t('charge:duplicate.ask')}</p>
        <ApprovalFields form={form} />
        <Group>
          <KeyButton variant="filled" type="submit" loading={form.pending} keys="Enter">
            {t('signIn:approval.submit')}
          </KeyButton>
        </Group>
      </Stack>
    </Form>
  );
}
