/** What differs from one service operator to the next, folded away: its defaults are the usual values. */
import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useText } from '#renderer/words/i18n.ts';
import { readCertificatePem } from '#renderer/features/settings/files/certificate-files.ts';
import { FileField } from '#renderer/features/settings/files/file-field.tsx';
import { StoredSecret } from '#renderer/features/settings/secrets/secret-field.tsx';
import { useState } from 'react';
import type { MerchantForm } from './use-merchant-editor.ts';
import classes from './merchants.module.css';
import common from '#renderer/features/settings/settings.module.css';

/** The fields below, so that a problem in one of them opens the fold. */
const folded = [
  'warnBelow',
  'duplicateWindowHours',
  'jsonHoldDays',
  'captureTokenField',
  'fingerprintKey',
  'connectTimeout',
  'headersTimeout',
  'bodyTimeout',
  'proxyUrl',
  'extraCa',
] as const;

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
        <span className={`${common.note} ${classes.advancedNote}`}>{t('settings:groups.advancedText')}</span>
      </summary>
      <PaymentRules form={form} />
      <FormInterface form={form} />
      <Connection form={form} />
    </details>
  );
}

function PaymentRules({ form }: { readonly form: MerchantForm }) {
  const { t } = useText();
  return (
    <fieldset className={classes.group}>
      <legend>{t('settings:groups.payments')}</legend>
      <div className={common.fields}>
        <TextInput
          label={t('settings:fields.warnBelow')}
          description={t('settings:fields.warnBelowHint')}
          inputMode="decimal"
          {...form.getInputProps('warnBelow')}
        />
        <TextInput
          label={t('settings:fields.duplicateWindowHours')}
          description={t('settings:fields.duplicateWindowHoursHint')}
          inputMode="numeric"
          {...form.getInputProps('duplicateWindowHours')}
        />
        <TextInput
          label={t('settings:fields.jsonHoldDays')}
          description={t('settings:fields.jsonHoldDaysHint')}
          inputMode="numeric"
          {...form.getInputProps('jsonHoldDays')}
        />
        <TextInput
          label={t('settings:fields.fingerprintKey')}
          description={t('settings:fields.fingerprintKeyHint')}
          spellCheck={false}
          {...form.getInputProps('fingerprintKey')}
        />
      </div>
      <Checkbox
        label={t('settings:fields.allowSmallerCapture')}
        description={t('settings:fields.allowSmallerCaptureHint')}
        {...form.getInputProps('allowSmallerCapture', { type: 'checkbox' })}
      />
    </fieldset>
  );
}

function FormInterface({ form }: { readonly form: MerchantForm }) {
  const { t } = useText();
  return (
    <fieldset className={classes.group}>
      <legend>{t('settings:groups.form')}</legend>
      <div className={common.fields}>
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
          {...form.getInputProps('captureTokenField')}
          onChange={(event) => {
            form.setFieldValue('captureTokenField', event.currentTarget.value);
            // Another name is another question.
            form.setFieldValue('captureTokenFieldConfirmed', false);
          }}
        />
      </div>
      <Checkbox
        label={t('settings:fields.captureTokenFieldConfirmed')}
        {...form.getInputProps('captureTokenFieldConfirmed', { type: 'checkbox' })}
      />
      <Checkbox
        label={t('settings:fields.formAuthorizationHeader')}
        {...form.getInputProps('formAuthorizationHeader', { type: 'checkbox' })}
      />
    </fieldset>
  );
}

function Connection({ form }: { readonly form: MerchantForm }) {
  const { t } = useText();
  return (
    <fieldset className={classes.group}>
      <legend>{t('settings:groups.connection')}</legend>
      <div className={common.fields}>
        {(['connectTimeout', 'headersTimeout', 'bodyTimeout'] as const).map((field) => (
          <TextInput
            key={field}
            label={t(`settings:fields.${field}`)}
            inputMode="decimal"
            {...form.getInputProps(field)}
          />
        ))}
        <NativeSelect
          label={t('settings:fields.proxy')}
          data={(['system', 'none', 'url'] as const).map((value) => ({
            value,
            label: t(`settings:fields.proxies.${value}`),
          }))}
          {...form.getInputProps('proxyKind')}
        />
        {form.values.proxyKind === 'url' && (
          <TextInput label={t('settings:fields.proxyUrl')} spellCheck={false} {...form.getInputProps('proxyUrl')} />
        )}
        <AuthorityField form={form} />
      </div>
    </fieldset>
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
