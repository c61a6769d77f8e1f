/** The key store: its state, its protection, and the passphrase for systems without a key store. */
import { IconCircleCheckFilled } from '@tabler/icons-react';
import { vault } from '#shared/contract/groups/vault.ts';
import { useAction, useCall } from '#renderer/session/api.ts';
import { useText } from '#renderer/words/i18n.ts';
import { SettingForm } from '#renderer/form/setting-form.tsx';
import { useMayAct } from '#renderer/session/session.tsx';
import parts from '#renderer/ui/parts.module.css';
import { Callout, IconLine, Part } from '#renderer/ui/parts.tsx';

export function VaultPart() {
  const { t } = useText();
  const status = useCall('vault', 'status', undefined).data;
  const maySet = useMayAct('supervisor');
  if (status === undefined || (status.reason === null && !maySet)) return null;
  const { reason, backend, keptFile } = status;
  const locked = reason === 'locked' || reason === 'wrong-passphrase';
  // A passphrase replaces the system's key store where there is none. One that is set can be changed.
  const byPassphrase = reason === 'no-key-store' || backend === 'passphrase';
  return (
    <Part title={t('settings:vault.title')}>
      {reason === null ? (
        <IconLine icon={IconCircleCheckFilled} tone="approved" role="status">
          {t('settings:vault.works')} <span className={parts.mono}>{backend}</span>
        </IconLine>
      ) : (
        <Callout tone="unknown" role="status">
          <p>
            <strong>{t('settings:vault.reason')}</strong> {t(`failures:vault.${reason}`)}
          </p>
          {keptFile !== null && (
            <p>
              {t('settings:vault.keptFile')} <span className={parts.mono}>{keptFile}</span>
            </p>
          )}
        </Callout>
      )}
      {locked && <Unlock />}
      {byPassphrase && !locked && maySet && <SetPassphrase />}
    </Part>
  );
}

function Unlock() {
  const { t } = useText();
  const unlock = useAction('vault', 'unlock');
  return (
    <SettingForm
      layout="line"
      schema={vault.calls.unlock.input}
      rows={[{ name: 'passphrase', as: 'secret', label: t('settings:vault.passphrase') }]}
      start={{ passphrase: '' }}
      action={unlock}
      submit={t('signIn:locked.unlock')}
    />
  );
}

function SetPassphrase() {
  const { t } = useText();
  const set = useAction('vault', 'setPassphrase');
  return (
    <SettingForm
      schema={vault.calls.setPassphrase.input}
      rows={[
        {
          name: 'passphrase',
          as: 'secret',
          label: t('settings:vault.newPassphrase'),
          hint: t('settings:vault.passphraseHint'),
          again: {
            label: t('signIn:repeat'),
            hint: t('settings:vault.repeatHint'),
            differs: t('settings:vault.differs'),
          },
          refusals: { too_small: t('settings:vault.tooShort') },
        },
      ]}
      action={set}
      submit={t('settings:vault.set')}
    />
  );
}
