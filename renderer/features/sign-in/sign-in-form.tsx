/** Name and passcode, to sign in or to unlock the seat. */
import { Button, TextInput, Stack } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { operatorNameSchema, passcodeLimits } from '#shared/seat/operators.ts';
import { useAction } from '#renderer/session/api.ts';
import { showTextsTo, useText } from '#renderer/words/i18n.ts';
import { completedName, OperatorField } from './operator-field.tsx';
import classes from './sign-in.module.css';
import { SignInFailure } from '#renderer/ui/passcode/approval-fields.tsx';
import { KeyButton } from '#renderer/ui/shortcuts.tsx';
import { Form } from '#renderer/ui/parts.tsx';
import parts from '#renderer/ui/parts.module.css';

interface SignInProps {
  readonly names: readonly string[];
  /** The operator who locked the seat; null when the seat is signed out. */
  readonly locked: string | null;
  /** Why nobody is at work: the operator was made inactive, others came, or a supervisor's passcode was wrong too often. */
  readonly notice: 'ended.inactive' | 'ended.replaced' | 'locked.refused' | undefined;
}

export function SignInForm({ names, locked, notice }: SignInProps) {
  const { t } = useText();
  const signIn = useAction('session', 'signIn');
  const [other, setOther] = useState(false);
  const [name, setName] = useState(locked ?? (names.length === 1 ? (names[0] ?? '') : ''));
  const [passcode, setPasscode] = useState('');
  const [tried, setTried] = useState(false);
  const operator = useRef<HTMLDivElement>(null);
  const passcodeInput = useRef<HTMLInputElement>(null);
  const unlocks = locked !== null && !other;
  const noName = !operatorNameSchema.safeParse(name).success;
  const focusMissing = (): void => (noName ? operator.current?.querySelector('input') : passcodeInput.current)?.focus();
  useLayoutEffect(() => {
    focusMissing();
    // Focus the first missing field once. Afterwards the focus is left alone.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [unlocks]);

  const submit = (): void => {
    setTried(true);
    if (noName || passcode === '') focusMissing();
    else {
      // Never keep a passcode for a second try.
      setPasscode('');
      setTried(false);
      passcodeInput.current?.focus();
      signIn.mutate({ name: completedName(name, names), passcode });
    }
  };

  return (
    <Form onSend={submit}>
      <Stack gap={16}>
        <Intro unlocks={unlocks} locked={locked} notice={notice} />
        {!unlocks && (
          <OperatorField
            ref={operator}
            names={names}
            name={name}
            wrong={tried && noName}
            onName={setName}
            onChosen={() => passcodeInput.current?.focus()}
          />
        )}
        <TextInput
          type="password"
          ref={passcodeInput}
          label={t('signIn:passcode')}
          value={passcode}
          maxLength={passcodeLimits.max}
          spellCheck={false}
          error={tried && passcode === '' ? t('signIn:required') : undefined}
          onChange={(event) => setPasscode(event.currentTarget.value)}
        />
        {signIn.error !== null && !signIn.isPending && (
          <SignInFailure failure={signIn.error.failure} name={name} isKeyed={!unlocks} />
        )}
        <KeyButton variant="filled" type="submit" loading={signIn.isPending} keys="Enter">
          {t(unlocks ? 'signIn:locked.unlock' : 'signIn:title')}
        </KeyButton>
        {unlocks && (
          <Button
            variant="subtle"
            color="gray"
            onClick={() => {
              setOther(true);
              setTried(false);
              showTextsTo(undefined);
              setName('');
              signIn.reset();
            }}
          >
            {t('signIn:locked.other')}
          </Button>
        )}
      </Stack>
    </Form>
  );
}

function Intro({ unlocks, locked, notice }: Omit<SignInProps, 'names'> & { readonly unlocks: boolean }) {
  const { t } = useText();
  return (
    <>
      <h1 className={classes.title}>
        {unlocks && <IconLock size={22} aria-hidden="true" />}
        {t(unlocks ? 'signIn:locked.title' : 'signIn:title')}
      </h1>
      {locked !== null && (
        <p className={parts.soft}>
          {unlocks ? t('signIn:locked.text', { name: locked }) : t('signIn:locked.otherText', { name: locked })}
        </p>
      )}
      {notice !== undefined && (
        <p role="status" className={parts.soft}>
          {t(`signIn:${notice}`)}
        </p>
      )}
    </>
  );
}
