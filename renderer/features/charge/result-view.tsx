/** Result of a payment: the outcome, and buttons with keys for the next step. */
import { Button } from '@mantine/core';
import {
  IconArrowLeft,
  IconCreditCard,
  IconHistory,
  IconPencil,
  IconPlus,
  IconRefresh,
  type Icon,
} from '@tabler/icons-react';
import type { Attempt } from '#shared/payments/attempt.ts';
import type { Advice } from '#shared/payments/header-codes.ts';
import { refusalOf } from '#shared/payments/refusals/refusal.ts';
import { useText } from '#renderer/words/i18n.ts';
import { useNavigation } from '#renderer/session/navigation.tsx';
import { mayHaveGoneThroughBefore } from '#renderer/ui/outcome/earlier-payments.tsx';
import { OutcomePanel } from '#renderer/ui/outcome/outcome-panel.tsx';
import { FailureNotice } from '#renderer/ui/failure-notice.tsx';
import { useSession } from '#renderer/session/session.tsx';
import { KeyHint, useShortcuts } from '#renderer/ui/shortcuts.tsx';
import classes from './result-view.module.css';
import { holdContext, type Phase } from './payment-phase.ts';
import { RetryNote, useRetrySeconds } from './retry-note.tsx';
import type { Payment } from './use-payment.ts';

export const newPaymentKeys = 'F2';
/** The key that moves money, on the review and for another try. Deliberately not the key that reviews. */
export const sendKeys = 'F9';
export const mendKeys = 'F3';
/** The same key as `mendKeys`: an unknown outcome can't be mended, only looked up. */
const lookUpKeys = 'F3';
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
  const { go } = useNavigation();
  const { merchant } = useSession().merchant;
  const seconds = useRetrySeconds(phase.retry);
  const retries = seconds > 0;
  const mend = retries ? backToForm : mendOf(phase.attempt);
  const unknown = phase.attempt.state === 'unknown';
  // The earlier payments above come first.
  const isRepeat = mayHaveGoneThroughBefore(phase.attempt);
  const lookUp = (): void => go('history', phase.attempt.id);
  useShortcuts({ [lookUpKeys]: unknown ? lookUp : undefined });
  return (
    <div className={classes.result}>
      {phase.notRecorded !== null && <FailureNotice failure={phase.notRecorded} />}
      <OutcomePanel
        attempt={phase.attempt}
        context={holdContext(phase.attempt, merchant)}
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
              <Button
                leftSection={<IconHistory size={18} aria-hidden="true" />}
                rightSection={<KeyHint keys={lookUpKeys} />}
                onClick={lookUp}
              >
                {t('charge:result.lookUp')}
              </Button>
            )}
            <Button
              variant={mend?.advised !== true && !retries && !unknown && !isRepeat ? 'filled' : 'default'}
              leftSection={<IconPlus size={18} aria-hidden="true" />}
              rightSection={<KeyHint keys={newPaymentKeys} />}
              onClick={payment.startNew}
            >
              {t('charge:result.newPayment')}
            </Button>
          </>
        }
      />
      {mend !== null && <RetryNote seconds={seconds} />}
    </div>
  );
}
