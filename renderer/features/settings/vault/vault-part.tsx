/** The key store: its state, its protection, and the passphrase for systems without a key store. */
import { textLimits } from '#shared/text-limits.ts';
import { Button, PasswordInput, Stack } from '@mantine/core';
import { IconCircleCheckFilled } from '@tabler/icons-react';
import { useState } from 'react';
import { vaultPassphraseSchema } from '#shared/seat/settings.ts';
import { useAction, useCall } from '#renderer/session/api.ts';
import { Saved } from '#renderer/features/settings/saved.tsx';
import { useText } from '#renderer/words/i18n.ts';
import { FailureNotice } from '#renderer/ui/failure-notice.tsx';
import { useMayAct } from '#renderer/session/session.tsx';
import classes from '#renderer/features/settings/settings.module.css';
import parts from '#renderer/ui/parts.module.css';
import { Callout, IconLine, Part } from '#renderer/ui/parts.tsx';

export function VaultPart() {
  const { t } = useText();
  const vault = useCall('vault', 'status', undefined).data;
  const maySet = useMayAct('supervisor');
  if (vault === undefined || (vault.reason === null && !maySet)) return null;
  const { reason, backend, keptFile } = vault;
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
  const [passphrase, setPassphrase] = useState('');
  return (
    <form
      className={classes.row}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        unlock.mutate({ passphrase });
        setPassphrase('');
      }}
    >
      <PasswordInput
        className={classes.wide}
        label={t('settings:vault.passphrase')}
        autoComplete="off"
        maxLength={textLimits.vaultPassphrase}
        value={passphrase}
        onChange={(event) => setPassphrase(event.currentTarget.value)}
      />
      <Button className={classes.besideField} type="submit" disabled={passphrase === ''} loading={unlock.isPending}>
        {t('settings:vault.unlock')}
      </Button>
      {unlock.error !== null && <FailureNotice failure={unlock.error.failure} />}
    </form>
  );
}

function SetPassphrase() {
  const { t } = useText();
  const set = useAction('vault', 'setPassphrase');
  const [passphrase, setPassphrase] = useState('');
  const [repeated, setRepeated] = useState('');
  const [tried, setTried] = useState(false);
  const short = !vaultPassphraseSchema.safeParse(passphrase).success;
  const differs = passphrase !== repeated;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (short || differs) return;
        set.mutate(
          { passphrase },
          {
            onSuccess: () => {
              setPassphrase('');
              setRepeated('');
              setTried(false);
            },
          },
        );
      }}
    >
      <Stack gap={16}>
        <div className={parts.fields}>
          <PasswordInput
            label={t('settings:vault.newPassphrase')}
            description={t('settings:vault.passphraseHint')}
            autoComplete="off"
            maxLength={textLimits.vaultPassphrase}
            value={passphrase}
            error={tried && short ? t('settings:vault.tooShort') : undefined}
            onChange={(event) => setPassphrase(event.currentTarget.value)}
          />
          <PasswordInput
            label={t('settings:vault.repeat')}
            description={t('settings:vault.repeatHint')}
            autoComplete="off"
            maxLength={textLimits.vaultPassphrase}
            value={repeated}
            error={tried && !short && differs ? t('settings:vault.differs') : undefined}
            onChange={(event) => setRepeated(event.currentTarget.value)}
          />
        </div>
        {set.error !== null && <FailureNotice failure={set.error.failure} />}
        <div className={classes.row}>
          <Button type="submit" loading={set.isPending}>
            {t('settings:vault.set')}
          </Button>
          <p role="status">{set.isSuccess && <Saved />}</p>
        </div>
      </Stack>
    </form>
  );
}
