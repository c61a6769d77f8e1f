/** Result of a payment: the outcome, and buttons with keys for the next step. */
import { Button } from '@mantine/core';
import {
  IconArrowLeft,
  IconCreditCard,
  IconGavel,
  IconHistory,
  IconPencil,
  IconPlus,
  IconRefresh,
  type Icon,
} from '@tabler/icons-react';
import { useState } from 'react';
import { effectiveState, type Attempt } from '#shared/payments/attempt.ts';
import type { Advice } from '#shared/payments/header-codes.ts';
import { operationFacts } from '#shared/payments/operations.ts';
import { refusalOf } from '#shared/payments/refusals/refusal.ts';
import { useText } from '#renderer/words/i18n.ts';
import { useNavigation } from '#renderer/session/navigation.tsx';
import { mayHaveGoneThroughBefore } from '#renderer/ui/outcome/earlier-payments.tsx';
import { HoldSteps, placeKeys } from '#renderer/ui/outcome/hold-steps.tsx';
import { OutcomePanel, outcomeTitleId } from '#renderer/ui/outcome/outcome-panel.tsx';
import { ReadOut } from '#renderer/ui/resolve/read-out.tsx';
import { resolveKeys, ResolveDialog } from '#renderer/ui/resolve/resolve-dialog.tsx';
import { useActions } from '#renderer/ui/actions.tsx';
import { useCall } from '#renderer/session/api.ts';
import { FailureNotice } from '#renderer/ui/failure-notice.tsx';
import { useMayAct, useSession } from '#renderer/session/session.tsx';
import { KeyHint, useShortcuts } from '#renderer/ui/shortcuts.tsx';
import classes from './result-view.module.css';
import { holdContext, type Phase } from './payment-phase.ts';
import { RetryNote, useRetrySeconds } from './retry-note.tsx';
import type { Payment } from './use-payment.ts';

export const newPaymentKeys = 'F2';
/** The key that moves money, on the review and for another try. Deliberately not the key that reviews. */
export const sendKeys = 'F9';
export const mendKeys = 'F3';
const receiptKeys = 'F4';

interface Mend {
  readonly words: `charge:result.${'anotherCard' | 'correct' | 'tryAgain'}` | 'charge:review.back';
  readonly icon: Icon;
  /** True when the words of the outcome advise it. Other ways back to the form only keep what was keyed. */
  readonly advised: boolean;
}

const tryAgain: Mend = { words: 'charge:result.tryAgain', icon: IconRefresh, advised: true };
const anotherCard: Mend = { words: 'charge:result.anotherCard', icon: IconCreditCard, advised: true };
const backToForm: Mend = { words: 'charge:review.back', icon: IconArrowLeft, advised: false };

/** Ways back to the form after a refusal. None where an earlier payment may have gone through. */
const mendByAdvice: Readonly<Record<Advice, Mend | null>> = {
  correct: { words: 'charge:result.correct', icon: IconPencil, advised: true },
  'another card': anotherCard,
  'ask bank': anotherCard,
  'try later': tryAgain,
  'check merchant': backToForm,
  'ask supervisor': backToForm,
  'new payment': backToForm,
  'look up': null,
};

/** Returns the button that leads back to the same form; null when no new attempt may start from it. */
function mendOf(attempt: Attempt): Mend | null {
  if (attempt.state === 'not-sent') return tryAgain;
  const refusal = refusalOf(attempt);
  return refusal === null ? null : mendByAdvice[refusal.advice];
}

export const isMendable = (phase: Phase): boolean =>
  phase.kind === 'refused' || (phase.kind === 'done' && mendOf(phase.attempt) !== null);

export function ResultView({
  phase,
  payment,
}: {
  readonly phase: Extract<Phase, { kind: 'done' }>;
  readonly payment: Payment;
}) {
  const { t } = useText();
  const { merchant } = useSession().merchant;
  const attempt = useLatest(phase.attempt);
  const [resolving, setResolving] = useState(false);
  const seconds = useRetrySeconds(phase.retry);
  const retries = seconds > 0;
  const mend = retries ? backToForm : mendOf(phase.attempt);
  const unknown = effectiveState(attempt) === 'unknown';
  const mayResolve = useMayAct('supervisor');
  // The earlier payments above come first.
  const isRepeat = mayHaveGoneThroughBefore(attempt);
  const isHold = effectiveState(attempt) === 'approved' && operationFacts(attempt.operation).opens === 'hold';
  return (
    <div className={classes.result}>
      {phase.notRecorded !== null && <FailureNotice failure={phase.notRecorded} />}
      <OutcomePanel
        attempt={attempt}
        context={holdContext(attempt, merchant)}
        announce
        receiptKeys={receiptKeys}
        actions={
          <>
            {retries && (
              <Button
                leftSection={<IconRefresh size={18} aria-hidden="true" />}
                rightSection={<KeyHint keys={sendKeys} />}
                onClick={payment.tryAgain}
              >
                {t('charge:result.tryAgain')}
              </Button>
            )}
            {mend !== null && (
              <Button
                variant={mend.advised ? 'filled' : 'default'}
                leftSection={<mend.icon size={18} aria-hidden="true" />}
                rightSection={<KeyHint keys={mendKeys} />}
                onClick={payment.mend}
              >
                {t(mend.words)}
              </Button>
            )}
            {unknown && (
              <UnknownSteps attempt={attempt} onResolve={mayResolve ? () => setResolving(true) : undefined} />
            )}
            <Button
              variant={mend?.advised !== true && !retries && !unknown && !isRepeat ? 'filled' : 'default'}
              leftSection={<IconPlus size={18} aria-hidden="true" />}
              rightSection={<KeyHint keys={newPaymentKeys} />}
              onClick={payment.startNew}
            >
              {t('charge:result.newPayment')}
            </Button>
            {isHold && <HoldSteps holdId={attempt.id} />}
          </>
        }
      >
        {unknown && !mayResolve && <ReadOut attempt={attempt} />}
      </OutcomePanel>
      {mend !== null && <RetryNote seconds={seconds} />}
      {resolving && (
        <ResolveDialog attempt={attempt} home={outcomeTitleId(attempt.id)} onClose={() => setResolving(false)} />
      )}
    </div>
  );
}

/** Returns the attempt as it stands now: an unknown one may be resolved while its result is shown. */
function useLatest(attempt: Attempt): Attempt {
  const shown = useCall('history', 'show', { id: attempt.id }, { enabled: attempt.state === 'unknown' }).data;
  return shown ?? attempt;
}

/** Next steps of a payment with an unknown outcome: a supervisor resolves it here, anybody else looks at its record. */
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
    { name: t('charge:result.lookUp'), keys: placeKeys, run: lookUp },
  ]);
  useShortcuts({ [mendKeys]: onResolve ?? lookUp });
  return (
    <>
      {onResolve !== undefined && (
        <Button
          leftSection={<IconGavel size={18} aria-hidden="true" />}
          rightSection={<KeyHint keys={mendKeys} />}
          onClick={onResolve}
        >
          {t('unconfirmed:resolve')}
        </Button>
      )}
      <Button
        variant={onResolve === undefined ? 'filled' : 'default'}
        leftSection={<IconHistory size={18} aria-hidden="true" />}
        rightSection={<KeyHint keys={onResolve === undefined ? mendKeys : placeKeys} />}
        onClick={lookUp}
      >
        {t('charge:result.lookUp')}
      </Button>
    </>
  );
}
