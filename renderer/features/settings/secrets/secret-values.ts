/** Secrets as they are keyed: each is kept, replaced or removed. What is typed leaves with the save and is not held longer. */
import {
  type ClientCertificate,
  type MerchantSecretsChange,
  type MerchantView,
  merchantSecretsSchema,
} from '#shared/seat/merchant.ts';
import type { MerchantFieldIssue } from '#renderer/features/settings/merchants/keyed-settings.ts';

export type SecretText =
  | { readonly kind: 'keep' }
  | { readonly kind: 'replace'; readonly text: string }
  | { readonly kind: 'remove' };

export interface KeyedCertificate {
  readonly kind: 'pem' | 'pkcs12';
  /** PEM texts, or the PKCS#12 file in base64; null until a file is chosen. */
  readonly certificate: string | null;
  readonly key: string | null;
  readonly file: string | null;
  readonly passphrase: string;
}

export type SecretCertificate =
  | { readonly kind: 'keep' }
  | { readonly kind: 'replace'; readonly keyed: KeyedCertificate }
  | { readonly kind: 'remove' };

export interface SecretValues {
  readonly cclw: SecretText;
  readonly apiKey: SecretText;
  readonly clientCertificate: SecretCertificate;
}

/** What the vault has is kept; what it lacks and every merchant needs is asked for. */
export function startSecrets(has: MerchantView['has']): SecretValues {
  const asked: SecretText = { kind: 'replace', text: '' };
  return {
    cclw: has.cclw.set ? { kind: 'keep' } : asked,
    apiKey: has.apiKey.set ? { kind: 'keep' } : asked,
    clientCertificate: { kind: 'keep' },
  };
}

export const noCertificate: KeyedCertificate = {
  kind: 'pem',
  certificate: null,
  key: null,
  file: null,
  passphrase: '',
};

export type ReadSecrets =
  | { readonly ok: true; readonly change: MerchantSecretsChange }
  | { readonly ok: false; readonly issues: Readonly<Record<string, MerchantFieldIssue | { readonly key: 'file' }>> };

/** @param needsApiKey whether an operation goes over the JSON interface, which can't do without the key (section 5) */
export function readSecrets(values: SecretValues, needsApiKey: boolean): ReadSecrets {
  const issues: Record<string, MerchantFieldIssue | { readonly key: 'file' }> = {};
  const change: { -readonly [Key in keyof MerchantSecretsChange]: MerchantSecretsChange[Key] } = {};

  if (values.cclw.kind === 'replace') {
    const cclw = merchantSecretsSchema.shape.cclw.safeParse(values.cclw.text);
    if (cclw.success) change.cclw = cclw.data;
    else issues['cclw'] = values.cclw.text.trim() === '' ? { key: 'required' } : { key: 'tooLong', max: 256 };
  }
  if (values.apiKey.kind === 'remove') change.apiKey = null;
  if (values.apiKey.kind === 'replace' && values.apiKey.text.trim() !== '') {
    const apiKey = merchantSecretsSchema.shape.apiKey.safeParse(values.apiKey.text);
    if (apiKey.success) change.apiKey = apiKey.data;
    else issues['apiKey'] = { key: 'printable' };
  }
  const lacksApiKey =
    values.apiKey.kind === 'remove' || (values.apiKey.kind === 'replace' && values.apiKey.text.trim() === '');
  if (needsApiKey && lacksApiKey) issues['apiKey'] = { key: 'required' };

  if (values.clientCertificate.kind === 'remove') change.clientCertificate = null;
  if (values.clientCertificate.kind === 'replace') {
    const certificate = readCertificate(values.clientCertificate.keyed, issues);
    if (certificate !== null) change.clientCertificate = certificate;
  }
  return Object.keys(issues).length === 0 ? { ok: true, change } : { ok: false, issues };
}

function readCertificate(
  keyed: KeyedCertificate,
  issues: Record<string, MerchantFieldIssue | { readonly key: 'file' }>,
): ClientCertificate | null {
  const passphrase = keyed.passphrase === '' ? {} : { passphrase: keyed.passphrase };
  if (keyed.kind === 'pkcs12') {
    if (keyed.file === null) issues['pkcs12File'] = { key: 'file' };
    return keyed.file === null ? null : { kind: 'pkcs12', file: keyed.file, ...passphrase };
  }
  if (keyed.certificate === null) issues['certificateFile'] = { key: 'file' };
  if (keyed.key === null) issues['keyFile'] = { key: 'file' };
  if (keyed.certificate === null || keyed.key === null) return null;
  return { kind: 'pem', certificate: keyed.certificate, key: keyed.key, ...passphrase };
}
