/** Details of one attempt: outcome, keyed fields, raw answer. */
import { Stack, Tabs } from '@mantine/core';
import { useState } from 'react';
import { holdStage, type ShownAttempt, chargedBy } from '#shared/ledger/listed-attempt.ts';
import { customerName, effectiveState } from '#shared/payments/attempt.ts';
import { shownData, useCall } from '#renderer/session/api.ts';
import { useText, type Translate } from '#renderer/words/i18n.ts';
import { OutcomePanel, outcomeTitleId, type OfferedReceipt } from '#renderer/ui/outcome/outcome-panel.tsx';
import { resolveKeys, ResolveDialog } from '#renderer/ui/resolve/resolve-dialog.tsx';
import { useActions } from '#renderer/ui/actions.tsx';
import { FailureNotice } from '#renderer/ui/failure-notice.tsx';
import { useMayAct } from '#renderer/session/session.tsx';
import { SummaryLine } from '#renderer/ui/screen.tsx';
import { SlowNote, Amount } from '#renderer/ui/texts/values.tsx';
import { useIsPast } from '#renderer/ui/clock.ts';
import { useFormats } from '#renderer/words/formats.ts';
import { paymentWords } from '#renderer/words/payment-words.ts';
import { AtTheService, useHasRecords, useLookUp } from './at-the-service.tsx';
import { AttemptFacts } from './attempt-facts.tsx';
import { NextSteps } from './next-steps.tsx';
import { PaymentTimeline } from './payment-timeline.tsx';
import { RawAnswer } from './raw-answer.tsx';
import { Callout } from '#renderer/ui/parts.tsx';
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
