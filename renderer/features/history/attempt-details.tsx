/** Details of one attempt: outcome, keyed fields, raw answer. */
import { Stack, Tabs } from '@mantine/core';
import { IconCloudSearch, IconCreditCardPay, IconGavel, IconHourglassHigh } from '@tabler/icons-react';
import { useState } from 'react';
import { holdStage, type ShownAttempt } from '#shared/ledger/listed-attempt.ts';
import { effectiveState } from '#shared/payments/attempt.ts';
import { shownData, useCall } from '#renderer/session/api.ts';
import { useText } from '#renderer/words/i18n.ts';
import { HoldSteps } from '#renderer/ui/outcome/hold-steps.tsx';
import { OutcomePanel, outcomeTitleId } from '#renderer/ui/outcome/outcome-panel.tsx';
import { ReadOut } from '#renderer/ui/resolve/read-out.tsx';
import { resolveKeys, ResolveDialog } from '#renderer/ui/resolve/resolve-dialog.tsx';
import { useActions } from '#renderer/ui/actions.tsx';
import { FailureNotice } from '#renderer/ui/failure-notice.tsx';
import { useMayAct, useSession } from '#renderer/session/session.tsx';
import { SummaryLine } from '#renderer/ui/screen.tsx';
import { SlowNote } from '#renderer/ui/texts/slow-note.tsx';
import { useIsPast } from '#renderer/ui/clock.ts';
import { Amount } from '#renderer/ui/texts/amount.tsx';
import { customerName } from '#shared/words/customer-name.ts';
import { useFormats } from '#renderer/words/formats.ts';
import { paymentWords } from '#renderer/words/payment-words.ts';
import { AtTheService, useHasRecords, useLookUp } from './at-the-service.tsx';
import { ChargeAgainStep } from './charge-again-step.tsx';
import { AttemptFacts } from './attempt-facts.tsx';
import { PaymentTimeline } from './payment-timeline.tsx';
import { receiptsOf } from './receipts.ts';
import { RefundStep } from './refund-step.tsx';
import { RawAnswer } from './raw-answer.tsx';
import parts from '#renderer/ui/parts.module.css';
import { Callout } from '#renderer/ui/parts.tsx';
import { KeyButton } from '#renderer/ui/shortcuts.tsx';
import classes from './history.module.css';

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
  const openHoldId = useOpenHold(details, past);
  const { holdId } = details;
  const [tab, setTab] = useState<string | null>('payment');
  const hasRecords = useHasRecords(details);
  const asking = useLookUp();
  const show = (next: string | null): void => {
    setTab(next);
    if (next === 'answer' && hasRecords && asking.isIdle) asking.mutate({ id: details.id, of: 'payment' });
  };
  const settlementId = holdId === null ? (details.payment?.settlement?.id ?? null) : null;
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
          words={paymentWords(t, formats, details, past)}
          receipts={receiptsOf(t, details)}
          receiptKeys="F4"
          printsReceipt={prints}
          course={<PaymentTimeline details={details} past={past} onShow={onShow} />}
          actions={
            <>
              {open && !mayResolve && <ReadOut attempt={details} />}
              {resolve !== undefined && (
                <KeyButton icon={IconGavel} keys={resolveKeys} onClick={resolve}>
                  {t('unconfirmed:resolve')}
                </KeyButton>
              )}
              {open && hasRecords && (
                <KeyButton variant="default" icon={IconCloudSearch} onClick={() => show('answer')}>
                  {t('history:service.lookUp')}
                </KeyButton>
              )}
              {openHoldId !== null && <HoldSteps holdId={openHoldId} primary />}
              <ChargeAgainStep details={details} onOpen={() => onShow(details.id)} />
              {holdId !== null && (
                <KeyButton variant="default" icon={IconHourglassHigh} onClick={() => onShow(holdId)}>
                  {t('history:details.hold')}
                </KeyButton>
              )}
              {settlementId !== null && (
                <KeyButton variant="default" icon={IconCreditCardPay} onClick={() => onShow(settlementId)}>
                  {t('history:details.settlement')}
                </KeyButton>
              )}
              <RefundStep details={details} onOpen={() => onShow(details.id)} />
            </>
          }
        />
        {open && mayResolve && <p className={parts.note}>{t('history:details.resolveHint')}</p>}
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

/** Returns the hold of the payment while it can be captured from here; null otherwise. */
function useOpenHold({ payment, environment }: ShownAttempt, past: boolean): string | null {
  const { merchant } = useSession().merchant;
  // Holds shows one environment at a time, so that no hold is captured under another one's band.
  if (payment?.hold !== 'open' || environment !== merchant.environment) return null;
  const stage = holdStage(payment, past);
  return stage === 'held' || stage === 'expired' ? payment.holdId : null;
}
