/** Asks, before the first live capture over the form interface, which field carries the token (section 4.2). */
import { Button, Checkbox, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAction } from '#renderer/session/api.ts';
import { useText } from '#renderer/words/i18n.ts';
import { FailureNotice } from '#renderer/ui/failure-notice.tsx';
import { useShortcuts } from '#renderer/ui/shortcuts.tsx';
import parts from '#renderer/ui/parts.module.css';
import type { Hold } from '#shared/ledger/holds.ts';
import type { MerchantView } from '#shared/seat/merchant.ts';

export function CaptureFieldQuestion({
  question,
  onConfirmed,
}: {
  readonly question: FieldQuestion;
  readonly onConfirmed: () => void;
}) {
  const { t } = useText();
  // The field stands between them, in a type of its own.
  const [before, after] = t('holds:token.text', { field: '\n' }).split('\n');
  const client = useQueryClient();
  const [sure, setSure] = useState(false);
  const [tried, setTried] = useState(false);
  useShortcuts({ F9: () => setTried(true) });
  const confirm = useAction('merchants', 'confirmCaptureField');
  const keep = (): void =>
    confirm.mutate(question, {
      onSuccess: () => void client.invalidateQueries({ queryKey: ['merchants'] }).then(onConfirmed),
    });
  return (
    <Stack component="section" gap={12} aria-labelledby="capture-field">
      <h2 className={parts.strong} id="capture-field">
        {t('holds:token.title')}
      </h2>
      <p>
        {before}
        <code className={parts.mono}>{question.field}</code>
        {after}
      </p>
      <Checkbox
        checked={sure}
        onChange={(event) => setSure(event.currentTarget.checked)}
        label={t('holds:token.confirm', { field: question.field })}
        error={tried ? t('holds:token.first') : null}
      />
      <Button variant="filled" disabled={!sure} loading={confirm.isPending} onClick={keep}>
        {t('holds:token.save')}
      </Button>
      {confirm.error !== null && <FailureNotice failure={confirm.error.failure} act="recording" />}
    </Stack>
  );
}

interface FieldQuestion {
  readonly merchantId: string;
  readonly field: string;
}

/** Returns the first unconfirmed field among live holds over the form interface; null when there is none. */
export function questionOf(holds: readonly Hold[], merchants: readonly MerchantView[]): FieldQuestion | null {
  for (const { authorization } of holds) {
    if (authorization.family !== 'form' || authorization.environment !== 'production') continue;
    const merchant = merchants.find((view) => view.merchant.id === authorization.merchantId)?.merchant;
    if (merchant !== undefined && !merchant.captureTokenFieldConfirmed) {
      return { merchantId: merchant.id, field: merchant.captureTokenField };
    }
  }
  return null;
}
