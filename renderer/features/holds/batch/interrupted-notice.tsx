/** Reports a batch that was cut off when the program ended, and leads to its results. */
import { Button, CloseButton } from '@mantine/core';
import { IconAlertTriangleFilled } from '@tabler/icons-react';
import { useText } from '#renderer/words/i18n.ts';
import { Notice } from '#renderer/ui/notice.tsx';
import type { BatchProgress } from '#shared/ledger/holds.ts';

export function InterruptedNotice({
  progress,
  onShow,
  onDismiss,
}: {
  readonly progress: BatchProgress;
  readonly onShow: () => void;
  readonly onDismiss: () => void;
}) {
  const { t } = useText();
  return (
    <Notice
      tone="unknown"
      icon={<IconAlertTriangleFilled size={18} aria-hidden />}
      actions={
        <>
          <Button variant="default" size="compact-md" onClick={onShow}>
            {t('holds:batch.show')}
          </Button>
          <CloseButton aria-label={t('action.close')} onClick={onDismiss} />
        </>
      }
    >
      <strong>{t('holds:batch.interrupted')}.</strong>{' '}
      {t('holds:batch.interruptedText', { count: progress.rows.length })}
    </Notice>
  );
}
