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
import { useText } from '#renderer/words/i18n.ts';
import { useNavigation } from '#renderer/session/navigation.tsx';
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

type MendWords = 'charge:result.anotherCard' | 'charge:result.correct' | 'charge:result.tryAgain';

/** Outcomes after which the operator may start a new attempt from the same form. */
const mendable: Readonly<Record<string, { readonly words: MendWords; readonly icon: Icon }>> = {
  declined: { words: 'charge:result.anotherCard', icon: IconCreditCard },
  rejected: { words: 'charge:result.correct', icon: IconPencil },
  'not-sent': { words: 'charge:result.tryAgain', icon: IconRefresh },
};

export const isMendable = (phase: Phase): boolean =>
  phase.kind === 'refused' || (phase.kind === 'done' && mendable[phase.attempt.state] !== undefined);

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
  const mend = mendable[phase.attempt.state];
  const unknown = phase.attempt.state === 'unknown';
  const lookUp = (): void => go('history', phase.attempt.id);
  useShortcuts({ [lookUpKeys]: unknown ? lookUp : undefined });
  const seconds = useRetrySeconds(phase.retry);
  const retries = seconds > 0;
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
            {mend !== undefined && (
              <Button
                variant={retries ? 'default' : 'filled'}
                leftSection={
                  retries ? <IconArrowLeft size={18} aria-hidden="true" /> : <mend.icon size={18} aria-hidden="true" />
                }
                rightSection={<KeyHint keys={mendKeys} />}
                onClick={payment.mend}
              >
                {t(retries ? 'charge:review.back' : mend.words)}
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
              variant={mend === undefined && !unknown ? 'filled' : 'default'}
              leftSection={<IconPlus size={18} aria-hidden="true" />}
              rightSection={<KeyHint keys={newPaymentKeys} />}
              onClick={payment.startNew}
            >
              {t('charge:result.newPayment')}
            </Button>
          </>
        }
      />
      {mend !== undefined && <RetryNote seconds={seconds} />}
    </div>
  );
}
