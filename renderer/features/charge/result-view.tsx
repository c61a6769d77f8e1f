/** Result of a payment: the outcome, and buttons with keys for the next step. */
import { IconGavel, IconHistory, IconPlus, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { oneDay } from '#shared/durations.ts';
import { latestState } from '#shared/ledger/listed-attempt.ts';
import { formHoldDays } from '#shared/payments/field-limits.ts';
import type { Merchant } from '#shared/seat/merchant.ts';
import type { OutcomeContext } from '#shared/words/outcome-words.ts';
import { effectiveState, type Attempt } from '#shared/payments/attempt.ts';
import { operationFacts } from '#shared/payments/operations.ts';
import { useFormats } from '#renderer/words/formats.ts';
import { useText } from '#renderer/words/i18n.ts';
import { paymentWords } from '#renderer/words/payment-words.ts';
import type { PaymentWords } from '#renderer/words/payment-tones.ts';
import { useIsPast } from '#renderer/ui/clock.ts';
import { useNavigation } from '#renderer/session/navigation.tsx';
import { mayHaveGoneThroughBefore } from '#renderer/ui/outcome/answer-notes.tsx';
import { HoldSteps, placeKeys } from '#renderer/ui/outcome/hold-steps.tsx';
import { OutcomePanel, outcomeTitleId } from '#renderer/ui/outcome/outcome-panel.tsx';
import { useChargeAgain } from '#renderer/ui/requests/reversal-offer.ts';
import { ReadOut } from '#renderer/ui/resolve/read-out.tsx';
import { resolveKeys, ResolveDialog } from '#renderer/ui/resolve/resolve-dialog.tsx';
import { useActions } from '#renderer/ui/actions.tsx';
import { shownData, useCall } from '#renderer/session/api.ts';
import { FailureNotice } from '#renderer/ui/failure-notice.tsx';
import { useMayAct, useSession } from '#renderer/session/session.tsx';
import { receiptKeys } from '#renderer/ui/outcome/receipt-button.tsx';
import { KeyButton, useShortcuts } from '#renderer/ui/shortcuts.tsx';
import classes from './result-view.module.css';
import { backToForm, mendKeys, mendOf, newPaymentKeys, sendKeys } from './next-step.ts';
import type { Phase } from './payment-phase.ts';
import { RetryNote, useRetrySeconds } from './retry-note.tsx';
import type { Payment } from './use-payment.ts';

/**
 * Returns when the funds of an approved hold are freed: five days later for family B (section 2.3), by the merchant's estimate for
 * family A.
 */
function holdContext(attempt: Attempt, merchant: Merchant): OutcomeContext {
  if (operationFacts(attempt.operation).opens !== 'hold' || attempt.merchantId !== merchant.id) return {};
  const estimate = attempt.family === 'json';
  const days = estimate ? merchant.jsonHoldDays : formHoldDays;
  return {
    heldUntil: { at: new Date(Date.parse(attempt.startedAt) + days * oneDay).toISOString(), estimate },
  };
}

export function ResultView({
  phase,
  payment,
}: {
  readonly phase: Extract<Phase, { kind: 'done' }>;
  readonly payment: Payment;
}) {
  const { t } = useText();
  const { merchant } = useSession().merchant;
  const { attempt } = phase;
  useChargeAgain(t('charge:titleDone'), attempt);
  const since = useSince(attempt);
  const [resolving, setResolving] = useState(false);
  const seconds = useRetrySeconds(phase.retry);
  const retries = seconds > 0;
  const mend = retries ? backToForm : mendOf(phase.attempt);
  const unknown = effectiveState(attempt) === 'unknown';
  const mayResolve = useMayAct('supervisor');
  // The earlier payments above come first.
  const isRepeat = mayHaveGoneThroughBefore(attempt);
  const isHold =
    since === null && effectiveState(attempt) === 'approved' && operationFacts(attempt.operation).opens === 'hold';
  return (
    <div className={classes.result}>
      {phase.notRecorded !== null && <FailureNotice failure={phase.notRecorded} act="paying" />}
      <OutcomePanel
        attempt={attempt}
        context={holdContext(attempt, merchant)}
        words={since ?? undefined}
        announce
        receiptKeys={receiptKeys}
        showsReferences={phase.notRecorded !== null}
        actions={
          <>
            {unknown && !mayResolve && <ReadOut attempt={attempt} />}
            {retries && (
              <KeyButton variant="filled" icon={IconRefresh} keys={sendKeys} onClick={payment.tryAgain}>
                {t('charge:result.tryAgain')}
              </KeyButton>
            )}
            {mend !== null && (
              <KeyButton
                variant={mend.advised ? 'filled' : 'default'}
                icon={mend.icon}
                keys={mendKeys}
                onClick={payment.mend}
              >
                {t(mend.words)}
              </KeyButton>
            )}
            {unknown && (
              <UnknownSteps attempt={attempt} onResolve={mayResolve ? () => setResolving(true) : undefined} />
            )}
            <KeyButton
              variant={mend?.advised !== true && !retries && !unknown && !isRepeat ? 'filled' : 'default'}
              icon={IconPlus}
              keys={newPaymentKeys}
              onClick={payment.startNew}
            >
              {t('charge:title')}
            </KeyButton>
            {isHold && <HoldSteps holdId={attempt.id} />}
          </>
        }
      />
      {mend !== null && <RetryNote seconds={seconds} />}
      {resolving && (
        <ResolveDialog attempt={attempt} home={outcomeTitleId(attempt.id)} onClose={() => setResolving(false)} />
      )}
    </div>
  );
}

/**
 * Returns the words for what became of the payment since its result, such as the capture of its hold; null while nothing did. Read
 * once somebody has come back from another screen, where it was done. A resolution elsewhere is read at once, and is in the phase.
 */
function useSince(attempt: Attempt): PaymentWords | null {
  const { t } = useText();
  const formats = useFormats();
  const isApproved = effectiveState(attempt) === 'approved';
  const { visit } = useNavigation().route;
  const [firstVisit] = useState(visit);
  const enabled = attempt.state === 'unknown' || (isApproved && visit !== firstVisit);
  const shown = shownData(useCall('history', 'show', { id: attempt.id }, { enabled }));
  const past = useIsPast(shown?.payment?.expiresAt ?? null);
  if (!isApproved || shown === undefined) return null;
  const isStill = latestState(shown, past) === operationFacts(attempt.operation).result;
  return isStill ? null : paymentWords(t, formats, shown, past);
}

/** Next steps of a payment with an unknown outcome: a supervisor resolves it here, anybody else reads it out to one. */
function UnknownSteps({
  attempt,
  onResolve,
}: {
  readonly attempt: Attempt;
  readonly onResolve: (() => void) | undefined;
}) {
  const { t } = useText();
  const { go } = useNavigation();
  const lookUp = (): void => go('history', attempt.id);
  useActions(t('charge:titleDone'), [
    { name: t('unconfirmed:resolve'), keys: resolveKeys, run: onResolve },
    { name: t('action.openInHistory'), keys: placeKeys, run: lookUp },
  ]);
  useShortcuts({ [mendKeys]: onResolve });
  return (
    <>
      {onResolve !== undefined && (
        <KeyButton variant="filled" icon={IconGavel} keys={mendKeys} onClick={onResolve}>
          {t('unconfirmed:resolve')}
        </KeyButton>
      )}
      <KeyButton icon={IconHistory} keys={placeKeys} onClick={lookUp}>
        {t('action.openInHistory')}
      </KeyButton>
    </>
  );
}
