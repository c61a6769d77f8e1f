/** Creates the first supervisor: a name and a passcode typed twice. */
import { session } from '#shared/contract/groups/session.ts';
import { useAction } from '#renderer/session/api.ts';
import { useText, type Translate } from '#renderer/words/i18n.ts';
import { SettingForm } from './setting-form.tsx';
import type { SettingRow } from './keyed-values.ts';

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

/** The field of a new passcode, which is typed twice. */
export const newPasscodeRow = <Name extends string>(t: Translate, name: Name, label: string): SettingRow<Name> => ({
  name,
  as: 'passcode',
  label,
  hint: t('signIn:nextHint'),
  again: { label: t('signIn:repeat'), differs: t('signIn:differs') },
  refusals: { 'passcode-unchanged': t('signIn:unchanged') },
});
