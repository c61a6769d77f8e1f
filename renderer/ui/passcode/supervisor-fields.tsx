/** Creates the first supervisor: a name and a passcode typed twice. */
import { holdsCardNumber } from '#shared/payments/texts/card-numbers.ts';
import { textLimits } from '#shared/text-limits.ts';
import { Button, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { operatorNameSchema } from '#shared/seat/operators.ts';
import { useAction } from '#renderer/session/api.ts';
import { useText } from '#renderer/words/i18n.ts';
import { FailureNotice } from '#renderer/ui/failure-notice.tsx';
import { useFirstFocus } from '#renderer/ui/use-first-focus.ts';
import { isComplete, NewPasscodeFields, noPasscode } from './new-passcode-fields.tsx';

export function SupervisorFields() {
  const { t } = useText();
  const create = useAction('session', 'createSupervisor');
  const [name, setName] = useState('');
  const [passcode, setPasscode] = useState(noPasscode);
  const [tried, setTried] = useState(false);
  const first = useFirstFocus();
  const noName = !operatorNameSchema.safeParse(name).success;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (noName || !isComplete(passcode)) return;
        create.mutate({ name, passcode: passcode.text });
        setPasscode(noPasscode);
        setTried(false);
      }}
    >
      <Stack gap={16}>
        <TextInput
          label={t('signIn:first.name')}
          description={t('signIn:first.nameHint')}
          value={name}
          maxLength={textLimits.operatorName}
          ref={first}
          autoComplete="off"
          spellCheck={false}
          error={
            tried && noName
              ? t(holdsCardNumber(name) ? 'settings:issues.cardNumberHere' : 'signIn:required')
              : undefined
          }
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <NewPasscodeFields value={passcode} tried={tried} label={t('signIn:passcode')} onChange={setPasscode} />
        {create.error !== null && <FailureNotice failure={create.error.failure} />}
        <Button type="submit" loading={create.isPending}>
          {t('signIn:first.submit')}
        </Button>
      </Stack>
    </form>
  );
}
