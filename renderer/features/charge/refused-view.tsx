/** A payment that the program refused to send: the reason, and for a likely duplicate the form to override it. */
import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import type { Failure } from '#shared/failure.ts';
import { Amount } from '#renderer/ui/texts/amount.tsx';
import { useFormats } from '#renderer/words/formats.ts';
import { useText } from '#renderer/words/i18n.ts';
import { OutcomeBadge } from '#renderer/ui/outcome/outcome-badge.tsx';
import { cardWords } from '#renderer/words/outcome-words.ts';
import { FailureNotice } from '#renderer/ui/failure-notice.tsx';
import { useMayAct } from '#renderer/session/session.tsx';
import { KeyHint } from '#renderer/ui/shortcuts.tsx';
import { mendKeys } from './result-view.tsx';
import classes from './result-view.module.css';
import type { PaymentFacts, Phase } from './payment-phase.ts';
import { ReasonForm } from './reason-form.tsx';
import type { Payment } from './use-payment.ts';

export function RefusedView({
  phase,
  payment,
}: {
  readonly phase: Extract<Phase, { kind: 'refused' }>;
  readonly payment: Payment;
}) {
  const { t } = useText();
  return (
    <div className={classes.result}>
      <FailureNotice failure={phase.failure} />
      {phase.failure.kind === 'duplicate' && (
        <LikelyDuplicate failure={phase.failure} facts={phase.facts} onReason={payment.overrideWith} />
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
      <p className={classes.note}>{t('charge:result.cardCleared')}</p>
    </div>
  );
}

function LikelyDuplicate({
  failure,
  facts,
  onReason,
}: {
  readonly failure: Extract<Failure, { kind: 'duplicate' }>;
  readonly facts: PaymentFacts;
  readonly onReason: Payment['overrideWith'];
}) {
  const { t } = useText();
  const formats = useFormats();
  const supervisor = useMayAct('supervisor');
  const mayOverride = failure.needs === 'reason' || supervisor;
  return (
    <>
      <h2 className={classes.subtitle}>{t('charge:duplicate.earlier')}</h2>
      <ul className={classes.earlier}>
        {failure.earlier.map((attempt) => (
          <li key={attempt.id}>
            <OutcomeBadge attempt={attempt} />
            <Amount value={attempt.amount} currencySign={attempt.currencySign} />
            <span>{cardWords(t, attempt.card)}</span>
            <span>
              {t('charge:duplicate.by', {
                operator: attempt.operatorName,
                when: formats.moment(attempt.startedAt),
              })}
            </span>
          </li>
        ))}
      </ul>
      <ReasonForm facts={facts} needsApproval={!mayOverride} onReason={onReason} />
    </>
  );
}
