/** The field of a new passcode, which is typed twice. */
import type { Translate } from '#renderer/words/i18n.ts';
import type { SettingRow } from './keyed-values.ts';

export const newPasscodeRow = <Name extends string>(t: Translate, name: Name, label: string): SettingRow<Name> => ({
  name,
  as: 'passcode',
  label,
  hint: t('signIn:nextHint'),
  again: { label: t('signIn:repeat'), differs: t('signIn:differs') },
  refusals: { 'passcode-unchanged': t('signIn:unchanged') },
});
