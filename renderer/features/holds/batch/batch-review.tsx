/** Review of several holds before their capture: count, total, warnings. */
import { Button, Stack, TextInput } from '@mantine/core';
import { IconAlertTriangleFilled, IconClockOff } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useText } from '#renderer/words/i18n.ts';
import type { Failure } from '#shared/failure.ts';
import { paymentFields } from '#shared/payments/payment-fields.ts';
import { heldAmount, type Hold } from '#shared/ledger/holds.ts';
import type { MerchantView } from '#shared/seat/merchant.ts';
import type { CaptureDraft } from '#shared/payments/attempt.ts';
import { Amount } from '#renderer/ui/texts/amount.tsx';
import { useNow } from '#renderer/ui/clock.ts';
import { FailureNotice } from '#renderer/ui/failure-notice.tsx';
import { useMayAct } from '#renderer/session/session.tsx';
import { KeyHint, useShortcuts } from '#renderer/ui/shortcuts.tsx';
import { summarize } from './batch-rows.ts';
import { questionOf } from '#renderer/features/holds/capture/capture-field.ts';
import { CaptureFieldQuestion } from '#renderer/features/holds/capture/capture-field-question.tsx';
import classes from '#renderer/features/holds/holds.module.css';

/** Most holds that the contract accepts in one batch. */
export const batchLimit = 1000;

export function BatchReview({
  holds,
  merchants,
  failure,
  reviewing,
  notShown,
  onMarkUnread,
  onReview,
  onSubmit,
  onClear,
}: {
  readonly holds: readonly Hold[];
  readonly merchants: readonly MerchantView[];
  readonly failure: Failure | null;
  readonly reviewing: boolean;
  /** Number of selected holds outside of the list. */
  readonly notShown: number;
  /** Marks the holds of unread pages. Null when all pages are read, or the list is not wholly marked. */
  readonly onMarkUnread: (() => void) | null;
  readonly onReview: () => void;
  readonly onSubmit: (captures: readonly CaptureDraft[]) => void;
  readonly onClear: () => void;
}) {
  const { t } = useText();
  const mayCapture = useMayAct('back-office');
  const summary = summarize(holds, useNow());
  const sign = summary.currencySigns[0] ?? '';
  const mixed = summary.currencySigns.length > 1;
  const tooMany = summary.count > batchLimit;
  const question = questionOf(holds, merchants);
  const ready = mayCapture && !mixed && !tooMany;
  return (
    <section className={classes.panel} aria-label={t('holds:batch.label')}>
      <div className={classes.facts}>
        <p className={classes.soft}>{t('holds:batch.total')}</p>
        {!mixed && <Amount value={summary.amount} currencySign={sign} size="hero" />}
        <p className={classes.strong} role="status">
          {t('holds:batch.selected', { count: summary.count })}
        </p>
      </div>
      {notShown > 0 && <Warning text={t('holds:batch.notShown', { count: notShown })} />}
      {onMarkUnread !== null && (
        <>
          <p className={classes.note}>{t('holds:batch.unread')}</p>
          {summary.count < batchLimit && (
            <Button variant="default" fullWidth onClick={onMarkUnread}>
              {t('holds:batch.markUnread')}
            </Button>
          )}
        </>
      )}
      {mixed && <Warning text={t('holds:batch.currencies')} />}
      {tooMany && <Warning text={t('holds:batch.tooMany', { max: batchLimit })} />}
      {summary.urgent > 0 && <Warning text={t('holds:batch.urgent', { count: summary.urgent })} />}
      {summary.expired > 0 && (
        <p className={classes.callout} data-grave="true">
          <IconClockOff size={18} aria-hidden />
          {t('holds:batch.expired', { count: summary.expired })}
        </p>
      )}
      {failure !== null && failure.kind !== 'capture-field-unconfirmed' && <FailureNotice failure={failure} />}
      {!mayCapture && <p className={classes.note}>{t('holds:review.notAllowed')}</p>}
      {ready && !reviewing && (
        <Button fullWidth onClick={onReview} rightSection={<KeyHint keys="Enter" />}>
          {t('holds:review.open')}
        </Button>
      )}
      {ready &&
        reviewing &&
        (question !== null ? (
          <CaptureFieldQuestion key={question.merchantId} question={question} onConfirmed={onReview} />
        ) : (
          <BatchForm holds={holds} onSubmit={onSubmit} />
        ))}
      <Button variant="default" fullWidth onClick={onClear}>
        {t('holds:batch.clear')}
      </Button>
    </section>
  );
}

function Warning({ text }: { readonly text: string }) {
  return (
    <p className={classes.callout} data-grave="true">
      <IconAlertTriangleFilled size={18} aria-hidden />
      {text}
    </p>
  );
}

function BatchForm({
  holds,
  onSubmit,
}: {
  readonly holds: readonly Hold[];
  readonly onSubmit: (captures: readonly CaptureDraft[]) => void;
}) {
  const { t } = useText();
  const [description, setDescription] = useState('');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const submit = (): void =>
    onSubmit(
      holds.map((hold) => ({
        holdId: hold.id,
        amount: heldAmount(hold.authorization),
        description: description.trim() === '' ? hold.authorization.description : description.trim(),
      })),
    );
  useShortcuts({ F9: submit, 'Mod+Enter': submit });
  return (
    <Stack gap={12}>
      <TextInput
        ref={field}
        label={t('holds:batch.description')}
        description={t('holds:batch.descriptionHint')}
        maxLength={paymentFields.description.max}
        value={description}
        onChange={(event) => setDescription(event.currentTarget.value)}
      />
      <Button fullWidth rightSection={<KeyHint keys="F9" />} onClick={submit}>
        {t('holds:batch.submit', { count: holds.length })}
      </Button>
      <p className={classes.note}>
        {t('holds:batch.each')} {t('holds:review.consequence')}
      </p>
    </Stack>
  );
}
