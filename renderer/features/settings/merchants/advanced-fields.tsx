/** Settings that differ between service operators, folded away because the defaults are the usual values. */
import { textLimits } from '#shared/text-limits.ts';
import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useText } from '#renderer/words/i18n.ts';
import { readCertificatePem } from '#renderer/features/settings/files/certificate-files.ts';
import { FileField } from '#renderer/features/settings/files/file-field.tsx';
import { StoredSecret } from '#renderer/features/settings/secrets/secret-field.tsx';
import { useState, type ReactNode } from 'react';
import { merchantSettings, type SettingsGroup } from '#shared/seat/merchant.ts';
import { advancedSettings, type AdvancedName } from './keyed-settings.ts';
import type { MerchantForm } from './use-merchant-editor.ts';
import classes from './merchants.module.css';
import parts from '#renderer/ui/parts.module.css';

/** Fields inside the fold, which opens when one of them has an issue. */
const folded: readonly string[] = [
  ...(['payments', 'collector', 'form', 'connection'] as const).flatMap(advancedSettings),
  'captureTokenField',
  'proxyUrl',
  'extraCa',
];

/** The settings of one group of the table: texts and numbers in a grid, checkboxes below. */
function AdvancedGroup({
  form,
  group,
  note,
  children,
}: {
  readonly form: MerchantForm;
  readonly group: NonNullable<SettingsGroup>;
  /** IconLine once for the whole group. */
  readonly note?: string;
  readonly children?: ReactNode;
}) {
  const { t } = useText();
  const hints: { readonly [Name in AdvancedName]?: string } = t('settings:hints', { returnObjects: true });
  const isCheck = (name: AdvancedName): boolean => merchantSettings[name].keyed === 'check';
  const settings = advancedSettings(group);
  return (
    <fieldset className={parts.group}>
      <legend>{t(`settings:groups.${group}`)}</legend>
      {note !== undefined && <p className={parts.note}>{note}</p>}
      <div className={parts.fields}>
        {settings
          .filter((name) => !isCheck(name))
          .map((name) => (
            <TextInput
              key={name}
              label={t(`settings:fields.${name}`)}
              description={hints[name]}
              {...keyboards[merchantSettings[name].keyed]}
              maxLength={textLimits.wireName}
              {...form.getInputProps(name)}
            />
          ))}
        {children}
      </div>
      {settings.filter(isCheck).map((name) => (
        <Checkbox
          key={name}
          label={t(`settings:fields.${name}`)}
          description={hints[name]}
          {...form.getInputProps(name, { type: 'checkbox' })}
        />
      ))}
    </fieldset>
  );
}

const keyboards = {
  amount: { inputMode: 'decimal' },
  percent: { inputMode: 'decimal' },
  seconds: { inputMode: 'decimal' },
  whole: { inputMode: 'numeric' },
  text: { spellCheck: false },
  optional: { spellCheck: false },
  check: {},
} as const;

export function AdvancedFields({ form }: { readonly form: MerchantForm }) {
  const { t } = useText();
  const [opened, setOpened] = useState(false);
  const wrong = folded.some((field) => form.errors[field] !== undefined);
  return (
    <details
      className={classes.advanced}
      open={opened || wrong}
      onToggle={(event) => setOpened(event.currentTarget.open)}
    >
      <summary>
        <IconChevronRight size={18} aria-hidden />
        <span>{t('settings:groups.advanced')}</span>
        <span className={`${parts.note} ${classes.advancedNote}`}>{t('settings:groups.advancedText')}</span>
      </summary>
      <AdvancedGroup form={form} group="payments" />
      <AdvancedGroup form={form} group="collector" note={t('settings:groups.collectorText')} />
      <FormInterface form={form} />
      <Connection form={form} />
    </details>
  );
}

function FormInterface({ form }: { readonly form: MerchantForm }) {
  const { t } = useText();
  return (
    <AdvancedGroup form={form} group="form">
      <NativeSelect
        label={t('settings:fields.hashCase')}
        data={[
          { value: 'lower', label: t('settings:fields.hashCases.lower') },
          { value: 'upper', label: t('settings:fields.hashCases.upper') },
        ]}
        {...form.getInputProps('hashCase')}
      />
      <NativeSelect
        label={t('settings:fields.formExpYearDigits')}
        data={['2', '4']}
        {...form.getInputProps('formExpYearDigits')}
      />
      <TextInput
        label={t('settings:fields.captureTokenField')}
        description={t('settings:fields.captureTokenFieldHint')}
        spellCheck={false}
        maxLength={textLimits.wireName}
        {...form.getInputProps('captureTokenField')}
        onChange={(event) => {
          form.setFieldValue('captureTokenField', event.currentTarget.value);
          // A changed name has to be confirmed again.
          form.setFieldValue('captureTokenFieldConfirmed', false);
        }}
      />
    </AdvancedGroup>
  );
}

function Connection({ form }: { readonly form: MerchantForm }) {
  const { t } = useText();
  return (
    <AdvancedGroup form={form} group="connection">
      <NativeSelect
        label={t('settings:fields.proxy')}
        data={(['system', 'none', 'url'] as const).map((value) => ({
          value,
          label: t(`settings:fields.proxies.${value}`),
        }))}
        {...form.getInputProps('proxyKind')}
      />
      {form.values.proxyKind === 'url' && (
        <TextInput
          label={t('settings:fields.proxyUrl')}
          spellCheck={false}
          maxLength={textLimits.url}
          {...form.getInputProps('proxyUrl')}
        />
      )}
      <AuthorityField form={form} />
    </AdvancedGroup>
  );
}

function AuthorityField({ form }: { readonly form: MerchantForm }) {
  const { t } = useText();
  const [replacing, setReplacing] = useState(false);
  const { extraCa } = form.values;
  if (extraCa !== null && !replacing) {
    return (
      <StoredSecret
        label={t('settings:fields.extraCa')}
        words={t('settings:fields.extraCaStored')}
        error={form.errors['extraCa']}
        removed={false}
        onReplace={() => setReplacing(true)}
        onRemove={() => form.setFieldValue('extraCa', null)}
        onKeep={() => setReplacing(false)}
      />
    );
  }
  return (
    <FileField
      label={t('settings:fields.extraCa')}
      hint={t('settings:fields.extraCaHint')}
      accept=".pem,.crt,.cer"
      read={readCertificatePem}
      error={form.errors['extraCa'] === undefined ? undefined : t('settings:issues.other')}
      onText={(text) => form.setFieldValue('extraCa', text)}
    />
  );
}
