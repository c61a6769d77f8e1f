/** A part of a merchant's page: the settings of its group in the table, behind those with code of their own. */
import type { ReactNode } from 'react';
import { merchantSchema, merchantSettings, type Keyed, type SettingsGroup } from '#shared/seat/merchant.ts';
import { textLimits } from '#shared/text-limits.ts';
import { longestOf, type SettingKind } from '#renderer/form/keyed-values.ts';
import { SettingField } from '#renderer/form/setting-field.tsx';
import { useText } from '#renderer/words/i18n.ts';
import { settingsOf, type ChoiceWords, type KeyedName } from './keyed-settings.ts';
import type { MerchantForm } from './use-merchant-editor.ts';
import parts from '#renderer/ui/parts.module.css';

export function MerchantGroup({
  form,
  group,
  note,
  children,
}: {
  readonly form: MerchantForm;
  readonly group: NonNullable<SettingsGroup>;
  /** Purpose of the whole part. */
  readonly note?: string;
  readonly children?: ReactNode;
}) {
  const { t } = useText();
  return (
    <fieldset className={parts.group}>
      <legend>{t(`settings:groups.${group}`)}</legend>
      {note !== undefined && <p className={parts.note}>{note}</p>}
      <div className={parts.fields}>
        {children}
        {settingsOf(group).map((name) => (
          <MerchantField key={name} form={form} name={name} />
        ))}
      </div>
    </fieldset>
  );
}

/** Fields without code of their own that no setting of the table has. */
type PlainName = 'name' | 'baseUrl' | 'environment' | 'authorizeFamily' | 'sellFamily' | 'proxy' | 'proxyUrl';

const kinds: Readonly<Partial<Record<Keyed, SettingKind>>> = {
  lines: 'lines',
  amount: 'amount',
  whole: 'whole',
  seconds: 'amount',
  check: 'check',
};

export function MerchantField({ form, name }: { readonly form: MerchantForm; readonly name: KeyedName | PlainName }) {
  const { t } = useText();
  const hints: { readonly [Name in typeof name]?: string } = t('settings:hints', { returnObjects: true });
  const choices: ChoiceWords = t('settings:options', { returnObjects: true });
  const words: { readonly [Name in typeof name]?: Readonly<Record<string, string>> } = choices;
  const options = Object.entries(words[name] ?? {}).map(([value, label]) => ({ value, label }));
  const keyed = name in merchantSettings ? merchantSettings[name as KeyedName].keyed : 'text';
  const error = form.errors[name];
  return (
    <SettingField
      row={{ label: t(`settings:fields.${name}`), hint: hints[name], options }}
      kind={options.length > 0 ? 'choice' : (kinds[keyed] ?? 'text')}
      longest={name === 'proxyUrl' ? textLimits.url : longestOf(merchantSchema.shape[name as KeyedName])}
      value={form.values[name]}
      error={typeof error === 'string' ? error : undefined}
      onChange={(value) => {
        form.setFieldValue(name, value);
        // A changed name has to be confirmed again.
        if (name === 'captureTokenField') form.setFieldValue('captureTokenFieldConfirmed', false);
      }}
    />
  );
}
