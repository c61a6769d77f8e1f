/** A merchant: one merchant at one environment, with what may differ per merchant (field notes). Secrets are never part of it. */
import { z } from 'zod';
import { environmentSchema } from './environment.ts';
import { fieldLimits } from '#shared/payments/field-limits.ts';
import { publishedMinimum } from '#shared/payments/money.ts';
import { familySchema } from '#shared/payments/outcome.ts';
import { customFieldSchema, langSchema } from '#shared/payments/field-schemas.ts';
import { paymentFields } from '#shared/payments/payment-fields.ts';

const milliseconds = z.int().min(100).max(600_000);
/** The service is reached over TLS only (section 5, point 4). */
export const httpsUrlSchema = z.url({ protocol: /^https$/ }).max(500);

/** Settings hold nothing secret and are shown on the screen, so an address with a user or a password is refused. */
const proxyUrlSchema = z
  .url({ protocol: /^https?$/, abort: true })
  .max(500)
  .refine((url) => !/^[^:]+:\/\/[^/\\?#]*@/.test(url), 'must have no user and no password');

export const proxySchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('system') }),
  z.strictObject({ kind: z.literal('none') }),
  z.strictObject({ kind: z.literal('url'), url: proxyUrlSchema }),
]);

/** Settings with the defaults of the field notes: a new merchant is usable with name, keys and address alone. */
export const merchantSettingsSchema = z.strictObject({
  families: z
    .strictObject({ authorize: familySchema, sell: familySchema })
    .default({ authorize: 'json', sell: 'json' }),
  /** Shown before amounts; the service itself has no currency. */
  currencySign: z.string().trim().min(1).max(5).default('B/.'),
  /** ITBMS in basis points: 700 is 7 %. */
  taxRate: z.int().min(0).max(10_000).default(700),
  lang: langSchema.nullable().default('ES'),
  defaultConcept: z.string().max(paymentFields.concept.max).default(''),
  defaultDescription: z.string().max(paymentFields.description.max).default(''),
  customFields: z.array(customFieldSchema).max(paymentFields.customFieldValues.max).readonly().default([]),
  /** Below it the form warns; merchants differ, so it never blocks. Minor units. */
  warnBelow: z.int().min(0).default(publishedMinimum),
  hashCase: z.enum(['lower', 'upper']).default('lower'),
  formExpYearDigits: z.union([z.literal(2), z.literal(4)]).default(2),
  /** Which field of CAPT carries the AUTH_TOKEN: not in the service's document (section 4.2). */
  captureTokenField: z
    .string()
    .regex(/^[A-Za-z_][A-Za-z0-9_]{0,39}$/)
    .default('AuthRefNum'),
  /** The operator of the service has confirmed the field above; asked before the first live capture. */
  captureTokenFieldConfirmed: z.boolean().default(false),
  /** Whether family B requests carry the `authorization` header too: not stated (section 5). */
  formAuthorizationHeader: z.boolean().default(false),
  /** Key of the session id inside `additionalData`. */
  fingerprintKey: z
    .string()
    .regex(/^[A-Za-z_][A-Za-z0-9_]{0,39}$/)
    .default('sessionFraud'),
  /** Days until a JSON hold is thought to run out: an estimate, the document gives none (section 3). */
  jsonHoldDays: z.int().min(1).max(30).default(5),
  /** Partial capture is not documented (section 3): off. */
  allowSmallerCapture: z.boolean().default(false),
  /** Window of the duplicate guard; 0 switches it off. */
  duplicateWindowHours: z.int().min(0).max(720).default(24),
  connectTimeout: milliseconds.default(10_000),
  headersTimeout: milliseconds.default(60_000),
  bodyTimeout: milliseconds.default(30_000),
  proxy: proxySchema.default({ kind: 'system' }),
  /** Further certificate authorities, PEM; the system's are always trusted too, except in training. */
  extraCa: z.string().max(200_000).nullable().default(null),
});

export const merchantSchema = merchantSettingsSchema.extend({
  id: z.string().min(1).max(60),
  name: z.string().trim().min(1).max(80),
  environment: environmentSchema,
  /** `{base_url}` or `{sandbox_url}` of section 4, without a trailing slash. */
  baseUrl: httpsUrlSchema,
});
export type Merchant = z.infer<typeof merchantSchema>;

export const clientCertificateSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('pem'),
    certificate: z.string(),
    key: z.string(),
    passphrase: z.string().optional(),
  }),
  /** PKCS#12 file, base64. */
  z.strictObject({ kind: z.literal('pkcs12'), file: z.base64(), passphrase: z.string().optional() }),
]);
export type ClientCertificate = z.infer<typeof clientCertificateSchema>;

/** What the vault keeps for a merchant. Goes in over the bridge, never out. */
export const merchantSecretsSchema = z.strictObject({
  /** Merchant web code; pasted with blanks around it in practice. */
  cclw: z.string().trim().min(1).max(fieldLimits.cclw),
  /** `authorization` header: two segments joined by `|`, one for older merchants; null where only family B is used. */
  apiKey: z
    .string()
    .trim()
    .regex(/^[\x21-\x7e]+$/)
    .max(500)
    .nullable(),
  clientCertificate: clientCertificateSchema.nullable(),
});
export type MerchantSecrets = z.infer<typeof merchantSecretsSchema>;

/** A change of secrets: absent keeps what the vault has, null removes it. */
export const merchantSecretsChangeSchema = merchantSecretsSchema.partial();
export type MerchantSecretsChange = z.infer<typeof merchantSecretsChangeSchema>;

/** A merchant as Settings shows it: which secrets the vault has, never what they are. */
export const merchantViewSchema = z.strictObject({
  merchant: merchantSchema,
  active: z.boolean(),
  has: z.strictObject({ cclw: z.boolean(), apiKey: z.boolean(), clientCertificate: z.boolean() }),
  /** The built-in training merchant can be neither edited nor removed. */
  builtIn: z.boolean(),
});
export type MerchantView = z.infer<typeof merchantViewSchema>;

export const trainingMerchantId = 'training';
