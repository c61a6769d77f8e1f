/** Asks for a supervisor who lets a provisioning file change operators, keys or addresses. Shown on a locked seat too. */
import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { textLimits } from '#shared/text-limits.ts';
import { operatorNameSchema, passcodeLimits } from '#shared/seat/operators.ts';
import type { GuardedChange, WaitingProvisioning } from '#shared/seat/provisioning.ts';
import { useAction } from '#renderer/session/api.ts';
import { Dialog } from '#renderer/ui/dialog.tsx';
import { SignInFailure } from '#renderer/ui/passcode/sign-in-failure.tsx';
import { useText, type Translate } from '#renderer/words/i18n.ts';
import classes from './sign-in.module.css';

export function ProvisioningDialog({ waiting }: { readonly waiting: WaitingProvisioning }) {
  const { t } = useText();
  const allow = useAction('seat', 'allowProvisioning');
  const dismiss = useAction('seat', 'dismissProvisioning');
  const [name, setName] = useState('');
  const [passcode, setPasscode] = useState('');
  const [tried, setTried] = useState(false);
  const nameInput = useRef<HTMLInputElement>(null);
  const passcodeInput = useRef<HTMLInputElement>(null);
  const noName = !operatorNameSchema.safeParse(name).success;
  const text = { autoComplete: 'off', spellCheck: false } as const;
  return (
    <Dialog
      onClose={() => dismiss.mutate(undefined)}
      closeOnClickOutside={false}
      title={<strong>{t('signIn:provisioning.title')}</strong>}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (noName) nameInput.current?.focus();
          else if (passcode === '') passcodeInput.current?.focus();
          else {
            allow.mutate({ name, passcode });
            setPasscode('');
            setTried(false);
            passcodeInput.current?.focus();
          }
        }}
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
          <TextInput
            ref={nameInput}
            data-autofocus
            {...text}
            label={t('signIn:approval.supervisor')}
            value={name}
            maxLength={textLimits.operatorName}
            error={tried && noName ? t('signIn:required') : undefined}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <TextInput
            ref={passcodeInput}
            type="password"
            {...text}
            label={t('signIn:passcode')}
            value={passcode}
            maxLength={passcodeLimits.max}
            error={tried && passcode === '' ? t('signIn:required') : undefined}
            onChange={(event) => setPasscode(event.currentTarget.value)}
          />
          {allow.error !== null && !allow.isPending && <SignInFailure failure={allow.error.failure} name={name} />}
          <Group justify="flex-end" gap={8}>
            <Button variant="default" onClick={() => dismiss.mutate(undefined)}>
              {t('signIn:provisioning.dismiss')}
            </Button>
            <Button type="submit" loading={allow.isPending}>
              {t('signIn:provisioning.allow')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

function sentenceOf(t: Translate, change: GuardedChange): string {
  switch (change.kind) {
    case 'operators':
      return t('signIn:provisioning.operators', { names: change.names.join(', ') });
    case 'idle-lock':
      return t('signIn:provisioning.idleLock');
    case 'merchant':
      return t(`signIn:provisioning.merchant.${change.what}`, { name: change.name, origin: change.origin });
    case 'in-use':
      return t('signIn:provisioning.inUse', { name: change.name });
    case 'ledger':
      return t('signIn:provisioning.ledger', { host: change.host });
    case 'card-key':
      return t('signIn:provisioning.cardKey');
    case 'signing-key':
      return t('signIn:provisioning.signingKey');
  }
}
