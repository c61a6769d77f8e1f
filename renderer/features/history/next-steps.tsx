/** The next steps for one attempt: to look it up, resolve, capture, charge again or refund it, or to see what belongs to it. */
import { IconCloudSearch, IconCreditCardPay, IconGavel, IconHourglassHigh, IconArrowBackUp } from '@tabler/icons-react';
import { holdStage, leftToRefund, type ShownAttempt } from '#shared/ledger/listed-attempt.ts';
import { effectiveState } from '#shared/payments/attempt.ts';
import { useNavigation } from '#renderer/session/navigation.tsx';
import { useSession } from '#renderer/session/session.tsx';
import { useActions } from '#renderer/ui/actions.tsx';
import { HoldSteps } from '#renderer/ui/outcome/hold-steps.tsx';
import parts from '#renderer/ui/parts.module.css';
import { useChargeAgain, reversalKeys, useReversalOffer } from '#renderer/ui/requests/reversal-offer.ts';
import { ReadOut } from '#renderer/ui/resolve/read-out.tsx';
import { resolveKeys } from '#renderer/ui/resolve/resolve-dialog.tsx';
import { KeyButton } from '#renderer/ui/shortcuts.tsx';
import { useText } from '#renderer/words/i18n.ts';

export function NextSteps({
  details,
  past,
  lookUp,
  resolve,
  onShow,
}: {
  readonly details: ShownAttempt;
  /** Its hold has run out. */
  readonly past: boolean;
  /** Shows the records of the service; undefined where it has none. */
  readonly lookUp: (() => void) | undefined;
  /** Undefined for an operator who may not, and once it is resolved. */
  readonly resolve: (() => void) | undefined;
  readonly onShow: (id: string) => void;
}) {
  const { t } = useText();
  const openHoldId = useOpenHold(details, past);
  const { holdId } = details;
  const open = effectiveState(details) === 'unknown';
  const settlementId = holdId === null ? (details.payment?.settlement?.id ?? null) : null;
  return (
    <>
      {open && resolve === undefined && <ReadOut attempt={details} />}
      {open && lookUp !== undefined && (
        <KeyButton variant="filled" icon={IconCloudSearch} onClick={lookUp}>
          {t('history:service.lookUp')}
        </KeyButton>
      )}
      {resolve !== undefined && (
        <KeyButton
          variant={lookUp === undefined ? 'filled' : 'default'}
          icon={IconGavel}
          keys={resolveKeys}
          onClick={resolve}
        >
          {t('unconfirmed:resolve')}
        </KeyButton>
      )}
      {openHoldId !== null && <HoldSteps holdId={openHoldId} primary />}
      <ChargeAgainStep details={details} onOpen={() => onShow(details.id)} />
      {holdId !== null && (
        <KeyButton icon={IconHourglassHigh} onClick={() => onShow(holdId)}>
          {t('history:details.hold')}
        </KeyButton>
      )}
      {settlementId !== null && (
        <KeyButton icon={IconCreditCardPay} onClick={() => onShow(settlementId)}>
          {t('history:details.settlement')}
        </KeyButton>
      )}
      <RefundStep details={details} onOpen={() => onShow(details.id)} />
    </>
  );
}

/** Returns the hold of the payment while it can be captured from here; null otherwise. */
function useOpenHold({ payment, environment }: ShownAttempt, past: boolean): string | null {
  const { merchant } = useSession().merchant;
  // Holds shows one environment at a time, so that no hold is captured under another one's band.
  if (payment?.hold !== 'open' || environment !== merchant.environment) return null;
  const stage = holdStage(payment, past);
  return stage === 'held' || stage === 'expired' ? payment.holdId : null;
}

/** The button that charges the card of this payment again, without keying it. */
function ChargeAgainStep({
  details,
  onOpen,
}: {
  readonly details: ShownAttempt;
  /** Called first: the payment stays chosen when the new one becomes the newest row. */
  readonly onOpen: () => void;
}) {
  const { t } = useText();
  const open = useChargeAgain(t('nav.history'), details, onOpen);
  return (
    open !== undefined && (
      <KeyButton icon={IconCreditCardPay} onClick={open}>
        {t('history:again.open')}
      </KeyButton>
    )
  );
}

/** The button that refunds what is left of a charge, or why it can't be refunded. */
function RefundStep({
  details,
  onOpen,
}: {
  readonly details: ShownAttempt;
  /** Called first: the payment stays chosen when its refund becomes the newest row. */
  readonly onOpen: () => void;
}) {
  const { t } = useText();
  const { openLater } = useNavigation();
  const open = (): void => {
    onOpen();
    openLater({ operation: 'refund', details });
  };
  const isLeft = leftToRefund(details) > 0;
  const offer = useReversalOffer('refund', details);
  const name = t('reversals:refund.open');
  const run = isLeft && offer === 'offered' ? open : undefined;
  useActions(t('nav.history'), [{ name, keys: reversalKeys, said: t('palette:words.refund'), run }]);
  if (!isLeft || offer === 'hidden') return null;
  if (offer !== 'offered') return <p className={parts.note}>{t(`failures:not-offered.${offer}.refund`)}</p>;
  return (
    <KeyButton icon={IconArrowBackUp} keys={reversalKeys} onClick={open}>
      {name}
    </KeyButton>
  );
}
