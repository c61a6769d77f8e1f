/** The provisioning file as it is written: version 1, parsed strictly, every mistake named by its path and never by its value. */
import { failed, ok, type Result } from '#shared/failure.ts';
import { fieldLimits } from '#shared/payments/field-limits.ts';
import { familySchema } from '#shared/payments/outcome.ts';
import {
  httpsUrlSchema,
  merchantSchema,
  merchantSecretsSchema,
  merchantSettingsSchema,
  trainingMerchantId,
} from '#shared/seat/merchant.ts';
import {
  idleMinutesSchema,
  isTooEasy,
  operatorNameSchema,
  passcodeLimits,
  sameOperatorName,
} from '#shared/seat/operators.ts';
import { roleSchema } from '#shared/seat/role.ts';
import { ledgerUrlSchema } from '#shared/seat/settings.ts';
import { z } from 'zod';
import { isPasscodeHash } from '#electron/core/operators/passcodes.ts';
import { merchantIdFor } from '#electron/core/merchants/merchant-id.ts';

const fileName = z.string().min(1).max(1000);

const provisionedMerchantSchema = merchantSettingsSchema.omit({ families: true, extraCa: true }).extend({
  /** The same on every seat; by default it follows from environment and name. */
  id: merchantSchema.shape.id
    .regex(/^[A-Za-z0-9._-]+$/, 'may have letters without accents, digits, ".", "_" and "-"')
    .optional(),
  name: merchantSchema.shape.name,
  cclw: z.string().trim().min(1).max(fieldLimits.cclw),
  apiKey: merchantSecretsSchema.shape.apiKey.optional(),
  /** Training is built in and is not provisioned. */
  environment: z.enum(['test', 'production']),
  baseUrl: httpsUrlSchema,
  /** Absent leaves it to the person at the seat who confirms it. */
  captureTokenFieldConfirmed: z.boolean().optional(),
  caFile: fileName.optional(),
  clientCertificateFile: fileName.optional(),
  clientKeyFile: fileName.optional(),
  clientCertificatePassphrase: z.string().max(500).optional(),
  family: z.union([familySchema, z.strictObject({ authorize: familySchema, sell: familySchema })]).default('json'),
});
export type ProvisionedMerchant = z.output<typeof provisionedMerchantSchema>;

const provisionedLedgerSchema = z.strictObject({
  /** The embedded ledger needs no provisioning. */
  engine: z.literal('postgres'),
  url: ledgerUrlSchema,
  /** Absent keeps the one that the vault has. */
  password: z.string().min(1).max(500).optional(),
  caFile: fileName.optional(),
  poolSize: z.int().min(1).max(50).default(5),
});
export type ProvisionedLedger = z.output<typeof provisionedLedgerSchema>;

const provisionedOperatorSchema = z
  .strictObject({
    name: operatorNameSchema,
    role: roleSchema,
    active: z.boolean().default(true),
    passcode: z
      .string()
      .min(passcodeLimits.min)
      .max(passcodeLimits.max)
      .refine((text) => !isTooEasy(text), 'must not be one character again and again, or a run such as 123456')
      .optional(),
    passcodeHash: z
      .string()
      .refine(isPasscodeHash, 'must be $scrypt$ln=15…20,r=8,p=1…4$salt$key, salt and a key of 32 bytes in base64')
      .optional(),
    /** Whoever wrote the file knows the passcode. */
    mustChangePasscode: z.boolean().default(true),
  })
  .refine(
    ({ passcode, passcodeHash }) => (passcode === undefined) !== (passcodeHash === undefined),
    'needs one of "passcode" and "passcodeHash"',
  );
export type ProvisionedOperator = z.output<typeof provisionedOperatorSchema>;

const provisioningSchema = z.strictObject({
  version: z.literal(1),
  merchants: z.array(provisionedMerchantSchema).max(200),
  /** The name of the merchant that is active afterwards. */
  activate: z.string().optional(),
  /** 32 bytes, base64: seats that share a ledger need the same one to recognise each other's cards. */
  duplicateGuardKey: z
    .base64({ abort: true })
    .refine((text) => Buffer.from(text, 'base64').length === 32, 'must be 32 bytes in base64')
    .optional(),
  /** The ledger that this seat shares with others. */
  ledger: provisionedLedgerSchema.optional(),
  /** Who works at this seat. Those of the seat that are not here are left alone. */
  operators: z.array(provisionedOperatorSchema).min(1).max(200).optional(),
  /** After how many minutes without a key the seat locks. */
  idleMinutes: idleMinutesSchema.optional(),
});
export type Provisioning = z.output<typeof provisioningSchema>;

/** What is wrong and where, in words for the console: `merchants[0].baseUrl: …`. Never a value, it may be a secret. */
export interface ProvisioningIssue {
  readonly path: string;
  readonly message: string;
}

export type Provisioned<Value> = Result<Value, readonly ProvisioningIssue[]>;

export const provisioningIssue = (path: string, message: string) => failed([{ path, message }]);

/** `['merchants', 0, 'name']` as `merchants[0].name`. */
export const provisioningPath = (path: readonly PropertyKey[]): string =>
  path
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('')
    .replace(/^\./, '') || '(file)';

export const sameName = (one: string, other: string): boolean =>
  one.trim().toLowerCase() === other.trim().toLowerCase();

/** @param text of the file; what is wrong is said without a word of it */
export function parseProvisioning(text: string): Provisioned<Provisioning> {
  let json: unknown;
  try {
    json = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (error) {
    // The engine's message quotes the text around the mistake, which may be a key.
    const position = /at position (\d+)/.exec(error instanceof Error ? error.message : '')?.[1];
    const before = position === undefined ? null : text.slice(0, Number(position)).split('\n');
    const where = before === null ? '' : ` (line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1})`;
    return provisioningIssue('(file)', `is not valid JSON${where}`);
  }
  const parsed = provisioningSchema.safeParse(withMerchants(json));
  if (!parsed.success) {
    return failed(parsed.error.issues.map((issue) => ({ path: provisioningPath(issue.path), message: issue.message })));
  }
  const issue = contradiction(parsed.data);
  return issue === null ? ok(parsed.data) : failed([issue]);
}

/** Reads `profiles`, the name of `merchants` in files written for 0.1.0; a file that has both is refused as having an unknown key. */
function withMerchants(json: unknown): unknown {
  if (typeof json !== 'object' || json === null || !('profiles' in json) || 'merchants' in json) return json;
  const { profiles, ...rest } = json;
  return { ...rest, merchants: profiles };
}

/** The id that every seat gives this merchant. */
export const provisionedId = (merchant: ProvisionedMerchant): string => merchant.id ?? merchantIdFor(merchant);

/** What no single field shows. */
function contradiction({
  merchants,
  activate,
  ledger,
  duplicateGuardKey,
  operators = [],
  idleMinutes,
}: Provisioning): ProvisioningIssue | null {
  for (const [index, one] of merchants.entries()) {
    const earlier = merchants.slice(0, index);
    if (earlier.some((other) => sameName(one.name, other.name))) {
      return { path: `merchants[${index}].name`, message: 'is the name of another merchant in this file' };
    }
    if (earlier.some((other) => provisionedId(one) === provisionedId(other))) {
      return { path: `merchants[${index}].id`, message: 'is the id of another merchant in this file' };
    }
    if (one.id === trainingMerchantId) {
      return { path: `merchants[${index}].id`, message: 'is the id of the built-in training merchant' };
    }
  }
  if (activate !== undefined && !merchants.some((merchant) => sameName(merchant.name, activate))) {
    return { path: 'activate', message: 'is not the name of a merchant in this file' };
  }
  for (const [index, { name }] of operators.entries()) {
    if (operators.slice(0, index).some((other) => sameOperatorName(name, other.name))) {
      return { path: `operators[${index}].name`, message: 'is the name of another operator in this file' };
    }
  }
  if (idleMinutes !== undefined && operators.length === 0) {
    return { path: 'idleMinutes', message: 'needs "operators"' };
  }
  // With a key of its own each seat would take the cards of the others for new ones.
  if (ledger !== undefined && duplicateGuardKey === undefined) {
    return {
      path: 'duplicateGuardKey',
      message: 'is required by "ledger": seats recognise each other\'s payments by it',
    };
  }
  return null;
}
