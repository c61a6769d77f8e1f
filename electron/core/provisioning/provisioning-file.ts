/**
 * Schema of the provisioning file: version 1, parsed strictly, each mistake reported by its path and never by its
 * value.
 */
import { failed, ok, type Result } from '#shared/failure.ts';
import { fieldLimits } from '#shared/payments/field-limits.ts';
import { familySchema } from '#shared/payments/outcome.ts';
import {
  merchantSchema,
  merchantSecretsSchema,
  merchantSettingsSchema,
  serviceUrlSchema,
  trainingMerchantId,
} from '#shared/seat/merchant.ts';
import {
  idleMinutesSchema,
  isLongEnough,
  isTooEasy,
  operatorNameSchema,
  operatorNameKey,
  passcodeLimits,
} from '#shared/seat/operators.ts';
import { roleSchema } from '#shared/role.ts';
import { ledgerUrlSchema } from '#shared/seat/ledger-address.ts';
import { poolSizes } from '#shared/seat/settings.ts';
import { taxRateSchema, taxRatesSchema } from '#shared/tax-rates.ts';
import { z } from 'zod';
import { isPasscodeHash } from '#electron/core/operators/passcodes.ts';
import { mistakesIn, parsedFile } from '#electron/core/policy/policy-file.ts';
import { merchantIdFor } from '#electron/core/merchants/stored-merchants.ts';

/** Most of each in one file. */
export const mostMerchants = 200;
export const mostOperators = 1_000;

const fileName = z.string().min(1).max(1000);

/** Refuses 7, which somebody means for 7 % and which would tell the service a hundredth of the tax. */
const taxRateInFile = z
  .union(
    [taxRateSchema, taxRatesSchema],
    'must be hundredths of a percent, one or a list of 8 at most: 700 is 7 %, 0 is none',
  )
  .refine(
    (rates) => [rates].flat().every((rate) => rate === 0 || rate >= 100),
    'must be hundredths of a percent: 700 is 7 %',
  );

const provisionedMerchantSchema = merchantSettingsSchema
  .omit({ families: true, extraCa: true, taxRates: true })
  .extend({
    name: merchantSchema.shape.name,
    /** The same on every seat. Derived from environment and name when absent. */
    id: merchantSchema.shape.id
      .regex(/^[A-Za-z0-9._-]+$/, 'may have letters without accents, digits, ".", "_" and "-"')
      .optional(),
    cclw: z.string().trim().min(1).max(fieldLimits.cclw),
    apiKey: merchantSecretsSchema.shape.apiKey.optional(),
    /** Training is built in and can't be provisioned. */
    environment: z.enum(['test', 'production']),
    baseUrl: serviceUrlSchema,
    /** When absent, a person at the seat confirms it. */
    captureTokenFieldConfirmed: z.boolean().optional(),
    /** One rate, or several with the usual one first. When absent, a person at the seat chooses. */
    taxRate: taxRateInFile.optional(),
    caFile: fileName.optional(),
    clientCertificateFile: fileName.optional(),
    clientKeyFile: fileName.optional(),
    clientCertificatePassphrase: z.string().max(500).optional(),
    family: z
      .union(
        [familySchema, z.strictObject({ authorize: familySchema, sell: familySchema })],
        'must be "json", "form" or {"authorize": …, "sell": …}',
      )
      .default('json'),
  });
export type ProvisionedMerchant = z.output<typeof provisionedMerchantSchema>;

const provisionedLedgerSchema = z.strictObject({
  /** The embedded ledger needs no provisioning. */
  engine: z.literal('postgres'),
  url: ledgerUrlSchema,
  /** When absent, the one in the vault stays. */
  password: z.string().min(1).max(500).optional(),
  caFile: fileName.optional(),
  poolSize: z.int().min(poolSizes.min).max(poolSizes.max).default(poolSizes.usual),
});
export type ProvisionedLedger = z.output<typeof provisionedLedgerSchema>;

const provisionedOperatorSchema = z
  .strictObject({
    name: operatorNameSchema,
    role: roleSchema,
    active: z.boolean().default(true),
    passcode: z
      .string()
      .max(passcodeLimits.max)
      .refine(isLongEnough, 'must have 12 characters, or 8 that are all digits')
      .refine((text) => !isTooEasy(text), 'must not be one character again and again, or a run such as 123456')
      .optional(),
    passcodeHash: z
      .string()
      .refine(isPasscodeHash, 'must be $scrypt$ln=15…20,r=8,p=1…4$salt$key, salt and a key of 32 bytes in base64')
      .optional(),
    /** True by default because the author of the file knows the passcode. */
    mustChangePasscode: z.boolean().default(true),
  })
  .refine(
    ({ passcode, passcodeHash }) => (passcode === undefined) !== (passcodeHash === undefined),
    'needs one of "passcode" and "passcodeHash"',
  );
export type ProvisionedOperator = z.output<typeof provisionedOperatorSchema>;

const noGuardKey = 'must be 32 bytes in base64';

const provisioningSchema = z.strictObject({
  version: z.literal(1),
  merchants: z.array(provisionedMerchantSchema).max(mostMerchants, `may have at most ${mostMerchants} merchants`),
  /** Name of the merchant that is active afterwards. */
  activate: z.string().optional(),
  /** 32 bytes, base64. Seats that share a ledger need the same key to recognise each other's cards. */
  duplicateGuardKey: z
    .base64({ abort: true, error: noGuardKey })
    .refine((text) => Buffer.from(text, 'base64').length === 32, noGuardKey)
    .optional(),
  /** The ledger that this seat shares with others. */
  ledger: provisionedLedgerSchema.optional(),
  /** Operators of this seat. Operators that are missing here stay as they are. */
  operators: z
    .array(provisionedOperatorSchema)
    .min(1)
    .max(mostOperators, `may have at most ${mostOperators} operators`)
    .optional(),
  /** Minutes without a key or pointer until the seat locks. */
  idleMinutes: idleMinutesSchema.optional(),
  /** Public key (Ed25519, PEM) whose signature vouches for later files of this seat. */
  signingKeyFile: fileName.optional(),
  /** Number of the file. A signature does not vouch for a lower one than the seat has applied. */
  serial: z.int().min(1).optional(),
});
export type Provisioning = z.output<typeof provisioningSchema>;

/**
 * A mistake and its place, in words for the console: `merchants[0].baseUrl: …`. Never a value, which may be a secret.
 */
export interface ProvisioningIssue {
  readonly path: string;
  readonly message: string;
}

export type Provisioned<Value> = Result<Value, readonly ProvisioningIssue[]>;

export const provisioningIssue = (path: string, message: string) => failed([{ path, message }]);

export const sameName = (one: string, other: string): boolean =>
  one.trim().toLowerCase() === other.trim().toLowerCase();

/** Parses the text of the file, but for `crossFieldIssues`. No message quotes it. */
export function parseProvisioning(text: string): Provisioned<Provisioning> {
  try {
    return ok(provisioningSchema.parse(parsedFile(text)));
  } catch (error) {
    if (error instanceof z.ZodError) return failed(mistakesIn(error));
    throw error;
  }
}

/** Returns the merchant's id, which is the same on every seat. */
export const provisionedId = (merchant: ProvisionedMerchant): string => merchant.id ?? merchantIdFor(merchant);

/** Returns the mistakes that no single member shows. */
export function crossFieldIssues({
  merchants,
  activate,
  ledger,
  duplicateGuardKey,
  operators = [],
  idleMinutes,
}: Provisioning): readonly ProvisioningIssue[] {
  const issues: ProvisioningIssue[] = [];
  const find = (path: string, message: string): void => void issues.push({ path, message });
  for (const [index, one] of merchants.entries()) {
    const earlier = merchants.slice(0, index);
    if (earlier.some((other) => sameName(one.name, other.name))) {
      find(`merchants[${index}].name`, 'is the name of another merchant in this file');
    } else if (earlier.some((other) => provisionedId(one) === provisionedId(other))) {
      find(`merchants[${index}].id`, 'is the id of another merchant in this file');
    } else if (one.id === trainingMerchantId) {
      find(`merchants[${index}].id`, 'is the id of the built-in training merchant');
    }
  }
  if (activate !== undefined && !merchants.some((merchant) => sameName(merchant.name, activate))) {
    find('activate', 'is not the name of a merchant in this file');
  }
  const names = operators.map(({ name }) => operatorNameKey(name));
  for (const [index, name] of names.entries()) {
    if (names.indexOf(name) < index) find(`operators[${index}].name`, 'is the name of another operator in this file');
  }
  if (idleMinutes !== undefined && operators.length === 0) find('idleMinutes', 'needs "operators"');
  // With a key of its own each seat would mistake the cards of other seats for new ones.
  if (ledger !== undefined && duplicateGuardKey === undefined) {
    find('duplicateGuardKey', 'is required by "ledger": seats recognise each other\'s payments by it');
  }
  return issues;
}
