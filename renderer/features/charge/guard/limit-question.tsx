/** A payment above a limit: the limit, what was used of it today, and the supervisor who lets this one payment pass. */
import { Group, Stack } from '@mantine/core';
import { useEffect, useEffectEvent } from 'react';
import { paymentSubject } from '#shared/audit/step-up.ts';
import type { StepUpNeeded } from '#renderer/session/step-up.ts';
import { ApprovalFields, useApproval } from '#renderer/ui/passcode/approval-fields.tsx';
import { useFormats } from '#renderer/words/formats.ts';
import { useText } from '#renderer/words/i18n.ts';
import { isDialogOpen } from '#renderer/ui/dialog-keys.ts';
import { guardedOf, type Allowance, type PaymentFacts } from '#renderer/features/charge/payment-phase.ts';
import { KeyButton } from '#renderer/ui/shortcuts.tsx';
import { Form } from '#renderer/ui/parts.tsx';

export function LimitQuestion({
  limit,
  facts,
  given,
  onAllowed,
}: {
  readonly limit: StepUpNeeded['limit'];
  readonly facts: PaymentFacts;
  /** The approval that settles it. */
  readonly given: Allowance | null;
  readonly onAllowed: (approvalId: string) => void;
}) {
  const { t } = useText();
  const { money } = useFormats();
  const written = (amount: number): string => money(amount, facts.merchant.currencySign);
  return (
    <>
      {limit !== undefined && (
        <p>
          {t(`charge:limit.${limit.of}`, { most: written(limit.most) })}{' '}
          {limit.used !== null && t('charge:limit.used', { used: written(limit.used) })}
        </p>
      )}
      {given === null ? (
        <SupervisorForm facts={facts} onAllowed={onAllowed} />
      ) : (
        <p role="status">{t('charge:limit.allowed')}</p>
      )}
    </>
  );
}

function SupervisorForm({
  facts,
  onAllowed,
}: {
  readonly facts: PaymentFacts;
  readonly onAllowed: (approvalId: string) => void;
}) {
  const { t } = useText();
  const form = useApproval(null);
  const begin = useEffectEvent(form.begin);
  useEffect(() => {
    if (!isDialogOpen()) begin();
  }, []);
  return (
    <Form onSend={() => form.submit({ act: 'amount', subject: paymentSubject(guardedOf(facts)) }, onAllowed)}>
      <Stack gap={12} maw={560}>
        <p>{t('charge:duplicate.ask')}</p>
        <ApprovalFields form={form} />
        <Group>
          <KeyButton variant="filled" type="submit" loading={form.pending} keys="Enter">
            {t('signIn:approval.submit')}
          </KeyButton>
        </Group>
      </Stack>
    </Form>
  );
}
