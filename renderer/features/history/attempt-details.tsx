/** Details of one attempt: outcome, keyed fields, raw answer. */
import { Stack, Tabs } from '@mantine/core';
import { IconCloudSearch, IconCreditCardPay, IconGavel, IconHourglassHigh, IconArrowBackUp } from '@tabler/icons-react';
import { useState } from 'react';
import { holdStage, type ShownAttempt, leftToRefund, chargedBy } from '#shared/ledger/listed-attempt.ts';
import { customerName, effectiveState } from '#shared/payments/attempt.ts';
import { shownData, useCall } from '#renderer/session/api.ts';
import { useText, type Translate } from '#renderer/words/i18n.ts';
import { HoldSteps } from '#renderer/ui/outcome/hold-steps.tsx';
import { OutcomePanel, outcomeTitleId, type OfferedReceipt } from '#renderer/ui/outcome/outcome-panel.tsx';
import { ReadOut } from '#renderer/ui/resolve/read-out.tsx';
import { resolveKeys, ResolveDialog } from '#renderer/ui/resolve/resolve-dialog.tsx';
import { useActions } from '#renderer/ui/actions.tsx';
import { FailureNotice } from '#renderer/ui/failure-notice.tsx';
import { useMayAct, useSession } from '#renderer/session/session.tsx';
import { SummaryLine } from '#renderer/ui/screen.tsx';
import { SlowNote, Amount } from '#renderer/ui/texts/values.tsx';
import { useIsPast } from '#renderer/ui/clock.ts';
import { useFormats } from '#renderer/words/formats.ts';
import { paymentWords } from '#renderer/words/payment-words.ts';
import { AtTheService, useHasRecords, useLookUp } from './at-the-service.tsx';
import { AttemptFacts } from './attempt-facts.tsx';
import { PaymentTimeline } from './payment-timeline.tsx';
import { RawAnswer } from './raw-answer.tsx';
import parts from '#renderer/ui/parts.module.css';
import { Callout } from '#renderer/ui/parts.tsx';
import { KeyButton } from '#renderer/ui/shortcuts.tsx';
import { useChargeAgain, reversalKeys, useReversalOffer } from '#renderer/ui/requests/reversal-offer.ts';
import { useNavigation } from '#renderer/session/navigation.tsx';
import classes from './history.module.css';
import { operationFacts } from '#shared/payments/operations.ts';

export function AttemptDetailsPanel({
  id,
  printing,
  onShow,
}: {
  readonly id: string;
  /** Visit that asked for its receipt to be printed; null without one. */
  readonly printing: number | null;
  /** Shows another attempt, such as the hold of a capture. */
  readonly onShow: (id: string) => void;
}) {
  // Nothing of the former payment stays while this one loads, because it would stand beside another row.
  const details = useCall('history', 'show', { id });
  const shown = shownData(details);
  return (
    <>
      {details.error !== null && <FailureNotice failure={details.error.failure} act="reading" />}
      {details.isPending && <SlowNote key={id} of="loading" />}
      {shown !== undefined && (
        <Shown key={`${shown.id} ${printing}`} details={shown} prints={printing !== null} onShow={onShow} />
      )}
    </>
  );
}

function Shown({
  details,
  prints,
  onShow,
}: {
  readonly details: ShownAttempt;
  readonly prints: boolean;
  readonly onShow: (id: string) => void;
}) {
  const { t } = useText();
  const formats = useFormats();
  const [resolving, setResolving] = useState(false);
  const mayResolve = useMayAct('supervisor');
  const past = useIsPast(details.payment?.expiresAt ?? null);
  const open = effectiveState(details) === 'unknown';
  const resolve = open && mayResolve ? () => setResolving(true) : undefined;
  useActions(t('nav.history'), [{ name: t('unconfirmed:resolve'), keys: resolveKeys, run: resolve }]);
  const [tab, setTab] = useState<string | null>('payment');
  const hasRecords = useHasRecords(details);
  const asking = useLookUp(details);
  const show = (next: string | null): void => {
    setTab(next);
    if (next === 'answer' && hasRecords && asking.data === undefined && !asking.isPending) asking.ask('payment');
  };
  return (
    <Tabs value={tab} onChange={show} className={classes.details} aria-label={t('history:details.label')}>
      <SummaryLine>
        <Amount value={details.amount} currencySign={details.currencySign} />
        {' · '}
        {customerName(details)}
      </SummaryLine>
      <Tabs.List>
        <Tabs.Tab value="payment">{t('label.result')}</Tabs.Tab>
        <Tabs.Tab value="entered">{t('history:details.tabs.entered')}</Tabs.Tab>
        <Tabs.Tab value="answer">{t(hasRecords ? 'reports:service.tab' : 'history:details.tabs.answer')}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="payment" className={classes.tab}>
        <OutcomePanel
          attempt={details}
          amount={amountOf(details)}
          words={paymentWords(t, formats, details, past)}
          receipts={receiptsOf(t, details)}
          receiptKeys="F4"
          printsReceipt={prints}
          course={<PaymentTimeline details={details} past={past} onShow={onShow} />}
          actions={
            <NextSteps
              details={details}
              past={past}
              lookUp={hasRecords ? () => show('answer') : undefined}
              resolve={resolve}
              onShow={onShow}
            />
          }
        />
        {details.overrideReason !== null && (
          <Callout tone="unknown">
            {t('history:details.override')} <q>{details.overrideReason}</q>
          </Callout>
        )}
      </Tabs.Panel>
      <Tabs.Panel value="entered" className={classes.tab}>
        <AttemptFacts details={details} />
      </Tabs.Panel>
      <Tabs.Panel value="answer" className={classes.tab}>
        {hasRecords ? (
          <Stack gap={12} flex="none">
            <AtTheService details={details} asking={asking} />
            <RawAnswer text={details.rawAnswer} />
          </Stack>
        ) : (
          <RawAnswer text={details.rawAnswer} />
        )}
      </Tabs.Panel>
      {resolving && (
        <ResolveDialog attempt={details} home={outcomeTitleId(details.id)} onClose={() => setResolving(false)} />
      )}
    </Tabs>
  );
}

interface StepsProps {
  readonly details: ShownAttempt;
  /** Its hold has run out. */
  readonly past: boolean;
  /** Shows the records of the service; undefined where it has none. */
  readonly lookUp: (() => void) | undefined;
  /** Undefined for an operator who may not, and once it is resolved. */
  readonly resolve: (() => void) | undefined;
  readonly onShow: (id: string) => void;
}

/** The next steps: to look it up, resolve, capture, charge again or refund it, or to see what belongs to it. */
function NextSteps({ details, past, lookUp, resolve, onShow }: StepsProps) {
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

/** Returns the amount that was charged, or else asked for; null where the service charged one that it did not name. */
const amountOf = (details: ShownAttempt): number | null =>
  details.payment !== null && holdStage(details.payment, false) === 'already-charged'
    ? null
    : (chargedBy(details)?.amount ?? details.amount);

/** Returns the receipts to offer. That of the charge comes first, because it is the one that the customer needs. */
function receiptsOf(t: Translate, shown: ShownAttempt): readonly OfferedReceipt[] {
  const charge = chargedBy(shown);
  const charging = shown.timeline.filter(({ id }) => id === charge?.id);
  const captures = operationFacts(shown.operation).settles?.approved === 'captured';
  const label = captures
    ? t('history:details.receiptOfCapture')
    : t(charge === null ? 'outcomes:receipt' : 'history:details.receiptOfHold');
  return [
    ...charging.map((attempt) => ({ attempt, label: t('history:details.receiptOfCapture') })),
    { attempt: shown, label },
  ];
}
