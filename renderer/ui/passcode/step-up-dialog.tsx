/** Asks for a supervisor's passcode, over the screen whose action needs it. Esc cancels, and the screen stays as it is. */
import { Stack } from '@mantine/core';
import { useEffectEvent, useLayoutEffect } from 'react';
import { breakTyping } from '#renderer/ui/typing.ts';
import { Dialog, DialogFoot } from '#renderer/ui/dialog.tsx';
import { useDialogKeys } from '#renderer/ui/dialog-keys.ts';
import type { StepUpNeeded } from '#renderer/session/step-up.ts';
import { useText } from '#renderer/words/i18n.ts';
import { ApprovalFields, useApproval } from './approval-fields.tsx';
import { KeyButton } from '#renderer/ui/shortcuts.tsx';
import { Form } from '#renderer/ui/parts.tsx';

export function StepUpDialog({
  needed,
  ownName,
  onApproved,
  onCancel,
}: {
  readonly needed: StepUpNeeded;
  /** Name of the supervisor who keys their own passcode; null when a name is keyed too. */
  readonly ownName: string | null;
  readonly onApproved: (approvalId: string) => void;
  readonly onCancel: () => void;
}) {
  const { t } = useText();
  const form = useApproval(ownName);
  useDialogKeys({ Escape: onCancel });
  const begin = useEffectEvent(form.begin);
  // Opened by main's answer, whatever is being typed.
  useLayoutEffect(() => {
    breakTyping();
    begin();
  }, []);
  return (
    <Dialog
      closeOnEscape={false}
      closeOnClickOutside={false}
      withCloseButton={false}
      onClose={onCancel}
      title={t(`signIn:stepUp.${needed.own ? 'own' : 'title'}`)}
    >
      <Form onSend={() => form.submit(needed, onApproved)}>
        <Stack gap={16}>
          <p>
            {t(`signIn:stepUp.act.${needed.act}`)} {!needed.own && t('signIn:stepUp.stays')}
          </p>
          <ApprovalFields form={form} />
          <DialogFoot>
            <KeyButton onClick={onCancel} keys="Escape">
              {t('action.cancel')}
            </KeyButton>
            <KeyButton variant="filled" type="submit" loading={form.pending} keys="Enter">
              {t('signIn:stepUp.submit')}
            </KeyButton>
          </DialogFoot>
        </Stack>
      </Form>
    </Dialog>
  );
}
