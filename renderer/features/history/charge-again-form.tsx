/** The form of a charge of an earlier card: amount, tax, texts, the customer's consent, and a reason where it looks like a repeat. */
import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core';
import { use, useRef, useState, type ReactNode } from 'react';
import { paymentSubject } from '#shared/audit/step-up.ts';
import type { EarlierCardView } from '#shared/payments/entry/earlier-card.ts';
import { paymentFields } from '#shared/payments/payment-fields.ts';
import { textLimits } from '#shared/text-limits.ts';
import { cardWords } from '#shared/words/card-words.ts';
import { customerName } from '#shared/words/customer-name.ts';
import type { useAction } from '#renderer/session/api.ts';
import { useMayAct, useSession } from '#renderer/session/session.tsx';
import { StepUpContext } from '#renderer/session/step-up.ts';
import { FocusOnOpening } from '#renderer/ui/dialog.tsx';
import { useDialogKeys } from '#renderer/ui/dialog-keys.ts';
import { FailureNotice } from '#renderer/ui/failure-notice.tsx';
import { Callout } from '#renderer/ui/parts.tsx';
import { KeyHint } from '#renderer/ui/shortcuts.tsx';
import { Moment } from '#renderer/ui/texts/moment.tsx';
import { useFormats } from '#renderer/words/formats.ts';
import { useText } from '#renderer/words/i18n.ts';
import { useRechargeDraft, type RechargeField } from './use-recharge-draft.ts';

interface FormProps {
  readonly earlier: EarlierCardView;
  readonly charge: ReturnType<typeof useAction<'payments', 'recharge'>>;
  readonly onShow: (id: string) => void;
  readonly onClose: () => void;
  /** Steps beside those of the form. */
  readonly children: ReactNode;
}

export function ChargeAgainForm({ earlier, charge, onShow, onClose, children }: FormProps) {
  const { t } = useText();
  const { money } = useFormats();
  const { currencySign } = useSession().merchant.merchant;
  const form = useRef<HTMLFormElement>(null);
  const [isTried, setIsTried] = useState(false);
  const failure = charge.error?.failure ?? null;
  const keyed = useRechargeDraft(earlier, failure);
  const { isAsking, send } = useSending(keyed, earlier, { charge, onShow, onClose });
  const submit = (): void => {
    setIsTried(true);
    const [first] = keyed.wrong;
    if (first === undefined) void send();
    else form.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus();
  };
  useDialogKeys(charge.isPending ? {} : { Escape: onClose, F9: submit }, !isAsking);
  return (
    <form ref={form} noValidate onSubmit={(event) => event.preventDefault()}>
      <FocusOnOpening />
      <Stack gap={12}>
        <p>
          <strong>{customerName(earlier)}</strong> · {cardWords(t, earlier.card)} · <Moment at={earlier.startedAt} />
        </p>
        <Callout tone="plain">{t('history:again.beyond')}</Callout>
        <Fields keyed={keyed} isTried={isTried} />
        {failure !== null && <FailureNotice failure={failure} />}
        <Group justify="flex-end" gap={8}>
          {children}
          <Button
            variant="default"
            disabled={charge.isPending}
            onClick={onClose}
            rightSection={<KeyHint keys="Escape" />}
          >
            {t('action.cancel')}
          </Button>
          <Button loading={charge.isPending} rightSection={<KeyHint keys="F9" />} onClick={submit}>
            {keyed.amount === null
              ? t('operation.recharge')
              : t('history:again.submit', { amount: money(keyed.amount, currencySign) })}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

type Keyed = ReturnType<typeof useRechargeDraft>;

/** Sends the draft once, with a supervisor's passcode first where an earlier payment is unknown. */
function useSending(
  { draft, duplicate }: Keyed,
  { card }: EarlierCardView,
  { charge, onShow, onClose }: Pick<FormProps, 'charge' | 'onShow' | 'onClose'>,
) {
  const isSupervisor = useMayAct('supervisor');
  const askSupervisor = use(StepUpContext);
  const [isAsking, setIsAsking] = useState(false);
  // Set in the turn of the key, because a second press may come before the page is drawn.
  const isSent = useRef(false);
  const approval = async (): Promise<string | null> => {
    if (askSupervisor === null) return null;
    setIsAsking(true);
    const subject = paymentSubject({ ...draft, lastFour: card.lastFour });
    const approvalId = await askSupervisor({ kind: 'step-up-needed', act: 'lookalike', subject, own: false });
    setIsAsking(false);
    return approvalId;
  };
  const send = async (): Promise<void> => {
    if (isSent.current) return;
    isSent.current = true;
    const needsApproval = duplicate?.needs === 'supervisor' && !isSupervisor;
    const approvalId = needsApproval ? await approval() : null;
    if (needsApproval && approvalId === null) {
      isSent.current = false;
      return;
    }
    const override = draft.override && { ...draft.override, ...(approvalId === null ? {} : { approvalId }) };
    charge.mutate(
      { ...draft, ...(override && { override }) },
      {
        onError: () => {
          isSent.current = false;
        },
        onSuccess: ({ id }) => {
          onClose();
          onShow(id);
        },
      },
    );
  };
  return { isAsking, send };
}

function Fields({ keyed, isTried }: { readonly keyed: Keyed; readonly isTried: boolean }) {
  const { t } = useText();
  const { currencySign } = useSession().merchant.merchant;
  const { texts, key, wrong } = keyed;
  const issue = (field: RechargeField, words: string): string | null =>
    isTried && wrong.includes(field) ? words : null;
  const money = { leftSection: currencySign, inputMode: 'decimal' } as const;
  return (
    <>
      <TextInput
        {...money}
        maxLength={textLimits.keyedNumber}
        data-autofocus
        name="amount"
        label={t('fields:amount.label')}
        value={texts.amount}
        onChange={(event) => key('amount', event.currentTarget.value)}
        error={issue('amount', t('history:again.amountWrong'))}
      />
      <TextInput
        {...money}
        maxLength={textLimits.keyedNumber}
        name="taxAmount"
        label={t('fields:taxAmount.heading')}
        value={keyed.tax}
        onChange={(event) => keyed.setTax(event.currentTarget.value)}
        error={issue('taxAmount', t('history:again.taxWrong'))}
      />
      {(['concept', 'description'] as const).map((name) => (
        <TextInput
          key={name}
          name={name}
          label={t(`fields:${name}.label`)}
          maxLength={paymentFields[name].max}
          value={texts[name]}
          onChange={(event) => key(name, event.currentTarget.value)}
          error={issue(name, t('history:again.textWrong'))}
        />
      ))}
      <Checkbox
        name="consent"
        label={keyed.consent}
        checked={keyed.isAgreed}
        onChange={(event) => keyed.setIsAgreed(event.currentTarget.checked)}
        error={issue('consent', t('history:again.consentNeeded'))}
      />
      {keyed.duplicate !== null && (
        <TextInput
          name="override"
          label={t('history:again.reason')}
          maxLength={textLimits.reason}
          value={texts.reason}
          onChange={(event) => key('reason', event.currentTarget.value)}
          error={issue('override', t('history:again.textWrong'))}
        />
      )}
    </>
  );
}
