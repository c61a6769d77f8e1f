/** Schema of the policy's file: version 1, strict, everything optional, and nothing in it a secret. */
import { X509Certificate } from 'node:crypto';
import { z } from 'zod';
import { updateFolder } from '#electron/core/updates/update-address.ts';
import { ledgerRuleSchema } from '#shared/policy/shown-policy.ts';
import { errorText } from '#shared/error-text.ts';
import { httpsUrlSchema, merchantSchema, merchantSettingsSchema } from '#shared/seat/merchant.ts';
import { receiptLines, tooManyLines } from '#shared/seat/receipt-heading.ts';
import { idleMinutesSchema } from '#shared/seat/operators.ts';
import { languageSchema } from '#shared/seat/settings.ts';
import { textLimits } from '#shared/text-limits.ts';
import { noPolicy, type Policy } from './policy.ts';
import { cardNumberHere, fileText } from '#shared/texts/text-kinds.ts';

const mostMerchants = 200;

const authoritySchema = fileText(textLimits.pem).refine(holdsCertificates, 'holds no certificate in PEM');

const merchantRuleSchema = z.strictObject({
  name: merchantSchema.shape.name,
  /** Training is built in and always there. */
  environment: z.enum(['test', 'production']),
  baseUrl: httpsUrlSchema,
  /** Where the service's records may be asked for; the address of payments when absent. */
  recordsUrl: merchantSettingsSchema.shape.recordsUrl,
  ca: authoritySchema.nullable().default(null),
  proxy: merchantSettingsSchema.shape.proxy,
});

const policyFileSchema = z.strictObject({
  version: z.literal(1),
  updates: z
    .strictObject({
      forbidden: z.boolean().default(false),
      url: z
        .string()
        .max(2_000)
        .refine((url) => updateFolder(url) !== null, 'is no address of a folder that begins with https')
        .nullable()
        .default(null),
    })
    .optional(),
  language: languageSchema.optional(),
  idleMinutes: idleMinutesSchema.optional(),
  ledger: ledgerRuleSchema
    .refine((rule) => rule.engine === 'sqlite' || rule.ca === null || holdsCertificates(rule.ca), {
      path: ['ca'],
      message: 'holds no certificate in PEM',
    })
    .optional(),
  merchants: z
    .strictObject({
      provisionedOnly: z.boolean().default(false),
      allowed: z.array(merchantRuleSchema).max(mostMerchants).optional(),
    })
    .optional(),
});

/**
 * Reads the text of a policy.
 * @param file its absolute path
 * @throws ZodError
 */
export function parsePolicy(file: string, text: string): Policy {
  const { updates, language, idleMinutes, ledger, merchants } = policyFileSchema.parse(parsedFile(text));
  return {
    ...noPolicy,
    file,
    updates: { off: updates?.forbidden === true ? 'forbidden' : null, url: updates?.url ?? null },
    language: language ?? null,
    idleMinutes: idleMinutes ?? null,
    ledger: ledger ?? null,
    provisionedOnly: merchants?.provisionedOnly ?? false,
    merchants: merchants?.allowed ?? null,
  };
}

function holdsCertificates(pem: string): boolean {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g) ?? [];
  try {
    return blocks.length > 0 && blocks.every((block) => new X509Certificate(block).raw.length > 0);
  } catch {
    return false;
  }
}

/** Words for the author of a file in place of the keys that a form translates. */
const messages: Readonly<Record<string, string>> = {
  [cardNumberHere]: 'must not hold a card number',
  [tooManyLines]: `may have at most ${receiptLines} lines`,
};

/** Returns the mistakes of a file, each with its place, such as `merchants[0].name`, and never with a value. */
export const mistakesIn = ({ issues }: z.ZodError) =>
  issues.map(({ path, message }) => ({
    path:
      path
        .map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
        .join('')
        .replace(/^\./, '') || '(file)',
    message: messages[message] ?? message,
  }));

/** Parses the JSON of a file that a person wrote. @throws ZodError */
export function parsedFile(text: string): unknown {
  const wrong = (message: string) => new z.ZodError([{ code: 'custom', path: [], message }]);
  let json: unknown;
  try {
    json = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (error) {
    // The engine's message quotes the text around the mistake, which may be a key.
    const position = /at position (\d+)/.exec(errorText(error))?.[1];
    const before = position === undefined ? null : text.slice(0, Number(position)).split('\n');
    const where = before === null ? '' : ` (line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1})`;
    throw wrong(`is not valid JSON${where}`);
  }
  const repeated = repeatedName(text);
  if (repeated !== null) throw wrong(`has "${repeated}" twice in one object`);
  return json;
}

/** A string, with the colon that makes it a name, or an end of an object or a list. */
const parts = /"([^"\\]*(?:\\.[^"\\]*)*)"(\s*:)?|[{}[\]]/g;

/**
 * Finds what `JSON.parse` drops: of a name that an object has twice it keeps the last value alone.
 * @param json a text that `JSON.parse` takes
 * @returns the first name that an object has twice; null for none
 */
function repeatedName(json: string): string | null {
  const open: (Set<string> | null)[] = [];
  for (const [part, spelled, colon] of json.matchAll(parts)) {
    if (part === '{' || part === '[') open.push(part === '{' ? new Set() : null);
    else if (part === '}' || part === ']') open.pop();
    else if (colon !== undefined) {
      const name = JSON.parse(`"${spelled}"`) as string;
      if (open.at(-1)?.has(name) === true) return name;
      open.at(-1)?.add(name);
    }
  }
  return null;
}
