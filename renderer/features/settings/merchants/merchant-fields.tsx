/** Fields that every merchant needs: name, environment, address, keys, and the defaults of a payment. */
import { textLimits } from '#shared/text-limits.ts';
import { ActionIcon, Button, Input, NativeSelect, SegmentedControl, Stack, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { fieldLimits } from '#shared/payments/field-limits.ts';
import { paymentFields } from '#shared/payments/payment-fields.ts';
import type { MerchantView } from '#shared/seat/merchant.ts';
import { useText } from '#renderer/words/i18n.ts';
import { CertificateField } from './certificate-field.tsx';
import { SecretField } from '#renderer/features/settings/secrets/secret-field.tsx';
import type { MerchantEditing, MerchantForm } from './use-merchant-editor.ts';
import classes from './merchants.module.css';
import parts from '#renderer/ui/parts.module.css';

export function MerchantFields({ form }: { readonly form: MerchantForm }) {
  const { t } = useText();
  return (
    <fieldset className={parts.group}>
      <legend>{t('settings:groups.merchant')}</legend>
      <div className={parts.fields}>
        <TextInput
          label={t('settings:fields.name')}
          description={t('settings:fields.nameHint')}
          maxLength={textLimits.merchantName}
          {...form.getInputProps('name')}
        />
        <TextInput
          label={t('settings:fields.baseUrl')}
          description={t('settings:fields.baseUrlHint')}
          type="url"
          spellCheck={false}
          maxLength={textLimits.url}
          {...form.getInputProps('baseUrl')}
        />
        <Input.Wrapper label={t('settings:fields.environment')} labelElement="div">
          <SegmentedControl
            fullWidth
            aria-label={t('settings:fields.environment')}
            data={[
              { value: 'test', label: t('settings:fields.environments.test') },
              { value: 'production', label: t('settings:fields.environments.production') },
            ]}
            {...form.getInputProps('environment')}
          />
        </Input.Wrapper>
        <TextInput
          label={t('settings:fields.currencySign')}
          maxLength={textLimits.currencySign}
          {...form.getInputProps('currencySign')}
        />
      </div>
    </fieldset>
  );
}

export function KeyFields({ editor, has }: { readonly editor: MerchantEditing; readonly has: MerchantView['has'] }) {
  const { t } = useText();
  const { secrets, setSecrets, keyCertificate, secretError } = editor;
  return (
    <fieldset className={parts.group}>
      <legend>{t('settings:groups.access')}</legend>
      <p className={parts.note}>{t('settings:groups.accessText')}</p>
      <div className={parts.fields}>
        <SecretField
          label={t('settings:fields.cclw')}
          has={has.cclw}
          removable={false}
          value={secrets.cclw}
          error={secretError('cclw')}
          onChange={(cclw) => setSecrets({ ...secrets, cclw })}
        />
        <SecretField
          label={t('settings:fields.apiKey')}
          hint={t('settings:fields.apiKeyHint')}
          has={has.apiKey}
          removable
          value={secrets.apiKey}
          error={secretError('apiKey')}
          onChange={(apiKey) => setSecrets({ ...secrets, apiKey })}
        />
        <CertificateField
          has={has.clientCertificate.set}
          value={secrets.clientCertificate}
          errorOf={secretError}
          onChange={(clientCertificate) => setSecrets({ ...secrets, clientCertificate })}
          onKeyed={keyCertificate}
        />
      </div>
    </fieldset>
  );
}

export function MerchantPaymentFields({ form }: { readonly form: MerchantForm }) {
  const { t } = useText();
  const families = [
    { value: 'json', label: t('settings:fields.families.json') },
    { value: 'form', label: t('settings:fields.families.form') },
  ];
  return (
    <fieldset className={parts.group}>
      <legend>{t('settings:groups.payments')}</legend>
      <div className={parts.fields}>
        <NativeSelect
          label={t('settings:fields.authorizeFamily')}
          data={families}
          {...form.getInputProps('authorizeFamily')}
        />
        <NativeSelect label={t('settings:fields.sellFamily')} data={families} {...form.getInputProps('sellFamily')} />
        <NativeSelect
          label={t('settings:fields.lang')}
          data={[
            { value: 'ES', label: t('settings:fields.langs.ES') },
            { value: 'EN', label: t('settings:fields.langs.EN') },
            { value: '', label: t('settings:fields.langs.none') },
          ]}
          {...form.getInputProps('lang')}
        />
        <NativeSelect
          label={t('settings:fields.defaultOperation')}
          description={t('settings:fields.defaultOperationHint')}
          data={(['sell', 'authorize'] as const).map((value) => ({ value, label: t(`charge:mode.${value}`) }))}
          {...form.getInputProps('defaultOperation')}
        />
        <TextInput
          label={t('settings:fields.buyerIp')}
          description={t('settings:fields.buyerIpHint')}
          inputMode="decimal"
          maxLength={textLimits.ipv4}
          {...form.getInputProps('buyerIp')}
        />
      </div>
    </fieldset>
  );
}

export function DefaultFields({ form }: { readonly form: MerchantForm }) {
  const { t } = useText();
  const { customFields } = form.values;
  return (
    <fieldset className={parts.group}>
      <legend>{t('settings:groups.defaults')}</legend>
      <div className={parts.fields}>
        <TextInput
          label={t('settings:fields.defaultConcept')}
          maxLength={paymentFields.concept.max}
          {...form.getInputProps('defaultConcept')}
        />
        <TextInput
          label={t('settings:fields.defaultDescription')}
          maxLength={paymentFields.description.max}
          {...form.getInputProps('defaultDescription')}
        />
      </div>
      <Stack gap={8} align="flex-start" role="group" aria-label={t('settings:groups.customFields')}>
        <p className={parts.note}>
          {t('settings:groups.customFields')}. {t('settings:groups.customFieldsText')}
        </p>
        {customFields.map((_, index) => (
          <div key={index} className={classes.customField}>
            {(['id', 'nameOrLabel', 'value'] as const).map((part) => (
              <TextInput
                key={part}
                aria-label={t(customLabels[part])}
                placeholder={t(customLabels[part])}
                maxLength={fieldLimits.customFieldText}
                {...form.getInputProps(`customFields.${index}.${part}`)}
              />
            ))}
            <ActionIcon
              variant="default"
              size={40}
              aria-label={t('settings:fields.customRemove', { number: index + 1 })}
              onClick={() => form.removeListItem('customFields', index)}
            >
              <IconTrash size={18} aria-hidden />
            </ActionIcon>
          </div>
        ))}
        <Button
          variant="default"
          leftSection={<IconPlus size={18} aria-hidden />}
          disabled={customFields.length >= paymentFields.customFieldValues.max}
          onClick={() => form.insertListItem('customFields', { id: '', nameOrLabel: '', value: '' })}
        >
          {t('settings:fields.customAdd')}
        </Button>
      </Stack>
    </fieldset>
  );
}

const customLabels = {
  id: 'settings:fields.customId',
  nameOrLabel: 'settings:fields.customLabel',
  value: 'settings:fields.customValue',
} as const;
