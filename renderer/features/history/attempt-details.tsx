/** Details of one attempt: outcome, keyed fields, raw answer. */
import { Button, Tabs } from '@mantine/core';
import { IconCreditCardPay, IconGavel, IconHourglassHigh } from '@tabler/icons-react';
import { useState } from 'react';
import type { ShownAttempt } from '#shared/ledger/listed-attempt.ts';
import { effectiveState } from '#shared/payments/attempt.ts';
import { shownData, useCall } from '#renderer/session/api.ts';
import { useText } from '#renderer/words/i18n.ts';
import { OutcomePanel } from '#renderer/ui/outcome/outcome-panel.tsx';
import { FailureNotice } from '#renderer/ui/failure-notice.tsx';
import { useMayAct } from '#renderer/session/session.tsx';
import { KeyHint, useShortcuts } from '#renderer/ui/shortcuts.tsx';
import { SlowNote } from '#renderer/ui/texts/slow-note.tsx';
import { useIsPast } from '#renderer/ui/clock.ts';
import { useFormats } from '#renderer/words/formats.ts';
import { paymentWords } from '#renderer/words/payment-words.ts';
import { AttemptFacts } from './attempt-facts.tsx';
import { PaymentTimeline } from './payment-timeline.tsx';
import { receiptsOf } from './receipts.ts';
import { RawAnswer } from './raw-answer.tsx';
import { ResolveDialog } from './resolve-dialog.tsx';
import classes from './history.module.css';

export function AttemptDetailsPanel({
  id,
  onShow,
}: {
  readonly id: string;
  /** Shows another attempt, such as the hold of a capture. */
  readonly onShow: (id: string) => void;
}) {
  // Nothing of the former payment stays while this one loads, because it would stand beside another row.
  const details = useCall('history', 'show', { id });
  const shown = shownData(details);
  return (
    <>
      {details.error !== null && <FailureNotice failure={details.error.failure} />}
      {details.isPending && <SlowNote key={id} of="loading" />}
      {shown !== undefined && <Shown key={shown.id} details={shown} onShow={onShow} />}
    </>
  );
}

function Shown({ details, onShow }: { readonly details: ShownAttempt; readonly onShow: (id: string) => void }) {
  const { t } = useText();
  const formats = useFormats();
  const [resolving, setResolving] = useState(false);
  const mayResolve = useMayAct('supervisor');
  const past = useIsPast(details.payment?.expiresAt ?? null);
  const open = effectiveState(details) === 'unknown';
  useShortcuts({ 'Mod+E': open && mayResolve ? () => setResolving(true) : undefined });
  const { holdId } = details;
  const settlementId = holdId === null ? (details.payment?.settlement?.id ?? null) : null;
  return (
    <Tabs defaultValue="payment" className={classes.details} aria-label={t('history:details.label')}>
      <Tabs.List>
        <Tabs.Tab value="payment">{t('history:details.tabs.payment')}</Tabs.Tab>
        <Tabs.Tab value="entered">{t('history:details.tabs.entered')}</Tabs.Tab>
        <Tabs.Tab value="answer">{t('history:details.tabs.answer')}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="payment" className={classes.tab}>
        <OutcomePanel
          attempt={details}
          words={paymentWords(t, formats, details, past)}
          receipts={receiptsOf(t, details)}
          receiptKeys="Mod+R"
          actions={
            <>
              {open && mayResolve && (
                <Button
                  leftSection={<IconGavel size={18} aria-hidden />}
                  rightSection={<KeyHint keys="Mod+E" />}
                  onClick={() => setResolving(true)}
                >
                  {t('history:details.resolve')}
                </Button>
              )}
              {holdId !== null && (
                <Button
                  variant="default"
                  leftSection={<IconHourglassHigh size={18} aria-hidden />}
                  onClick={() => onShow(holdId)}
                >
                  {t('history:details.hold')}
                </Button>
              )}
              {settlementId !== null && (
                <Button
                  variant="default"
                  leftSection={<IconCreditCardPay size={18} aria-hidden />}
                  onClick={() => onShow(settlementId)}
                >
                  {t('history:details.settlement')}
                </Button>
              )}
            </>
          }
        />
        {open && (
          <p className={classes.note}>
            {t(mayResolve ? 'history:details.resolveHint' : 'history:details.resolveSupervisor')}
          </p>
        )}
        <PaymentTimeline details={details} past={past} onShow={onShow} />
        {details.overrideReason !== null && (
          <p className={classes.callout}>
            {t('history:details.override')} <q>{details.overrideReason}</q>
          </p>
        )}
      </Tabs.Panel>
      <Tabs.Panel value="entered" className={classes.tab}>
        <AttemptFacts details={details} />
      </Tabs.Panel>
      <Tabs.Panel value="answer" className={classes.tab}>
        <RawAnswer text={details.rawAnswer} />
      </Tabs.Panel>
      {resolving && <ResolveDialog attempt={details} onClose={() => setResolving(false)} />}
    </Tabs>
  );
}
