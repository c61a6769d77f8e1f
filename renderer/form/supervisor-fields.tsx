/** Creates the first supervisor: a name and a passcode typed twice. */
import { session } from '#shared/contract/groups/session.ts';
import { useAction } from '#renderer/session/api.ts';
import { useText } from '#renderer/words/i18n.ts';
import { SettingForm } from './setting-form.tsx';
import { newPasscodeRow } from './new-passcode-row.ts';

export function SupervisorFields() {
  const { t } = useText();
  const create = useAction('session', 'createSupervisor');
  return (
    <SettingForm
      layout="sheet"
      focused
      schema={session.calls.createSupervisor.input}
      rows={[
        { name: 'name', label: t('signIn:first.name'), hint: t('signIn:first.nameHint') },
        newPasscodeRow(t, 'passcode', t('signIn:passcode')),
      ]}
      action={create}
      submit={t('signIn:first.submit')}
    />
  );
}
