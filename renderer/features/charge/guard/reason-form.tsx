/**
 * Asks for the reason to send a payment like an earlier one, and for a supervisor's passcode if needed.
 * The cashier stays signed in.
 */
import { textLimits } from '#shared/text-limits.ts';
import { TextInput, Group, Stack } from '@mantine/core';
import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { holdsCardNumber } from '#shared/texts/card-numbers.ts';
import { paymentSubject } from '#shared/audit/step-up.ts';
import { useText } from '#renderer/words/i18n.ts';
import { focusWhatCame } from '#renderer/ui/dialog-keys.ts';
import { ApprovalFields, useApproval } from '#renderer/ui/passcode/approval-fields.tsx';
import { reasonFieldId, type GuardedPayment } from '#renderer/features/charge/payment-phase.ts';
import type { Payment } from '#renderer/features/charge/use-payment.ts';
import { KeyButton } from '#renderer/ui/shortcuts.tsx';
import { Form } from '#renderer/ui/parts.tsx';

/** @param takesFocus false beside the form, where the operator is still keying */
export function ReasonForm({
  payment,
  needsApproval,
  takesFocus,
  onReason,
}: {
  readonly payment: GuardedPayment;
  readonly needsApproval: boolean;
  readonly takesFocus: boolean;
  readonly onReason: Payment['overrideWith'];
}) {
  const { t } = useText();
  const approval = useApproval(null);
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const issue =
    reason.trim() === ''
      ? t('charge:duplicate.reasonRequired')
      : holdsCardNumber(reason)
        ? t('charge:issue.card-number-here')
        : null;
  const focus = useEffectEvent(() => {
    if (takesFocus) focusWhatCame(input.current);
  });
  useLayoutEffect(() => focus(), []);

  const submit = (): void => {
    setTried(true);
    if (issue !== null) input.current?.focus();
    else if (!needsApproval) onReason(reason.trim(), null);
    else {
      const guarded = { act: 'lookalike', subject: paymentSubject(payment) } as const;
      approval.submit(guarded, (approvalId) => onReason(reason.trim(), approvalId));
    }
  };

  return (
    <Form onSend={submit}>
      <Stack gap={12} maw={560}>
        {needsApproval && <p>{t('charge:duplicate.ask')}</p>}
        <TextInput
          ref={input}
          id={reasonFieldId}
          label={t('charge:duplicate.reason')}
          value={reason}
          maxLength={textLimits.reason}
          error={tried ? issue : null}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        {needsApproval && <ApprovalFields form={approval} />}
        <Group>
          <KeyButton variant="filled" type="submit" loading={approval.pending} keys="Enter">
            {t(needsApproval ? 'signIn:approval.submit' : 'charge:duplicate.goOn')}
          </KeyButton>
        </Group>
      </Stack>
    </Form>
  );
}
