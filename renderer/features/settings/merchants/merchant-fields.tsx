/** Fields of a merchant with code of their own: its keys, and the custom fields of a payment. */
import { ActionIcon, Stack, TextInput, Button, Input, PasswordInput, SegmentedControl } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useLayoutEffect, useRef } from 'react';
import { fieldLimits } from '#shared/payments/field-limits.ts';
import { paymentFields } from '#shared/payments/payment-fields.ts';
import { secretNames, type MerchantView } from '#shared/seat/merchant.ts';
import { useText } from '#renderer/words/i18n.ts';
import { SecretField, StoredSecret } from '#renderer/features/settings/secrets/secret-field.tsx';
import type { MerchantEditing, MerchantForm } from './use-merchant-editor.ts';
import { isFocusLost } from '#renderer/ui/dialog-keys.ts';
import { KeyButton } from '#renderer/ui/shortcuts.tsx';
import { beforeNextKey } from '#renderer/ui/typing.ts';
import { textLimits } from '#shared/text-limits.ts';
import {
  readBinary,
  readCertificatePem,
  readKeyPem,
  FileField,
} from '#renderer/features/settings/files/file-field.tsx';
import {
  noCertificate,
  type KeyedCertificate,
  type SecretCertificate,
} from '#renderer/features/settings/secrets/secret-values.ts';
import classes from './merchants.module.css';
import common from '#renderer/features/settings/settings.module.css';
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
  const box = useRef<HTMLDivElement>(null);
  const change = (how: () => void, next: string): void => {
    beforeNextKey(how);
    box.current?.querySelector<HTMLElement>(next)?.focus();
  };
  return (
    <fieldset className={parts.group}>
      <legend>{t('settings:groups.customFields')}</legend>
      <p className={parts.note}>{t('settings:groups.customFieldsText')}</p>
      <Stack gap={8} align="flex-start" ref={box}>
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
              onClick={() => change(() => form.removeListItem('customFields', index), ':scope > button')}
            >
              <IconTrash size={18} aria-hidden />
            </ActionIcon>
          </div>
        ))}
        <KeyButton
          icon={IconPlus}
          disabled={customFields.length >= paymentFields.customFieldValues.max}
          onClick={() =>
            change(
              () => form.insertListItem('customFields', { id: '', nameOrLabel: '', value: '' }),
              ':scope > :nth-last-child(2) input',
            )
          }
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

/** Files of each kind, and the part of the certificate that each holds. */
const files = {
  pem: [
    { field: 'certificateFile', part: 'certificate', accept: '.pem,.crt,.cer', read: readCertificatePem },
    { field: 'keyFile', part: 'key', accept: '.pem,.key', read: readKeyPem },
  ],
  pkcs12: [{ field: 'pkcs12File', part: 'file', accept: '.p12,.pfx', read: readBinary }],
} as const;

/** The client certificate: PEM with its key, or PKCS#12; kept, replaced or removed. */
function CertificateField({
  has,
  value,
  errorOf,
  onChange,
  onKeyed,
}: {
  readonly has: boolean;
  readonly value: SecretCertificate;
  readonly errorOf: (field: string) => string | undefined;
  readonly onChange: (value: SecretCertificate) => void;
  /** Adds to what is keyed at that moment, because a file is read while others are chosen. */
  readonly onKeyed: (part: Partial<KeyedCertificate>) => void;
}) {
  const { t } = useText();
  const label = t('settings:fields.clientCertificate');
  const begin = (): void => onChange({ kind: 'replace', keyed: noCertificate });
  const keep = (): void => onChange({ kind: 'keep' });
  if (value.kind === 'replace') {
    const { keyed } = value;
    return (
      <fieldset className={classes.certificate}>
        <legend>{label}</legend>
        <SegmentedControl
          aria-label={t('settings:fields.certificateKind')}
          value={keyed.kind}
          onChange={(kind) => onKeyed({ kind: kind === 'pkcs12' ? 'pkcs12' : 'pem' })}
          data={[
            { value: 'pem', label: t('settings:fields.pem') },
            { value: 'pkcs12', label: t('settings:fields.pkcs12') },
          ]}
        />
        {files[keyed.kind].map(({ field, part, accept, read }) => (
          <FileField
            key={field}
            label={t(`settings:fields.${field}`)}
            accept={accept}
            read={read}
            error={errorOf(field)}
            onText={(text) => onKeyed({ [part]: text })}
          />
        ))}
        <PasswordInput
          label={t('settings:fields.passphrase')}
          description={t('settings:fields.passphraseHint')}
          maxLength={textLimits.password}
          value={keyed.passphrase}
          onChange={(event) => onKeyed({ passphrase: event.currentTarget.value })}
        />
        <Button mr="auto" onClick={keep}>
          {t(has ? 'settings:fields.keep' : 'action.cancel')}
        </Button>
      </fieldset>
    );
  }
  if (has) {
    return (
      <StoredSecret
        label={label}
        error={errorOf('clientCertificate')}
        removed={value.kind === 'remove'}
        onReplace={begin}
        onRemove={() => onChange({ kind: 'remove' })}
        onKeep={keep}
      />
    );
  }
  return (
    <Input.Wrapper label={label} labelElement="div" description={t('settings:fields.clientCertificateHint')}>
      <div className={common.stored} role="group" aria-label={label}>
        <span>{t('settings:fields.none')}</span>
        <Button size="compact-md" onClick={begin}>
          {t('settings:fields.add')}
        </Button>
      </div>
    </Input.Wrapper>
  );
}
