/** The client certificate: PEM with its key, or PKCS#12; kept, replaced or removed. */
import { textLimits } from '#shared/text-limits.ts';
import { Button, Input, PasswordInput, SegmentedControl } from '@mantine/core';
import { useText } from '#renderer/words/i18n.ts';
import {
  readBinary,
  readCertificatePem,
  readKeyPem,
  FileField,
} from '#renderer/features/settings/files/file-field.tsx';
import { StoredSecret } from '#renderer/features/settings/secrets/secret-field.tsx';
import {
  noCertificate,
  type KeyedCertificate,
  type SecretCertificate,
} from '#renderer/features/settings/secrets/secret-values.ts';
import classes from './merchants.module.css';
import common from '#renderer/features/settings/settings.module.css';

/** Files of each kind, and the part of the certificate that each holds. */
const files = {
  pem: [
    { field: 'certificateFile', part: 'certificate', accept: '.pem,.crt,.cer', read: readCertificatePem },
    { field: 'keyFile', part: 'key', accept: '.pem,.key', read: readKeyPem },
  ],
  pkcs12: [{ field: 'pkcs12File', part: 'file', accept: '.p12,.pfx', read: readBinary }],
} as const;

export function CertificateField({
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
