/** Dialog in which a supervisor resolves an unknown payment: outcome, reference, ground. */
import { textLimits } from '#shared/text-limits.ts';
import { operationFacts, type OperationFacts } from '#shared/payments/operations.ts';
import { Radio, Stack, TextInput, Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { holdsCardNumber } from '#shared/texts/card-numbers.ts';
import { referenceHoldsCard } from '#shared/texts/text-kinds.ts';
import { fieldLimits } from '#shared/payments/field-limits.ts';
import type { Attempt, Contradiction, Resolution } from '#shared/payments/attempt.ts';
import { useAction } from '#renderer/session/api.ts';
import { Amount, Moment } from '#renderer/ui/texts/values.tsx';
import { contradictionWords } from '#renderer/words/contradiction-words.ts';
import { useFormats } from '#renderer/words/formats.ts';
import { useText } from '#renderer/words/i18n.ts';
import { cardWords } from '#shared/words/card-words.ts';
import { FailureNotice } from '#renderer/ui/failure-notice.tsx';
import { shortReference } from '#renderer/words/unconfirmed/age.ts';
import { Dialog, DialogFoot, leaveUnless } from '#renderer/ui/dialog.tsx';
import { useDialogKeys } from '#renderer/ui/dialog-keys.ts';
import { KeyButton, KeyHint } from '#renderer/ui/shortcuts.tsx';
import parts from '#renderer/ui/parts.module.css';
import { Callout, Form } from '#renderer/ui/parts.tsx';
import classes from './resolve.module.css';

const resolved = ['approved', 'declined', 'rejected', 'not-sent'] as const satisfies readonly Resolution['outcome'][];

const approvedMeaning = {
  held: 'history:resolve.approvedHold',
  charged: 'history:resolve.approvedCharge',
  captured: 'history:resolve.approvedCharge',
  voided: 'history:resolve.approvedVoid',
  refunded: 'history:resolve.approvedRefund',
  unlisted: 'outcomes:unlisted.next',
} as const satisfies Readonly<Record<OperationFacts['result'], string>>;

function ContradictionNote({
  attempt,
  contradiction,
}: {
  readonly attempt: Attempt;
  readonly contradiction: Contradiction;
}) {
  const { t } = useText();
  const { money, recorded } = contradictionWords(t, useFormats(), attempt, contradiction);
  return (
    <Callout tone="unknown">
      <strong>{money}</strong> {recorded} {t('outcomes:lateAnswer.settle')}
    </Callout>
  );
}

/** Key that opens the dialog from a result or from the details of a payment. */
export const resolveKeys = 'Mod+E';
/** Key that records. The same one that sends a payment. */
const submitKeys = 'F9';

export function ResolveDialog({
  attempt,
  home = null,
  isOverDialog = false,
  onClose,
}: {
  readonly attempt: Attempt;
  /** Id of the element that takes the focus afterwards, when the one that had it is gone. */
  readonly home?: string | null;
  /** True over another dialog of the frame, which a lock hides and keeps. The parts of a screen would confine it. */
  readonly isOverDialog?: boolean;
  readonly onClose: () => void;
}) {
  const { t } = useText();
  const form = useResolution(attempt, onClose);
  const { resolve, referenceField, noteField, recorded } = form;
  const { contradiction } = attempt;
  const opensHold = form.outcome === 'approved' && operationFacts(attempt.operation).opens === 'hold';
  const leave = leaveUnless(resolve.isPending, onClose);
  useDialogKeys({
    Escape: leave,
    [submitKeys]: form.submit,
    ...Object.fromEntries(resolved.map((choice, index) => [String(index + 1), () => form.choose(choice)])),
  });
  return (
    <Dialog
      home={home}
      leaving={recorded}
      onClose={leave}
      title={t(contradiction === null ? 'history:resolve.title' : 'history:resolve.titleAgain')}
      size={640}
      yOffset={24}
      closeOnEscape={false}
      withinPortal={!isOverDialog}
    >
      <Form onSend={form.submit}>
        <Stack gap={12}>
          <PaymentLine attempt={attempt} />
          {contradiction !== null && <ContradictionNote attempt={attempt} contradiction={contradiction} />}
          <Callout tone="unknown">{t('history:resolve.warning')}</Callout>
          <OutcomeField attempt={attempt} form={form} />
          <TextInput
            ref={referenceField}
            label={t('label.reference')}
            description={t(opensHold ? `history:resolve.captureBy.${attempt.family}` : 'history:resolve.referenceHint')}
            maxLength={fieldLimits.authToken}
            value={form.reference}
            onChange={(event) => form.setReference(event.currentTarget.value)}
            onKeyDown={(event) => {
              // Ends the reference. Records nothing before there is a note.
              if (event.key !== 'Enter' || form.note.trim() !== '') return;
              event.preventDefault();
              noteField.current?.focus();
            }}
            error={form.tried ? form.referenceIssue : null}
          />
          <Textarea
            ref={noteField}
            label={t('history:resolve.note')}
            description={t('history:resolve.noteHint')}
            maxLength={textLimits.note}
            rows={2}
            value={form.note}
            onChange={(event) => form.setNote(event.currentTarget.value)}
            error={form.tried ? form.noteIssue : null}
          />
          {resolve.error !== null && <FailureNotice failure={resolve.error.failure} act="recording" />}
          <DialogFoot>
            <KeyButton onClick={leave} keys="Escape">
              {t('history:resolve.cancel')}
            </KeyButton>
            <KeyButton variant="filled" type="submit" loading={resolve.isPending} keys={submitKeys}>
              {t('history:resolve.submit')}
            </KeyButton>
          </DialogFoot>
        </Stack>
      </Form>
    </Dialog>
  );
}

/** Holds the keyed resolution with its issues, and records it. */
function useResolution(attempt: Attempt, onClose: () => void) {
  const { t } = useText();
  const client = useQueryClient();
  const resolve = useAction('history', 'resolve');
  const [outcome, setOutcome] = useState<Resolution['outcome'] | null>(null);
  const { contradiction } = attempt;
  const answered = attempt.family === 'json' ? attempt.references.codOper : attempt.references.authToken;
  // The service's own reference, exactly as it came, is not typed again.
  const [reference, setReference] = useState(contradiction?.answered === 'approved' ? (answered ?? '') : '');
  const [note, setNote] = useState('');
  const [tried, setTried] = useState(false);
  const group = useRef<HTMLDivElement>(null);
  const referenceField = useRef<HTMLInputElement>(null);
  const noteField = useRef<HTMLTextAreaElement>(null);

  // A payment that the service does not know has no reference there. Any other was found by its reference.
  const needsReference = outcome !== null && outcome !== 'not-sent' && reference.trim() === '';
  const cardNumber = (found: boolean): string | null => (found ? t('charge:issue.card-number-here') : null);
  const referenceIssue = needsReference
    ? t('history:resolve.referenceNeeded')
    : cardNumber(referenceHoldsCard(reference));
  const noteIssue = note.trim() === '' ? t('history:resolve.noteNeeded') : cardNumber(holdsCardNumber(note));
  // The button that opened the dialog goes once the payment is resolved.
  const recorded = useRef(false);
  const choose = (choice: Resolution['outcome']): void => {
    setOutcome(choice);
    // The next thing to type: the reference, unless it is known or there is none.
    if (choice !== 'not-sent' && reference.trim() === '') referenceField.current?.focus();
    else noteField.current?.focus();
  };
  const submit = (): void => {
    if (resolve.isPending) return;
    setTried(true);
    if (outcome === null) group.current?.querySelector('input')?.focus();
    else if (referenceIssue !== null) referenceField.current?.focus();
    else if (noteIssue !== null) noteField.current?.focus();
    else {
      const resolution = {
        outcome,
        reference: reference.trim(),
        note: note.trim(),
        knows: contradiction?.answered ?? null,
      };
      void resolve.perform({ id: attempt.id, resolution }).then(({ ok }) => {
        if (!ok) return;
        recorded.current = true;
        for (const changed of ['history', 'holds']) {
          // The event of the change may have begun to read already.
          void client.invalidateQueries({ queryKey: [changed] }, { cancelRefetch: false });
        }
        onClose();
      });
    }
  };
  return {
    resolve,
    outcome,
    setOutcome,
    choose,
    group,
    reference,
    setReference,
    referenceIssue,
    referenceField,
    note,
    setNote,
    noteIssue,
    noteField,
    tried,
    submit,
    recorded,
  };
}

function PaymentLine({ attempt }: { readonly attempt: Attempt }) {
  const { t } = useText();
  return (
    <p>
      <strong>
        <Amount value={attempt.amount} currencySign={attempt.currencySign} />
      </strong>
      {' · '}
      {cardWords(t, attempt.card)}
      {' · '}
      <Moment at={attempt.startedAt} />
      {' · '}
      <span className={parts.whole}>{shortReference(attempt.id)}</span>
    </p>
  );
}

function OutcomeField({
  attempt,
  form: { group, outcome, setOutcome, tried },
}: {
  readonly attempt: Attempt;
  readonly form: ReturnType<typeof useResolution>;
}) {
  const { t } = useText();
  const meaning = (choice: Resolution['outcome']): string => {
    if (choice !== 'approved') return t(`history:resolve.${choice}Text`);
    return t(approvedMeaning[operationFacts(attempt.operation).result]);
  };
  return (
    <Radio.Group
      ref={group}
      label={t('label.outcome')}
      value={outcome}
      onChange={(value) => setOutcome(resolved.find((known) => known === value) ?? null)}
      error={tried && outcome === null ? t('history:resolve.outcomeNeeded') : undefined}
    >
      <div className={classes.outcomes}>
        {resolved.map((choice, index) => (
          <Radio
            key={choice}
            value={choice}
            data-autofocus={index === 0 ? true : undefined}
            label={
              <span className={parts.line}>
                {t(`history:resolve.${choice}`)} <KeyHint keys={String(index + 1)} />
              </span>
            }
            description={meaning(choice)}
          />
        ))}
      </div>
    </Radio.Group>
  );
}
