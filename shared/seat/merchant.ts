/** A merchant in one environment, with the settings that differ per merchant (field notes). Secrets are never part of it. */
import { textLimits } from '#shared/text-limits.ts';
import { oneMinute, oneSecond } from '#shared/durations.ts';
import { z } from 'zod';
import { taxRatesSchema } from '#shared/tax-rates.ts';
import { merchantIdSchema } from '#shared/identifiers.ts';
import { environmentSchema } from '#shared/environment.ts';
import { receiptHeadingSchemas } from './receipt-heading.ts';
import { misplacedSchema } from './secret-place.ts';
import { fieldLimits } from '#shared/payments/field-limits.ts';
import { publishedMinimum } from '#shared/payments/money.ts';
import { cardOperations } from '#shared/payments/operations.ts';
import { familySchema } from '#shared/payments/outcome.ts';
import { customFieldsSchema } from '#shared/payments/field-schemas.ts';
import { langs } from '#shared/payments/field-kinds.ts';
import { paymentFields } from '#shared/payments/payment-fields.ts';
import {
  addressText,
  fileText,
  formedText,
  freeText,
  nameText,
  pastedSecret,
  secretText,
} from '#shared/texts/text-kinds.ts';

/** The service is reached over TLS only (section 5, point 4). */
export const httpsUrlSchema = addressText(textLimits.url).check(
  z.url({ protocol: /^https$/, error: 'must be https://…' }),
);

/** Address of the service as a person or a file gives it. Documents of the service show it with what Caja itself adds. */
export const serviceUrlSchema = httpsUrlSchema
  .refine((url) => !/\/rest(?:\/|$)/i.test(url), 'must end before /rest')
  .refine((url) => !/[@?#]/.test(url), 'must have no user, query or fragment');

/** Refuses an address with a user or a password, because settings are shown on the screen and are not kept secret. */
const proxyUrlSchema = addressText(textLimits.url)
  .check(z.url({ protocol: /^https?$/, abort: true }))
  .refine((url) => !/^[^:]+:\/\/[^/\\?#]*@/.test(url), 'must have no user and no password');

const proxySchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('system') }),
  z.strictObject({ kind: z.literal('none') }),
  z.strictObject({ kind: z.literal('url'), url: proxyUrlSchema }),
]);

/** The host is everything up to the first `/`, `?` or `#`. */
const collectorUrlForm = /^https:\/\/([^/?#\\@\s]+)(?:[/?#]\S*)?$/i;
/**
 * Address of a collector's script. Refuses a user or a password, because the address is shown on the screen and goes into a page.
 */
const collectorUrlSchema = httpsUrlSchema.regex(collectorUrlForm, 'must have no user');

/** Refuses what could not be followed by a path: a user or password, a query, a fragment. */
const recordsUrlSchema = httpsUrlSchema.regex(
  /^https:\/\/[^/?#\\@\s]+[^?#\s]*$/i,
  'must have no user, query or fragment',
);

/**
 * Conversion of a setting in the form: `text` trimmed, `optional` text that is null when empty, `amount` in minor units, `whole` numbers,
 * `seconds` kept in ms, `check` as a checkbox, `lines` as several lines, `choice` from a list. `own` settings have code of their own in
 * the form.
 */
export type Keyed = 'text' | 'lines' | 'optional' | 'amount' | 'whole' | 'seconds' | 'check' | 'choice' | 'own';

/** Part of the merchant's page; null for a setting whose field has code of its own. */
export type SettingsGroup =
  | 'merchant'
  | 'payments'
  | 'defaults'
  | 'receipt'
  | 'collector'
  | 'form'
  | 'connection'
  | null;

export interface MerchantSetting {
  readonly schema: z.ZodType;
  readonly keyed: Keyed;
  readonly group: SettingsGroup;
  /** Bounds from the schema, for `whole` and `seconds`. */
  readonly range?: { readonly min: number; readonly max: number };
  /** Values of a `choice`. */
  readonly values?: readonly (string | number | null)[];
}

const setting = <Schema extends z.ZodType, Kind extends Keyed, Group extends SettingsGroup>(
  keyed: Kind,
  group: Group,
  schema: Schema,
) => ({ schema, keyed, group });

const whole = <Group extends SettingsGroup>(group: Group, min: number, max: number, usual: number) => ({
  ...setting('whole', group, z.int().min(min).max(max).default(usual)),
  range: { min, max },
});

const seconds = <Group extends SettingsGroup>(group: Group, max: number, usual: number) => ({
  ...setting('seconds', group, z.int().min(100).max(max).default(usual)),
  range: { min: 100, max },
});

const choice = <Group extends SettingsGroup, const Value extends string | number | null>(
  group: Group,
  values: readonly Value[],
  usual: NoInfer<Value>,
) => ({ ...setting('choice', group, z.literal(values).default(usual as never)), values });

const longestConnection = 10 * oneMinute;

const wireName = freeText(textLimits.wireName).regex(
  /^[A-Za-z_][A-Za-z0-9_]{0,39}$/,
  'may have letters without accents, "_" and, but for the first, digits',
);

/**
 * Every setting of a merchant, with the defaults of the field notes. A new merchant needs only name, keys and address.
 * The stored document, the provisioning file and the form are derived from this table.
 */
export const merchantSettings = {
  families: setting(
    'own',
    null,
    z.strictObject({ authorize: familySchema, sell: familySchema }).default({ authorize: 'json', sell: 'json' }),
  ),
  /** Shown before amounts. The service itself has no currency. */
  currencySign: setting('text', 'merchant', nameText(textLimits.currencySign).default('B/.')),
  /** ITBMS rates. Null until a person chooses: then no tax is computed, and each payment's is keyed. */
  taxRates: setting('own', null, taxRatesSchema.nullable().default(null)),
  defaultConcept: setting('text', 'defaults', freeText(paymentFields.concept.max).default('')),
  defaultDescription: setting('text', 'defaults', freeText(paymentFields.description.max).default('')),
  customFields: setting('own', null, customFieldsSchema.default([])),
  /** Operation that a new payment starts with. */
  defaultOperation: choice('payments', cardOperations, 'sell'),
  /** Null sends none. */
  lang: choice('payments', [...langs, null], 'ES'),
  /** Sent with every payment whose request has the field (section 2.1). A caller's own address is unknown to the seat. */
  buyerIp: setting('optional', 'payments', formedText(textLimits.ipv4).check(z.ipv4()).nullable().default(null)),
  taxId: setting('text', 'receipt', receiptHeadingSchemas.taxId.default('')),
  receiptPhone: setting('text', 'receipt', receiptHeadingSchemas.receiptPhone.default('')),
  receiptAddress: setting('lines', 'receipt', receiptHeadingSchemas.receiptAddress.default('')),
  receiptNote: setting('lines', 'receipt', receiptHeadingSchemas.receiptNote.default('')),
  /** The form warns below this amount. Merchants differ, so it never blocks. Minor units. */
  warnBelow: setting('amount', 'payments', z.int().min(0).default(publishedMinimum)),
  /** Window of the duplicate guard. 0 switches it off. */
  duplicateWindowHours: whole('payments', 0, 720, 24),
  /** Days until a JSON hold probably runs out. An estimate, because the document gives none (section 3). */
  jsonHoldDays: whole('payments', 1, 30, 5),
  /** Off by default because partial capture is undocumented (section 3). */
  allowSmallerCapture: setting('check', 'payments', z.boolean().default(false)),
  /** Operations beyond the operator's published document (field notes), each off until the merchant switches it on. */
  allowVoids: setting('check', 'payments', z.boolean().default(false)),
  allowRefunds: setting('check', 'payments', z.boolean().default(false)),
  allowChargeAgain: setting('check', 'payments', z.boolean().default(false)),
  /** Cashiers find only payments that they keyed themselves; else everybody's of the last 30 days (`shared/ledger/reach.ts`). */
  ownPaymentsOnly: setting('check', 'payments', z.boolean().default(false)),
  /** Script of the fraud service (section 4.5). Null: none runs, and nothing is collected. */
  collectorUrl: setting('optional', 'collector', collectorUrlSchema.nullable().default(null)),
  /** Longest time in ms from the script's start that a payment waits for its answer. */
  collectorTimeout: seconds('collector', 30 * oneSecond, 5 * oneSecond),
  /** Global object, method and callback of the script. Missing from the service's document (field notes). */
  collectorGlobal: setting('text', 'collector', wireName.default('PF')),
  collectorMethod: setting('text', 'collector', wireName.default('initialize')),
  collectorCallback: setting('text', 'collector', wireName.default('onFinish')),
  /** Class of the form element that the script needs. */
  collectorElement: setting('text', 'collector', wireName.default('kaxsdc')),
  /** Key of the session id inside `additionalData`. */
  fingerprintKey: setting('text', 'collector', wireName.default('sessionFraud')),
  hashCase: choice('form', ['lower', 'upper'], 'lower'),
  formExpYearDigits: choice('form', [2, 4], 2),
  /** Field of CAPT that carries the AUTH_TOKEN. Missing from the service's document (section 4.2). */
  captureTokenField: setting('text', 'form', wireName.default('AuthRefNum')),
  /** True once the operator of the service has confirmed the field above. Asked before the first live capture. */
  captureTokenFieldConfirmed: setting('check', 'form', z.boolean().default(false)),
  /** Sends the `authorization` header with family B requests too. Not stated in the document (section 5). */
  formAuthorizationHeader: setting('check', 'form', z.boolean().default(false)),
  connectTimeout: seconds('connection', longestConnection, 10_000),
  headersTimeout: seconds('connection', longestConnection, oneMinute),
  bodyTimeout: seconds('connection', longestConnection, 30_000),
  /**
   * Address of the service's records, `{query_url}` (field notes). Null: none are asked for, because the service's document does not
   * have them.
   */
  recordsUrl: setting('optional', 'connection', recordsUrlSchema.nullable().default(null)),
  proxy: setting('own', null, proxySchema.default({ kind: 'system' })),
  /** Further certificate authorities, PEM. The system's are always trusted too, except in training. */
  extraCa: setting('own', null, fileText(textLimits.pem).nullable().default(null)),
} as const satisfies Readonly<Record<string, MerchantSetting>>;

export type MerchantSettings = typeof merchantSettings;
export type MerchantSettingName = keyof MerchantSettings;
export const merchantSettingNames = Object.keys(merchantSettings) as readonly MerchantSettingName[];

type SettingSchemas = { readonly [Name in MerchantSettingName]: MerchantSettings[Name]['schema'] };

export const merchantSettingsSchema = z.strictObject(
  Object.fromEntries(merchantSettingNames.map((name) => [name, merchantSettings[name].schema])) as SettingSchemas,
);

export const merchantSchema = merchantSettingsSchema.extend({
  id: merchantIdSchema,
  name: nameText(textLimits.merchantName),
  environment: environmentSchema,
  /** `{base_url}` or `{sandbox_url}` of section 4, without a trailing slash. */
  baseUrl: httpsUrlSchema,
});
/** A merchant as keyed. Whoever keys it chooses the rates. */
export const keyedMerchantSchema = merchantSchema.extend({
  baseUrl: serviceUrlSchema,
  taxRates: taxRatesSchema.nullable().refine((rates): boolean => rates !== null, 'tax-rates-missing'),
});
export type Merchant = z.infer<typeof merchantSchema>;

/** Setting that allows each reversal. */
export const reversalSettings = { void: 'allowVoids', refund: 'allowRefunds' } as const;
export type ReversalOperation = keyof typeof reversalSettings;

const clientCertificateSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('pem'),
    certificate: fileText(textLimits.pem),
    key: fileText(textLimits.pem),
    passphrase: secretText(textLimits.password).optional(),
  }),
  /** PKCS#12 file, base64. */
  z.strictObject({
    kind: z.literal('pkcs12'),
    file: fileText(textLimits.pkcs12).check(z.base64()),
    passphrase: secretText(textLimits.password).optional(),
  }),
]);
export type ClientCertificate = z.infer<typeof clientCertificateSchema>;

/** The secrets that the vault keeps for a merchant. They go in over the bridge, never out. */
export const merchantSecretsSchema = z.strictObject({
  /** Merchant web code. Often pasted with blanks around it. */
  cclw: pastedSecret(fieldLimits.cclw),
  /** `authorization` header: two segments joined by `|`, one for older merchants; null where only family B is used. */
  apiKey: pastedSecret(textLimits.apiKey)
    .regex(/^[\x21-\x7e]+$/, 'must be printable ASCII without blanks')
    .nullable(),
  clientCertificate: clientCertificateSchema.nullable(),
});
export type MerchantSecrets = z.infer<typeof merchantSecretsSchema>;

/** A change of secrets. An absent one stays, null removes it. */
export const merchantSecretsChangeSchema = merchantSecretsSchema.partial();
export type MerchantSecretsChange = z.infer<typeof merchantSecretsChangeSchema>;

/** `ending`: the last four characters of a long enough secret, for the supervisor who compares it; null otherwise. */
const heldSecretSchema = z.strictObject({ set: z.boolean(), ending: z.string().max(4).nullable() });
export type HeldSecret = z.infer<typeof heldSecretSchema>;

export const secretNames = [
  'cclw',
  'apiKey',
  'clientCertificate',
] as const satisfies readonly (keyof MerchantSecrets)[];

/** A merchant as Settings shows it: which secrets the vault has, never their values. */
export const merchantViewSchema = z.strictObject({
  merchant: merchantSchema,
  active: z.boolean(),
  has: z.strictObject({ cclw: heldSecretSchema, apiKey: heldSecretSchema, clientCertificate: heldSecretSchema }),
  /** Why the vault withholds the secrets from the merchant's present address, authority or proxy; null when it doesn't. */
  elsewhere: misplacedSchema.nullable(),
  /** The built-in training merchant can be neither edited nor removed. */
  builtIn: z.boolean(),
  /** False for a merchant that the company's policy does not allow as it is set up. Nothing is sent for it. */
  allowed: z.boolean(),
});
export type MerchantView = z.infer<typeof merchantViewSchema>;

/** Returns the longest window of the duplicate guard in hours. The guard needs the payments within it. */
export const longestDuplicateWindow = (views: readonly Pick<MerchantView, 'merchant'>[]): number =>
  Math.max(0, ...views.map(({ merchant }) => merchant.duplicateWindowHours));

/**
 * Returns the host of the merchant's collector; null when none runs. The session id is a field of AUTH in family A alone, so
 * nothing is collected for a merchant whose authorizations go over family B.
 */
export const collectorHost = ({ collectorUrl, families }: Merchant): string | null =>
  collectorUrl === null || families.authorize !== 'json' ? null : (collectorUrlForm.exec(collectorUrl)?.[1] ?? null);

export const trainingMerchantId = 'training';
