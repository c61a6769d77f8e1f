/** A payment that the program refused to send: the reason, and the form that lets a likely duplicate or a large amount pass. */
import { Group } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useLayoutEffect, useRef } from 'react';
import type { Failure } from '#shared/failure.ts';
import { useFormats } from '#renderer/words/formats.ts';
import { useText } from '#renderer/words/i18n.ts';
import { FailureNotice } from '#renderer/ui/failure-notice.tsx';
import { focusWhatCame, isFocusLost } from '#renderer/ui/dialog-keys.ts';
import { useCall } from '#renderer/session/api.ts';
import { useMayAct, useSession } from '#renderer/session/session.tsx';
import { LimitQuestion } from '#renderer/features/charge/guard/limit-question.tsx';
import { LookalikeList } from '#renderer/features/charge/guard/lookalike-panel.tsx';
import { mendKeys, sendKeys } from './next-step.ts';
import { RetryNote, useRetrySeconds } from './retry-note.tsx';
import classes from './result-view.module.css';
import { appliesTo, guardedOf, settles, type Override, type PaymentFacts, type Phase } from './payment-phase.ts';
import { ReasonForm } from '#renderer/features/charge/guard/reason-form.tsx';
import type { Payment } from './use-payment.ts';
import { KeyButton } from '#renderer/ui/shortcuts.tsx';
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
  const vaultReason = useCall('vault', 'status', undefined).data?.reason ?? null;
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
    (failure.kind === 'vault' && vaultReason === null);
  const back = useRef<HTMLButtonElement>(null);
  // After a question or a button for another try, which take the focus first.
  useLayoutEffect(() => {
    if (isFocusLost()) back.current?.focus();
  }, []);
  return (
    <div className={classes.result}>
      <FailureNotice failure={failure} act="paying" />
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
