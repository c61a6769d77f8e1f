/** A payment that the program refused to send: the reason, and for a likely duplicate the form to override it. */
import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import type { Failure } from '#shared/failure.ts';
import { useFormats } from '#renderer/words/formats.ts';
import { useText } from '#renderer/words/i18n.ts';
import { FailureNotice } from '#renderer/ui/failure-notice.tsx';
import { useMayAct, useSession } from '#renderer/session/session.tsx';
import { KeyHint } from '#renderer/ui/shortcuts.tsx';
import { LookalikeList } from '#renderer/features/charge/guard/lookalike-list.tsx';
import { mendKeys, sendKeys } from './result-view.tsx';
import { RetryNote, useRetrySeconds } from './retry-note.tsx';
import classes from './result-view.module.css';
import { appliesTo, guardedOf, settles, type Override, type PaymentFacts, type Phase } from './payment-phase.ts';
import { ReasonForm } from '#renderer/features/charge/guard/reason-form.tsx';
import type { Payment } from './use-payment.ts';

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
  const given =
    failure.kind === 'duplicate' &&
    override !== null &&
    appliesTo(override, guardedOf(facts)) &&
    settles(override, failure.needs, role)
      ? override
      : null;
  return (
    <div className={classes.result}>
      <FailureNotice failure={failure} />
      {failure.kind === 'duplicate' && (
        <LikelyDuplicate failure={failure} facts={facts} given={given} seconds={seconds} payment={payment} />
      )}
      <div className={classes.buttons}>
        <Button
          variant="default"
          leftSection={<IconArrowLeft size={18} aria-hidden="true" />}
          rightSection={<KeyHint keys={mendKeys} />}
          onClick={payment.mend}
        >
          {t('charge:review.back')}
        </Button>
      </div>
      <RetryNote seconds={seconds} />
    </div>
  );
}

function LikelyDuplicate({
  failure,
  facts,
  given,
  seconds,
  payment,
}: {
  readonly failure: Extract<Failure, { kind: 'duplicate' }>;
  readonly facts: PaymentFacts;
  /** The reason that settles it. */
  readonly given: Override | null;
  readonly seconds: number;
  readonly payment: Payment;
}) {
  const { t } = useText();
  const { money } = useFormats();
  const supervisor = useMayAct('supervisor');
  const send = useRef<HTMLButtonElement>(null);
  const ready = given !== null && seconds > 0;
  useEffect(() => {
    if (ready) send.current?.focus();
  }, [ready]);
  return (
    <>
      <h2 className={classes.subtitle}>{t('charge:duplicate.earlier')}</h2>
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
      {ready && (
        <div className={classes.buttons}>
          <Button ref={send} rightSection={<KeyHint keys={sendKeys} />} onClick={payment.tryAgain}>
            {t(`charge:review.${facts.operation}Button`, { amount: money(facts.amount, facts.merchant.currencySign) })}
          </Button>
        </div>
      )}
    </>
  );
}
