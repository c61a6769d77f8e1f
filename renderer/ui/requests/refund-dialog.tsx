/** Refunds a charge, whole or in part, never more than is left of it. */
import { Checkbox, Group, Stack, TextInput } from '@mantine/core';
import { useRef, useState, type ReactNode } from 'react';
import type { Failure } from '#shared/failure.ts';
import { chargedAmount, chargeIn, leftToRefund, type ShownAttempt } from '#shared/ledger/listed-attempt.ts';
import { effectiveState } from '#shared/payments/attempt.ts';
import { isWithoutEffect } from '#shared/payments/outcome.ts';
import { decimalText, readAmount } from '#shared/payments/money.ts';
import { newId } from '#shared/new-id.ts';
import { textLimits } from '#shared/text-limits.ts';
import { shownData, useAction, useCall } from '#renderer/session/api.ts';
import { OutcomeBadge } from '#renderer/ui/outcome/outcome-badge.tsx';
import { outcomeTitleId } from '#renderer/ui/outcome/outcome-panel.tsx';
import { Callout } from '#renderer/ui/parts.tsx';
import { Amount } from '#renderer/ui/texts/values.tsx';
import { useFormats } from '#renderer/words/formats.ts';
import { useText } from '#renderer/words/i18n.ts';
import { ReversalDialog } from './reversal-dialog.tsx';
import { useLaterRequest } from './use-later-request.ts';
import parts from '#renderer/ui/parts.module.css';

type Duplicate = Extract<Failure, { kind: 'duplicate' }>;

function useRefundDraft(details: ShownAttempt, failure: Failure | null) {
  const { t } = useText();
  const { money } = useFormats();
  const [text, setText] = useState(() => decimalText(leftToRefund(details)));
  const [confirmed, setConfirmed] = useState<number | null>(null);
  const [sent, setSent] = useState<number | null>(null);
  const [earlier, setEarlier] = useState<{ readonly duplicate: Duplicate; readonly amount: number | null } | null>(
    null,
  );
  if (failure?.kind === 'duplicate' && failure !== earlier?.duplicate) setEarlier({ duplicate: failure, amount: sent });
  const [isTried, setIsTried] = useState(false);
  const left = failure?.kind === 'over-refund' ? failure.left : leftToRefund(details);
  const read = readAmount(text);
  const amount = read !== null && read <= left ? read : null;
  const isConfirmed = amount !== null && confirmed === amount;
  const over = left > 0 ? 'reversals:refund.over' : 'reversals:refund.nothing';
  return {
    text,
    setText,
    left,
    /** Null while what is keyed is wrong. */
    amount,
    amountIssue:
      read !== null && amount === null
        ? t(over, { left: money(left, details.currencySign) })
        : isTried && read === null
          ? t('reversals:refund.wrong')
          : null,
    /** Shown until another amount is keyed, which has other refunds of its own, whatever the next try fails of. */
    duplicate: earlier !== null && earlier.amount === amount ? earlier.duplicate : null,
    isConfirmed,
    confirm: (isTicked: boolean): void => setConfirmed(isTicked ? amount : null),
    confirmIssue: isTried && !isConfirmed ? t('reversals:refund.confirm') : null,
    setSent,
    try: (): void => setIsTried(true),
  };
}

export function RefundDialog({ payment, onClose }: { readonly payment: ShownAttempt; readonly onClose: () => void }) {
  const { t } = useText();
  const { money } = useFormats();
  // Another seat may refund it meanwhile.
  const details = shownData(useCall('history', 'show', { id: payment.id })) ?? payment;
  const chargeId = chargeIn(payment) ?? payment.id;
  const [draftId] = useState(newId);
  const request = useLaterRequest(useAction('payments', 'refund'));
  const draft = useRefundDraft(details, request.failure);
  const amountField = useRef<HTMLInputElement>(null);
  const confirmation = useRef<HTMLInputElement>(null);
  const { amount, left, duplicate, isConfirmed } = draft;
  const wrong = amount === null ? amountField : duplicate !== null && !isConfirmed ? confirmation : null;
  const correct = (): void => {
    draft.try();
    wrong?.current?.focus();
  };
  const sent = request.attempt;
  // A refund that may have moved money is off what is left from its first row on.
  const isCounted =
    sent !== null && !isWithoutEffect(effectiveState(sent)) && details.timeline.some(({ id }) => id === sent.id);
  const written = (value: number): string => money(value, details.currencySign);
  const leftWords = t('reversals:refund.left', { left: written(left), charged: written(chargedAmount(details)) });
  return (
    <ReversalDialog
      operation="refund"
      of={details}
      whole={chargedAmount(details)}
      amount={amount}
      request={request}
      left={!isCounted ? null : left === 0 ? t('reversals:refund.nothing') : leftWords}
      correct={wrong === null ? null : correct}
      home={outcomeTitleId(payment.id)}
      onSubmit={(description) => {
        if (amount === null) return;
        draft.setSent(amount);
        request.send(() => ({ draftId, chargeId, amount, description, isConfirmed }));
      }}
      onClose={onClose}
    >
      <TextInput
        ref={amountField}
        data-autofocus
        label={t('reversals:refund.amount')}
        description={leftWords}
        leftSection={details.currencySign}
        inputMode="decimal"
        maxLength={textLimits.keyedNumber}
        value={draft.text}
        onChange={(event) => draft.setText(event.currentTarget.value)}
        onFocus={(event) => event.currentTarget.select()}
        error={draft.amountIssue}
      />
      {duplicate !== null && (
        <EarlierRefunds duplicate={duplicate}>
          <Checkbox
            ref={confirmation}
            label={t('reversals:refund.again')}
            checked={isConfirmed}
            onChange={(event) => draft.confirm(event.currentTarget.checked)}
            error={draft.confirmIssue}
          />
        </EarlierRefunds>
      )}
    </ReversalDialog>
  );
}

function EarlierRefunds({
  duplicate: { earlier, needs },
  children,
}: {
  readonly duplicate: Duplicate;
  readonly children: ReactNode;
}) {
  const { t } = useText();
  const { moment } = useFormats();
  return (
    <Callout tone="unknown" role="alert">
      <Stack gap={8}>
        <p className={parts.strong}>{t('reversals:refund.earlier')}</p>
        <ul>
          {earlier.map((attempt) => (
            <Group component="li" key={attempt.id} gap="4px 12px">
              <OutcomeBadge attempt={attempt} />
              <Amount value={attempt.amount} currencySign={attempt.currencySign} />
              <span>
                {t('history:timeline.by', { operator: attempt.operatorName, seat: attempt.seat })}
                {' · '}
                {moment(attempt.startedAt)}
              </span>
              {attempt.description !== '' && <q>{attempt.description}</q>}
            </Group>
          ))}
        </ul>
        {needs === 'supervisor' && <p>{t('failures:duplicate.supervisor')}</p>}
        {children}
      </Stack>
    </Callout>
  );
}
