/** The dialog of a void or a refund: what it does to the money, and its fields. */
import { Stack, Textarea } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import type { Failure } from '#shared/failure.ts';
import { customerName, type Attempt } from '#shared/payments/attempt.ts';
import { paymentFields } from '#shared/payments/payment-fields.ts';
import type { ReversalOperation } from '#shared/seat/merchant.ts';
import { holdsCardNumber } from '#shared/texts/card-numbers.ts';
import { cardWords } from '#shared/words/card-words.ts';
import { useDialogKeys } from '#renderer/ui/dialog-keys.ts';
import { DialogFoot } from '#renderer/ui/dialog.tsx';
import { FailureNotice } from '#renderer/ui/failure-notice.tsx';
import { Callout, Form } from '#renderer/ui/parts.tsx';
import { Amount, Moment } from '#renderer/ui/texts/values.tsx';
import { useFormats } from '#renderer/words/formats.ts';
import { useText } from '#renderer/words/i18n.ts';
import { LaterDialog, UnderWay, type AwaitedRequest } from './later-dialog.tsx';
import { KeyButton } from '#renderer/ui/shortcuts.tsx';
import parts from '#renderer/ui/parts.module.css';

export interface ReversalDialogProps {
  readonly operation: ReversalOperation;
  /** The hold or the charge. */
  readonly of: Attempt;
  /** Its amount as held or charged. */
  readonly whole: number;
  /** Amount to give back; null while the keyed one is wrong. */
  readonly amount: number | null;
  readonly request: AwaitedRequest;
  /** Sentence about what the answered request left to give back; null while that is not known. */
  readonly left?: string | null;
  /** Why it can't be sent any more, as the ledger has it now; null while it can. */
  readonly refusal?: Failure | null;
  /** Moves to the first wrong field before the reason, and says what is wrong; null when all of them are right. */
  readonly correct?: (() => void) | null;
  /** Id of the element that takes the focus afterwards, when the one that had it is gone. */
  readonly home: string | null;
  readonly onSubmit: (description: string) => void;
  readonly onClose: () => void;
  /** Fields before the reason. */
  readonly children?: ReactNode;
}

export function ReversalDialog(props: ReversalDialogProps) {
  const { operation, request, left, home, onClose } = props;
  const { t } = useText();
  return (
    <LaterDialog title={t(`reversals:${operation}.title`)} {...{ home, request, left, onClose }}>
      <ReversalForm {...props} />
    </LaterDialog>
  );
}

function ReversalForm({
  operation,
  of,
  whole,
  amount,
  request: { failure, since },
  refusal = null,
  correct = null,
  onSubmit,
  onClose,
  children,
}: ReversalDialogProps) {
  const { t } = useText();
  const { money } = useFormats();
  const [description, setDescription] = useState('');
  const [isTried, setIsTried] = useState(false);
  const reason = useRef<HTMLTextAreaElement>(null);
  const trimmed = description.trim();
  const issue =
    trimmed === '' ? t('reversals:reasonEmpty') : holdsCardNumber(trimmed) ? t('charge:issue.card-number-here') : null;
  const toFirstField = (): void => (correct ?? (() => reason.current?.focus()))();
  const submit = (): void => {
    if (refusal !== null) return;
    setIsTried(true);
    if (correct !== null || issue !== null) toFirstField();
    else onSubmit(trimmed);
  };
  useDialogKeys(since === null ? { Escape: onClose, F9: submit } : {});
  const onFailure = useEffectEvent(toFirstField);
  useEffect(() => {
    if (failure !== null) onFailure();
  }, [failure]);
  const isNotice = failure !== null && failure.kind !== 'duplicate' && refusal === null;
  // Enter in the amount leads on. Only F9 sends.
  return (
    <Form onSend={toFirstField}>
      <Stack gap={12}>
        <Facts of={of} whole={whole} />
        {since === null ? (
          <>
            {refusal === null ? (
              <Callout tone="plain">
                <p className={parts.strong}>{t(`reversals:${operation}.consequence`)}</p>
                <p>{t('reversals:beyond')}</p>
              </Callout>
            ) : (
              <FailureNotice failure={refusal} act="paying" />
            )}
            {children}
            <Textarea
              ref={reason}
              {...(operation === 'void' ? { 'data-autofocus': true } : {})}
              label={t('label.reason')}
              description={t('reversals:reasonHint')}
              maxLength={paymentFields.description.max}
              rows={2}
              value={description}
              onChange={(event) => setDescription(event.currentTarget.value)}
              error={isTried ? issue : null}
            />
            {isNotice && <FailureNotice failure={failure} act="paying" />}
            <DialogFoot>
              <KeyButton onClick={onClose} keys="Escape">
                {t('action.cancel')}
              </KeyButton>
              <KeyButton variant="filled" keys="F9" disabled={refusal !== null} onClick={submit}>
                {amount === null
                  ? t(`operation.${operation}`)
                  : t(`reversals:${operation}.submit`, { amount: money(amount, of.currencySign) })}
              </KeyButton>
            </DialogFoot>
          </>
        ) : (
          <UnderWay since={since} />
        )}
      </Stack>
    </Form>
  );
}

function Facts({ of, whole }: Pick<ReversalDialogProps, 'of' | 'whole'>) {
  const { t } = useText();
  return (
    <p>
      <strong>
        <Amount value={whole} currencySign={of.currencySign} />
      </strong>
      {' · '}
      {customerName(of)}
      {' · '}
      {cardWords(t, of.card)}
      {' · '}
      <Moment at={of.startedAt} />
    </p>
  );
}
