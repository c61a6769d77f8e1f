/** Confirmation dialog for actions that can't be undone by a keystroke. */
import { Button, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useText } from '#renderer/words/i18n.ts';
import { Dialog, DialogFoot } from '#renderer/ui/dialog.tsx';
import parts from '#renderer/ui/parts.module.css';

export function ConfirmDialog({
  title,
  confirm,
  grave = false,
  busy = false,
  onConfirm,
  onClose,
  children,
}: {
  readonly title: string;
  /** Label of the confirming button. */
  readonly confirm: string;
  readonly grave?: boolean;
  readonly busy?: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const { t } = useText();
  return (
    <Dialog onClose={onClose} title={<strong className={parts.strong}>{title}</strong>}>
      <Stack gap={16}>
        {children}
        <DialogFoot>
          <Button variant="default" onClick={onClose}>
            {t('action.cancel')}
          </Button>
          <Button
            color={grave ? 'red' : 'accent'}
            loading={busy}
            onClick={onConfirm}
            data-autofocus={grave ? undefined : true}
          >
            {confirm}
          </Button>
        </DialogFoot>
      </Stack>
    </Dialog>
  );
}
