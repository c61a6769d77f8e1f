/** The dialog of a request about an earlier payment: its form, the wait for the answer, and the outcome. */
import { Stack } from '@mantine/core';
import { IconReceipt } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { receiptStageOf } from '#shared/paper/receipt-stage.ts';
import { customerName, type Attempt } from '#shared/payments/attempt.ts';
import { cardWords } from '#shared/words/card-words.ts';
import { useNavigation } from '#renderer/session/navigation.tsx';
import { Dialog } from '#renderer/ui/dialog.tsx';
import { takeFocus, useDialogKeys } from '#renderer/ui/dialog-keys.ts';
import { FailureNotice } from '#renderer/ui/failure-notice.tsx';
import { placeKeys } from '#renderer/ui/outcome/hold-steps.tsx';
import { OutcomePanel } from '#renderer/ui/outcome/outcome-panel.tsx';
import { receiptKeys, receiptName } from '#renderer/ui/outcome/receipt-button.tsx';
import { Callout } from '#renderer/ui/parts.tsx';
import { Elapsed } from '#renderer/ui/texts/values.tsx';
import { useText } from '#renderer/words/i18n.ts';
import type { RequestState } from './use-later-request.ts';
import { KeyButton } from '#renderer/ui/shortcuts.tsx';

/** A request as its dialog sees it. */
export type AwaitedRequest = Pick<RequestState<never>, 'attempt' | 'failure' | 'since'>;

export function LaterDialog({
  title,
  home,
  request: { attempt, failure, since },
  left,
  onClose,
  children,
}: {
  readonly title: string;
  /** Id of the element that takes the focus afterwards, when the one that had it is gone. */
  readonly home: string | null;
  readonly request: AwaitedRequest;
  /** Sentence about what the request left of the payment; null while that is not known. */
  readonly left?: string | null | undefined;
  readonly onClose: () => void;
  /** The form, and the wait in its place. */
  readonly children: ReactNode;
}) {
  const isUnderWay = since !== null;
  // An outcome has to be seen, so nothing closes the dialog before it is there.
  const close = (): void => {
    if (!isUnderWay) onClose();
  };
  return (
    <Dialog
      home={home}
      onClose={close}
      title={title}
      size={640}
      yOffset={24}
      closeOnEscape={false}
      closeOnClickOutside={false}
      withCloseButton={!isUnderWay}
      // A lock hides the frame, and keeps what is in it.
      withinPortal={false}
    >
      {attempt === null ? children : <Answered {...{ attempt, failure, left, onClose }} />}
    </Dialog>
  );
}

export function UnderWay({ since }: { readonly since: number }) {
  const { t } = useText();
  return (
    <div ref={takeFocus} tabIndex={-1} aria-busy="true">
      <Callout tone="plain" role="status">
        {t('reversals:waiting')} <Elapsed since={since} />
      </Callout>
    </div>
  );
}

function Answered({
  attempt,
  failure,
  left = null,
  onClose,
}: Pick<AwaitedRequest, 'failure'> & {
  readonly attempt: Attempt;
  readonly left?: string | null | undefined;
  readonly onClose: () => void;
}) {
  const { t } = useText();
  const { go, printReceipt } = useNavigation();
  const stage = receiptStageOf(attempt, false);
  const see = (): void => {
    onClose();
    go('history', attempt.id);
  };
  const print = (): void => {
    onClose();
    printReceipt(attempt.id);
  };
  useDialogKeys({ Escape: onClose, [placeKeys]: see, [receiptKeys]: stage === null ? undefined : print });
  return (
    <Stack gap={12}>
      <p>
        <strong>{customerName(attempt)}</strong> · {cardWords(t, attempt.card)}
      </p>
      {failure !== null && <FailureNotice failure={failure} act="paying" />}
      <OutcomePanel
        attempt={attempt}
        announce
        // Its receipt is given where it is recorded.
        receipts={[]}
        course={left !== null && <p>{left}</p>}
        actions={
          <>
            <KeyButton variant="filled" onClick={onClose} keys="Escape">
              {t('action.close')}
            </KeyButton>
            <KeyButton onClick={see} keys={placeKeys}>
              {t('holds:review.showPayment')}
            </KeyButton>
            {stage !== null && (
              <KeyButton icon={IconReceipt} onClick={print} keys={receiptKeys}>
                {t(receiptName(stage))}
              </KeyButton>
            )}
          </>
        }
      />
    </Stack>
  );
}
