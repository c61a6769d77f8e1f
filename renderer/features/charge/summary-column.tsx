/** The summary column of the Charge screen, for a payment that is keyed, reviewed or being sent. */
import { Stack } from '@mantine/core';
import { IconArrowRight, IconPlugConnectedX } from '@tabler/icons-react';
import { Amount } from '#renderer/ui/texts/values.tsx';
import { useFormats } from '#renderer/words/formats.ts';
import { useText } from '#renderer/words/i18n.ts';
import { useSession } from '#renderer/session/session.tsx';
import { collectorHost } from '#shared/seat/merchant.ts';
import { later } from '#renderer/ui/later.tsx';
import { SummaryLine } from '#renderer/ui/screen.tsx';
import { KeyButton } from '#renderer/ui/shortcuts.tsx';
import { isBegun } from './merchant-values.ts';
import { amountOf, shownCard } from '#renderer/features/charge/form/payment-form.ts';
import { warningsId } from '#renderer/features/charge/course/read-back.tsx';
import { sentenceFacts, useKeyedRows } from './keyed-rows.tsx';
import { ColumnFrame, FactList, RecordedFacts } from './payment-facts.tsx';
import type { Phase, SendingPhase } from './payment-phase.ts';
import { sendKeys } from './next-step.ts';
import classes from './summary-column.module.css';
import type { PaymentForm } from '#renderer/features/charge/form/use-payment-form.ts';
import type { Payment } from './use-payment.ts';
import course from '#renderer/features/charge/course/course.module.css';

const LookalikePanel = later(() => import('#renderer/features/charge/guard/lookalike-panel.tsx'), 'LookalikePanel');

interface ColumnProps {
  readonly form: PaymentForm;
  readonly payment: Payment;
  /** Instant since which no connection can be made, in epoch milliseconds; null while there is no sign of that. */
  readonly downSince: number | null;
}

export function SummaryColumn(props: ColumnProps) {
  const { payment } = props;
  switch (payment.phase.kind) {
    case 'editing':
      return <Editing {...props} />;
    case 'review':
      return <Review {...props} />;
    case 'sending':
      return <Sending payment={payment} phase={payment.phase} />;
    case 'done':
    case 'refused':
      return <Recorded phase={payment.phase} />;
  }
}

function Editing({ form, payment, downSince }: ColumnProps) {
  const { t } = useText();
  const { values, toMend } = form;
  const begun = isBegun(values, form.owner);
  const { paid, customer, rest } = useKeyedRows(values);
  const { guard, guarded, settledBy, reasonMissing } = payment;
  // One button has the Enter key: the reason comes before the review.
  const asksReason = guard.kind === 'found' && settledBy === null;
  const { merchant } = useSession().merchant;
  const amount = amountOf(values);
  return (
    <ColumnFrame
      title={begun ? t('charge:summary.title') : null}
      foot={
        <>
          <p className={classes.toMend} role="alert">
            {toMend > 0 ? t('charge:fix', { count: toMend }) : reasonMissing && t('charge:guard.reasonFirst')}
          </p>
          <ConnectionNote downSince={downSince} />
          <KeyButton
            type="submit"
            form="charge-form"
            fullWidth
            variant={asksReason ? 'default' : 'filled'}
            icon={IconArrowRight}
            keys={asksReason ? undefined : 'Enter'}
          >
            {t('charge:summary.review')}
          </KeyButton>
          <CollectorNote />
        </>
      }
    >
      <SummaryLine
        action={
          <KeyButton
            type="submit"
            form="charge-form"
            variant={asksReason ? 'default' : 'filled'}
            keys={asksReason ? undefined : 'Enter'}
          >
            {t('charge:summary.review')}
          </KeyButton>
        }
      >
        {amount !== null && <Amount value={amount} currencySign={merchant.currencySign} />}
      </SummaryLine>
      {guard.kind === 'found' && guarded !== null ? (
        <>
          <FactList rows={[...paid, customer]} />
          <LookalikePanel found={guard} guarded={guarded} given={settledBy} payment={payment} />
        </>
      ) : (
        <>
          {guard.kind === 'later' && (
            <p className={classes.later} role="status">
              {t('charge:guard.later')}
            </p>
          )}
          {begun && <FactList rows={[...paid, customer, ...rest]} />}
        </>
      )}
    </ColumnFrame>
  );
}

function Review({ form: { values }, payment, downSince }: ColumnProps) {
  const { t } = useText();
  const { money } = useFormats();
  const { merchant } = useSession().merchant;
  const amount = amountOf(values);
  const card = shownCard(values);
  const { guard, settledBy } = payment;
  if (amount === null || card === null) return null;
  const words = sentenceFacts(t, money, merchant, amount, card);
  return (
    <ColumnFrame
      title={t('charge:review.title')}
      foot={
        <>
          <ConnectionNote downSince={downSince} />
          <KeyButton variant="filled" h={48} fullWidth keys={sendKeys} onClick={payment.send}>
            {t(`charge:review.${values.operation}Button`, words)}
          </KeyButton>
          <KeyButton fullWidth keys="Escape" onClick={payment.backToForm}>
            {t('charge:review.back')}
          </KeyButton>
        </>
      }
    >
      <SummaryLine
        action={
          <KeyButton variant="filled" keys={sendKeys} onClick={payment.send}>
            {t(`charge:review.${values.operation}Button`, words)}
          </KeyButton>
        }
      >
        {t('charge:review.title')}
      </SummaryLine>
      <Stack gap={8} pb={16}>
        <p>{t(`charge:review.${values.operation}`, words)}</p>
        <div role="status" id={warningsId} className={classes.warnings}>
          {guard.kind === 'found' && settledBy === null && (
            <p className={classes.warning}>{t('charge:guard.inReview')}</p>
          )}
          {guard.kind === 'later' && <p className={classes.later}>{t('charge:guard.later')}</p>}
          {amount < merchant.warnBelow && (
            <p className={classes.warning}>
              {t('charge:warning.belowMinimum', { minimum: money(merchant.warnBelow, merchant.currencySign) })}
            </p>
          )}
        </div>
      </Stack>
      {settledBy !== null && <FactList rows={[[t('label.reason'), settledBy.reason]]} />}
    </ColumnFrame>
  );
}

function Sending({ payment, phase }: { readonly payment: Payment; readonly phase: SendingPhase }) {
  const { t } = useText();
  const cancellable = phase.sentAt === null && phase.cancel !== 'too-late';
  const cancel = (fullWidth: boolean) =>
    cancellable && (
      <KeyButton fullWidth={fullWidth} disabled={phase.cancel === 'asked'} keys="Escape" onClick={payment.cancel}>
        {t(phase.cancel === 'asked' ? 'charge:sending.cancelling' : 'action.cancel')}
      </KeyButton>
    );
  return (
    <ColumnFrame title={t('charge:sending.title')} foot={cancel(true)}>
      <SummaryLine action={cancel(false)}>{t('charge:sending.title')}</SummaryLine>
      <RecordedFacts facts={phase.facts} attempt={null} />
    </ColumnFrame>
  );
}

function Recorded({ phase }: { readonly phase: Extract<Phase, { kind: 'done' | 'refused' }> }) {
  const { t } = useText();
  const { facts } = phase;
  const attempt = phase.kind === 'done' ? phase.attempt : null;
  return (
    <ColumnFrame title={t('charge:summary.title')}>
      <SummaryLine>
        <Amount value={(attempt ?? facts).amount} currencySign={attempt?.currencySign ?? facts.merchant.currencySign} />
        {` · ${facts.firstName} ${facts.lastName}`}
      </SummaryLine>
      <RecordedFacts facts={facts} attempt={attempt} />
    </ColumnFrame>
  );
}

/** Names who receives data about this computer while the form is open (section 4.5). */
function CollectorNote() {
  const { t } = useText();
  const host = collectorHost(useSession().merchant.merchant);
  return host !== null && <p className={classes.collector}>{t('charge:collector', { host })}</p>;
}

/** Empty while there is no sign of trouble, so that screen readers announce the words when they come. */
function ConnectionNote({ downSince }: Pick<ColumnProps, 'downSince'>) {
  const { t } = useText();
  const { time } = useFormats();
  return (
    <p role="status" className={course.offline}>
      {downSince !== null && (
        <>
          <IconPlugConnectedX size={18} aria-hidden="true" />
          {t('charge:offline', { time: time(new Date(downSince).toISOString()) })}
        </>
      )}
    </p>
  );
}
