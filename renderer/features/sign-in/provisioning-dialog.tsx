/** Asks for a supervisor who lets a provisioning file change operators, keys or addresses. Shown on a locked seat too. */
import { Stack } from '@mantine/core';
import { seat } from '#shared/contract/groups/seat.ts';
import type { GuardedChange, WaitingProvisioning } from '#shared/seat/provisioning.ts';
import { useAction } from '#renderer/session/api.ts';
import { Dialog } from '#renderer/ui/dialog.tsx';
import { SettingForm } from '#renderer/form/setting-form.tsx';
import { tell, useText, type Translate } from '#renderer/words/i18n.ts';
import classes from './sign-in.module.css';

export function ProvisioningDialog({ waiting }: { readonly waiting: WaitingProvisioning }) {
  const { t } = useText();
  const allow = useAction('seat', 'allowProvisioning');
  const dismiss = useAction('seat', 'dismissProvisioning');
  return (
    <Dialog
      onClose={() => dismiss.mutate(undefined)}
      closeOnClickOutside={false}
      title={t('signIn:provisioning.title')}
    >
      <Stack gap={16}>
        <p>{t('signIn:provisioning.text', { file: waiting.file })}</p>
        <ul className={classes.changes}>
          {waiting.changes.map((change) => (
            <li key={JSON.stringify(change)}>{sentenceOf(t, change)}</li>
          ))}
        </ul>
        {waiting.issues.length > 0 && (
          <div role="alert">
            <p>
              <strong>{t('signIn:provisioning.wrong')}</strong>
            </p>
            <ul className={classes.changes}>
              {waiting.issues.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </div>
        )}
        <SettingForm
          key={waiting.since}
          layout="dialog"
          focused
          schema={seat.calls.allowProvisioning.input}
          rows={[
            { name: 'name', label: t('role.supervisor') },
            { name: 'passcode', as: 'passcode', label: t('signIn:passcode') },
          ]}
          start={{ since: waiting.since }}
          action={allow}
          submit={t('signIn:provisioning.allow')}
          cancel={t('signIn:provisioning.dismiss')}
          onCancel={() => dismiss.mutate(undefined)}
        />
      </Stack>
    </Dialog>
  );
}

function sentenceOf(t: Translate, change: GuardedChange): string {
  switch (change.kind) {
    case 'operators':
      return t('signIn:provisioning.operators', { names: change.names.join(', ') });
    case 'merchant':
      return t(`signIn:provisioning.merchant.${change.what}`, { name: change.name, origin: change.origin });
    default:
      return tell(t, `signIn:provisioning.${change.kind}`, change);
  }
}
