/** Fields of a merchant with code of their own: its keys, and the custom fields of a payment. */
import { ActionIcon, Stack, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useLayoutEffect, useRef } from 'react';
import { fieldLimits } from '#shared/payments/field-limits.ts';
import { paymentFields } from '#shared/payments/payment-fields.ts';
import { secretNames, type MerchantView } from '#shared/seat/merchant.ts';
import { useText } from '#renderer/words/i18n.ts';
import { CertificateField } from './certificate-field.tsx';
import { SecretField } from '#renderer/features/settings/secrets/secret-field.tsx';
import type { MerchantEditing, MerchantForm } from './use-merchant-editor.ts';
import { isFocusLost } from '#renderer/ui/dialog-keys.ts';
import { KeyButton } from '#renderer/ui/shortcuts.tsx';
import classes from './merchants.module.css';
import parts from '#renderer/ui/parts.module.css';

export function KeyFields({ editor, has }: { readonly editor: MerchantEditing; readonly has: MerchantView['has'] }) {
  const { t } = useText();
  const { secrets, setSecrets, keyCertificate, secretError } = editor;
  const box = useRef<HTMLDivElement>(null);
  const kinds = secretNames.map((name) => secrets[name].kind);
  const shown = useRef(kinds);
  // A button whose field takes its place, or the other way round, hands the focus on.
  useLayoutEffect(() => {
    const changed = kinds.findIndex((kind, index) => kind !== shown.current[index]);
    shown.current = kinds;
    if (isFocusLost()) box.current?.children[changed]?.querySelector<HTMLElement>('input, button')?.focus();
  });
  return (
    <fieldset className={parts.group}>
      <legend>{t('settings:groups.access')}</legend>
      <p className={parts.note}>{t('settings:groups.accessText')}</p>
      <div className={parts.fields} ref={box}>
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

export function CustomFields({ form }: { readonly form: MerchantForm }) {
  const { t } = useText();
  const { customFields } = form.values;
  return (
    <fieldset className={parts.group}>
      <legend>{t('settings:groups.customFields')}</legend>
      <p className={parts.note}>{t('settings:groups.customFieldsText')}</p>
      <Stack gap={8} align="flex-start">
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
        <KeyButton
          icon={IconPlus}
          disabled={customFields.length >= paymentFields.customFieldValues.max}
          onClick={() => form.insertListItem('customFields', { id: '', nameOrLabel: '', value: '' })}
        >
          {t('settings:fields.customAdd')}
        </KeyButton>
      </Stack>
    </fieldset>
  );
}

const customLabels = {
  id: 'settings:fields.customId',
  nameOrLabel: 'settings:fields.customLabel',
  value: 'settings:fields.customValue',
} as const;
