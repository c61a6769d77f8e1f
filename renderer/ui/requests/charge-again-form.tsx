/** The form of a charge of an earlier card: amount, tax, texts, the customer's consent, and a reason where it looks like a repeat. */
import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core';
import { use, useEffect, useEffectEvent, useRef, useState, type SubmitEvent } from 'react';
import { paymentSubject } from '#shared/audit/step-up.ts';
import type { RechargeDraft } from '#shared/payments/attempt.ts';
import type { EarlierCardView } from '#shared/payments/entry/earlier-card.ts';
import { paymentFields } from '#shared/payments/payment-fields.ts';
import { textLimits } from '#shared/text-limits.ts';
import { useMayAct, useSession } from '#renderer/session/session.tsx';
import { StepUpContext } from '#renderer/session/step-up.ts';
import { DialogFoot, FocusOnOpening } from '#renderer/ui/dialog.tsx';
import { useDialogKeys } from '#renderer/ui/dialog-keys.ts';
import { FailureNotice } from '#renderer/ui/failure-notice.tsx';
import { Callout } from '#renderer/ui/parts.tsx';
import { PaymentName } from '#renderer/ui/texts/payment-name.tsx';
import { useFormats } from '#renderer/words/formats.ts';
import { useText } from '#renderer/words/i18n.ts';
import { UnderWay } from './later-dialog.tsx';
import type { RequestState } from './use-later-request.ts';
import { useRechargeDraft, type RechargeField } from './use-recharge-draft.ts';
import { KeyButton } from '#renderer/ui/shortcuts.tsx';

export function ChargeAgainForm({
  earlier,
  request,
  isCovered,
  onForget,
  onClose,
}: {
  readonly earlier: EarlierCardView;
  readonly request: RequestState<RechargeDraft>;
  /** True while another dialog lies above. */
  readonly isCovered: boolean;
  readonly onForget: () => void;
  readonly onClose: () => void;
}) {
  const { t } = useText();
  const form = useRef<HTMLFormElement>(null);
  const [isTried, setIsTried] = useState(false);
  const { failure, since } = request;
  const keyed = useRechargeDraft(earlier, failure);
  const approved = useApproval(keyed, earlier);
  const [firstWrong = 'amount'] = keyed.wrong;
  const correct = (): void => form.current?.querySelector<HTMLInputElement>(`[name="${firstWrong}"]`)?.focus();
  const submit = (): void => {
    setIsTried(true);
    if (keyed.wrong.length > 0) correct();
    else request.send(approved);
  };
  /** Enter in a text leads on to what is missing. Only F9 sends. */
  const goOn = (event: SubmitEvent): void => {
    event.preventDefault();
    if (keyed.wrong.length > 0) correct();
  };
  useDialogKeys(since === null ? { Escape: onClose, F9: submit } : {}, !isCovered);
  const onFailure = useEffectEvent(correct);
  useEffect(() => {
    if (failure !== null && since === null) onFailure();
  }, [failure, since]);
  return (
    <form ref={form} noValidate onSubmit={goOn}>
      <FocusOnOpening />
      <input type="submit" hidden />
      <Stack gap={12}>
        <PaymentName of={earlier} />
        {since === null ? (
          <>
            <Callout tone="plain">{t('history:again.beyond')}</Callout>
            <Fields keyed={keyed} isTried={isTried} />
            {failure !== null && <FailureNotice failure={failure} act="paying" />}
            <Buttons amount={keyed.amount} onForget={onForget} onClose={onClose} onSubmit={submit} />
          </>
        ) : (
          <UnderWay since={since} />
        )}
      </Stack>
    </form>
  );
}

function Buttons({
  amount,
  onForget,
  onClose,
  onSubmit,
}: {
  /** Null while the keyed one is wrong. */
  readonly amount: number | null;
  readonly onForget: () => void;
  readonly onClose: () => void;
  readonly onSubmit: () => void;
}) {
  const { t } = useText();
  const { money } = useFormats();
  const { currencySign } = useSession().merchant.merchant;
  const mayForget = useMayAct('back-office');
  return (
    <DialogFoot>
      {mayForget && (
        <Button variant="subtle" mr="auto" onClick={onForget}>
          {t('history:again.forget')}
        </Button>
      )}
      <KeyButton onClick={onClose} keys="Escape">
        {t('action.cancel')}
      </KeyButton>
      <KeyButton variant="filled" keys="F9" onClick={onSubmit}>
        {t('charge:review.sellButton', {
          amount: amount === null ? '' : money(amount, currencySign),
        }).trim()}
      </KeyButton>
    </DialogFoot>
  );
}

type Keyed = ReturnType<typeof useRechargeDraft>;

/** Returns what makes the draft to send, with a supervisor's passcode first where an earlier payment is unknown. */
function useApproval({ draft, duplicate }: Keyed, { card }: EarlierCardView): () => Promise<RechargeDraft | null> {
  const isSupervisor = useMayAct('supervisor');
  const askSupervisor = use(StepUpContext);
  return async () => {
    if (duplicate?.needs !== 'supervisor' || isSupervisor) return draft;
    const subject = paymentSubject({ ...draft, lastFour: card.lastFour });
    const approvalId = await askSupervisor?.({ kind: 'step-up-needed', act: 'lookalike', subject, own: false });
    if (approvalId == null) return null;
    return { ...draft, ...(draft.override && { override: { ...draft.override, approvalId } }) };
  };
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
      <Group grow gap={12} align="flex-start">
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
      </Group>
      <Group grow gap={12} align="flex-start">
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
      </Group>
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
