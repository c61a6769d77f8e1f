/** Review of several holds before their capture: count, total, warnings, and the holds that can't be captured. */
import { Button, Stack, TextInput } from '@mantine/core';
import { IconClockOff } from '@tabler/icons-react';
import { useText } from '#renderer/words/i18n.ts';
import type { Failure } from '#shared/failure.ts';
import { batchLimit, type BlockedHold } from '#shared/ledger/holds.ts';
import type { MerchantView } from '#shared/seat/merchant.ts';
import { Amount } from '#renderer/ui/texts/values.tsx';
import { useNow } from '#renderer/ui/clock.ts';
import { FailureNotice } from '#renderer/ui/failure-notice.tsx';
import { useMayAct } from '#renderer/session/session.tsx';
import { SummaryLine } from '#renderer/ui/screen.tsx';
import { summarize } from './batch-rows.ts';
import { questionOf, CaptureFieldQuestion } from '#renderer/features/holds/capture/capture-field-question.tsx';
import type { Selection } from '#renderer/features/holds/queue/use-selection.ts';
import { BlockedHolds } from './blocked-holds.tsx';
import parts from '#renderer/ui/parts.module.css';
import { Callout } from '#renderer/ui/parts.tsx';
import { KeyButton, KeyHint, useShortcuts } from '#renderer/ui/shortcuts.tsx';
import classes from '#renderer/features/holds/holds.module.css';
import { useLayoutEffect, useRef } from 'react';
import { holdsCardNumber } from '#shared/texts/card-numbers.ts';
import { paymentFields } from '#shared/payments/payment-fields.ts';

interface ReviewProps {
  readonly selection: Selection;
  readonly merchants: readonly MerchantView[];
  readonly blocked: readonly BlockedHold[];
  /** Why the last try was refused as a whole. */
  readonly failure: Failure | null;
  readonly reviewing: boolean;
  readonly description: string;
  readonly onDescription: (description: string) => void;
  /** Marks the holds of unread pages. Null when all pages are read, or the list is not wholly marked. */
  readonly onMarkUnread: (() => void) | null;
  readonly onReview: () => void;
  readonly onSubmit: () => void;
  readonly onClear: () => void;
}

export function BatchReview(props: ReviewProps) {
  const { selection, merchants, blocked, reviewing, description, onDescription, onReview, onSubmit } = props;
  const { t } = useText();
  const mayCapture = useMayAct('back-office');
  const { holds } = selection;
  const stopped = new Set(blocked.map(({ holdId }) => holdId));
  const sendable = holds.filter(({ id }) => !stopped.has(id));
  const summary = summarize(sendable, useNow());
  const sign = summary.currencySigns[0] ?? holds[0]?.authorization.currencySign ?? '';
  const mixed = summary.currencySigns.length > 1;
  const question = questionOf(holds, merchants);
  const ready = mayCapture && !mixed && holds.length <= batchLimit;
  return (
    <section className={classes.panel} aria-label={t('holds:batch.label')}>
      <SummaryLine
        action={
          ready && (
            <KeyButton variant="filled" onClick={onReview} keys="Enter">
              {t('holds:review.open')}
            </KeyButton>
          )
        }
      >
        {!mixed && (
          <>
            <Amount value={summary.amount} currencySign={sign} />
            {' · '}
          </>
        )}
        {t('holds:batch.selected', { count: holds.length })}
      </SummaryLine>
      <Stack gap={4} className={classes.total}>
        <p className={parts.soft}>{t('holds:batch.total')}</p>
        {!mixed && (
          <div className={parts.room}>
            <Amount value={summary.amount} currencySign={sign} size="hero" />
          </div>
        )}
        <p className={parts.strong}>{t('holds:batch.selected', { count: holds.length })}</p>
      </Stack>
      <Notices {...props} summary={summary} mixed={mixed} />
      {ready && !reviewing && (
        <KeyButton variant="filled" fullWidth onClick={onReview} keys="Enter">
          {t('holds:review.open')}
        </KeyButton>
      )}
      {ready &&
        reviewing &&
        (question !== null ? (
          <CaptureFieldQuestion key={question.merchantId} question={question} onConfirmed={onReview} />
        ) : (
          <BatchForm
            count={holds.length}
            sendable={sendable.length}
            description={description}
            onDescription={onDescription}
            onSubmit={onSubmit}
          />
        ))}
      <Button fullWidth onClick={props.onClear}>
        {t('holds:batch.clear')}
      </Button>
    </section>
  );
}

/** Notes before the capture: about the marks, the amounts, the time left and a refused try. */
function Notices({
  selection,
  blocked,
  failure,
  reviewing,
  onMarkUnread,
  summary,
  mixed,
}: ReviewProps & { readonly summary: ReturnType<typeof summarize>; readonly mixed: boolean }) {
  const { t } = useText();
  const mayCapture = useMayAct('back-office');
  const { holds } = selection;
  return (
    <>
      {selection.notShown > 0 && (
        <Callout tone="unknown">{t('holds:batch.notShown', { count: selection.notShown })}</Callout>
      )}
      {selection.all && selection.unmarkable > 0 && (
        <p className={parts.note}>{t('holds:batch.unmarked', { count: selection.unmarkable })}</p>
      )}
      {onMarkUnread !== null && (
        <>
          <p className={parts.note}>{t('holds:batch.unread')}</p>
          {holds.length < batchLimit && (
            <Button fullWidth onClick={onMarkUnread} rightSection={!reviewing && <KeyHint keys="Mod+A" />}>
              {t('holds:batch.markUnread')}
            </Button>
          )}
        </>
      )}
      {mixed && <Callout tone="unknown">{t('holds:batch.currencies')}</Callout>}
      {holds.length > batchLimit && (
        <>
          <Callout tone="unknown">{t('holds:batch.tooMany', { max: batchLimit })}</Callout>
          <Button fullWidth onClick={() => selection.mark(holds.slice(0, batchLimit))}>
            {t('holds:batch.firstOnly', { max: batchLimit })}
          </Button>
        </>
      )}
      {summary.urgent > 0 && <Callout tone="unknown">{t('holds:batch.urgent', { count: summary.urgent })}</Callout>}
      {summary.expired > 0 && (
        <Callout tone="unknown" icon={<IconClockOff size={18} aria-hidden />}>
          {t('holds:batch.expired', { count: summary.expired })}
        </Callout>
      )}
      {blocked.length > 0 && <BlockedHolds holds={holds} blocked={blocked} onUnmark={selection.unmark} />}
      {!mayCapture && <p className={parts.note}>{t('holds:review.notAllowed')}</p>}
      {failure !== null && (
        <FailureNotice act="paying" failure={failure}>
          {failure.kind !== 'internal' && <p>{t('holds:batch.notSubmitted')}</p>}
        </FailureNotice>
      )}
    </>
  );
}

/** The last step before a batch: one description for all, and the button. */
function BatchForm({
  count,
  sendable,
  description,
  onDescription,
  onSubmit,
}: {
  readonly count: number;
  /** Number of holds that can be captured, as far as is known. */
  readonly sendable: number;
  readonly description: string;
  readonly onDescription: (description: string) => void;
  readonly onSubmit: () => void;
}) {
  const { t } = useText();
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => field.current?.focus(), []);
  const wrong = holdsCardNumber(description);
  const submit = (): void => {
    if (wrong) field.current?.focus();
    else onSubmit();
  };
  useShortcuts({ F9: submit, 'Mod+Enter': submit });
  return (
    <Stack gap={12}>
      <TextInput
        ref={field}
        label={t('holds:batch.description')}
        description={t('holds:batch.descriptionHint')}
        maxLength={paymentFields.description.max}
        value={description}
        error={wrong ? t('holds:batch.cardNumber') : null}
        onChange={(event) => onDescription(event.currentTarget.value)}
      />
      <KeyButton variant="filled" fullWidth keys="F9" onClick={submit}>
        {sendable === count || sendable === 0
          ? t('holds:batch.submit', { count })
          : t('holds:batch.submitSome', { sendable, count })}
      </KeyButton>
      <p className={parts.note}>
        {t('holds:batch.each')} {t('holds:review.consequence')}
      </p>
    </Stack>
  );
}
