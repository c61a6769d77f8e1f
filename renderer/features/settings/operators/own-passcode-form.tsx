/** Changes the operator's own passcode. Asks for the present one. */
import { Box } from '@mantine/core';
import { triedPasscodeSchema } from '#shared/seat/operators.ts';
import { session } from '#shared/contract/groups/session.ts';
import { useAction } from '#renderer/session/api.ts';
import { useSession } from '#renderer/session/session.tsx';
import { useText } from '#renderer/words/i18n.ts';
import { SettingForm } from '#renderer/form/setting-form.tsx';
import { newPasscodeRow } from '#renderer/form/new-passcode-row.ts';
import { Part } from '#renderer/ui/parts.tsx';

const schema = session.calls.changePasscode.input.extend({ current: triedPasscodeSchema });

export function OwnPasscodeForm() {
  const { t } = useText();
  const { operator } = useSession();
  const change = useAction('session', 'changePasscode');
  return (
    <Part title={t('settings:operators.own')}>
      <Box maw={384}>
        <SettingForm
          schema={schema}
          rows={[
            { name: 'current', as: 'passcode', label: t('settings:operators.current') },
            newPasscodeRow(t, 'next', t('signIn:next')),
          ]}
          action={change}
          submit={t('settings:operators.set')}
          saved={t('settings:operators.changed')}
          operatorName={operator?.name ?? ''}
        />
      </Box>
    </Part>
  );
}
