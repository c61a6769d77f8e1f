/** Converts a merchant to the values of its form and back. */
import { receiptLines, tooManyLines } from '#shared/seat/receipt-heading.ts';
import { keyedMerchantSchema, merchantSchema, type Merchant } from '#shared/seat/merchant.ts';
import { type MerchantFieldIssue, readKeyed, toKeyed, type KeyedValues } from './keyed-settings.ts';
import { readTaxRates, toKeyedTaxRates, type KeyedTaxRates } from './keyed-tax-rates.ts';

/** The settings of the table, and the values with code of their own in the form. */
export interface MerchantValues extends KeyedValues, KeyedTaxRates {
  readonly name: string;
  readonly environment: 'test' | 'production';
  readonly baseUrl: string;
  readonly authorizeFamily: 'json' | 'form';
  readonly sellFamily: 'json' | 'form';
  readonly customFields: readonly { readonly id: string; readonly nameOrLabel: string; readonly value: string }[];
  readonly proxy: 'system' | 'none' | 'url';
  readonly proxyUrl: string;
  readonly extraCa: string | null;
}

export type ReadMerchant =
  | { readonly ok: true; readonly merchant: Merchant }
  | { readonly ok: false; readonly issues: Readonly<Record<string, MerchantFieldIssue>> };

/** Returns a new merchant with the defaults of the table. Only name, address, keys and the ITBMS rates are missing. */
export function newMerchant(id: string): Merchant {
  return {
    ...merchantSchema.parse({ id, name: '-', environment: 'test', baseUrl: 'https://example.invalid' }),
    name: '',
    baseUrl: '',
  };
}

export function toValues(merchant: Merchant): MerchantValues {
  return {
    ...toKeyed(merchant),
    ...toKeyedTaxRates(merchant.taxRates),
    name: merchant.name,
    environment: merchant.environment === 'production' ? 'production' : 'test',
    baseUrl: merchant.baseUrl,
    authorizeFamily: merchant.families.authorize,
    sellFamily: merchant.families.sell,
    customFields: merchant.customFields,
    proxy: merchant.proxy.kind,
    proxyUrl: merchant.proxy.kind === 'url' ? merchant.proxy.url : '',
    extraCa: merchant.extraCa,
  };
}

/** @param base the merchant before the edit. Settings that the form does not show are taken from it */
export function readMerchant(values: MerchantValues, base: Merchant): ReadMerchant {
  const keyed = readKeyed(values);
  const tax = readTaxRates(values);
  const issues: Record<string, MerchantFieldIssue> = { ...keyed.issues, ...(tax.ok ? {} : { [tax.field]: tax.issue }) };
  const parsed = keyedMerchantSchema.safeParse({
    ...base,
    ...keyed.settings,
    taxRates: tax.ok ? tax.rates : [0],
    name: values.name,
    environment: values.environment,
    baseUrl: values.baseUrl.trim().replace(/\/+$/, ''),
    families: { authorize: values.authorizeFamily, sell: values.sellFamily },
    customFields: values.customFields,
    proxy: values.proxy === 'url' ? { kind: 'url', url: values.proxyUrl.trim() } : { kind: values.proxy },
    extraCa: values.extraCa,
  });
  if (!parsed.success) {
    for (const issue of parsed.error.issues) {
      const name = fieldOf(issue.path);
      issues[name] ??= issueOf(name, issue);
    }
  }
  return parsed.success && Object.keys(issues).length === 0
    ? { ok: true, merchant: parsed.data }
    : { ok: false, issues };
}

function fieldOf(path: readonly PropertyKey[]): string {
  if (path[0] === 'families') return `${String(path[1])}Family`;
  if (path[0] === 'proxy') return 'proxyUrl';
  return path.map(String).join('.');
}

const fieldNames = new Set([
  'captureTokenField',
  'fingerprintKey',
  'collectorGlobal',
  'collectorMethod',
  'collectorCallback',
  'collectorElement',
]);

function issueOf(
  name: string,
  issue: { readonly code?: string; readonly maximum?: number | bigint; readonly message: string },
): MerchantFieldIssue {
  if (issue.message === 'card-number-here') return { key: 'cardNumberHere' };
  if (issue.message === tooManyLines) return { key: 'tooManyLines', max: receiptLines };
  if (name === 'proxyUrl') return { key: issue.code === 'custom' ? 'proxySecret' : 'proxyUrl' };
  if (issue.code === 'too_big') return { key: 'tooLong', max: Number(issue.maximum) };
  if (issue.code === 'too_small') return { key: 'required' };
  if (name === 'baseUrl') return { key: 'serviceUrl' };
  if (name === 'collectorUrl' || name === 'recordsUrl') return { key: 'url' };
  if (name === 'buyerIp') return { key: 'ip' };
  return { key: fieldNames.has(name) ? 'fieldName' : 'other' };
}

/** True when the keyed address, authority or proxy is not that of the merchant, so that its keys have to be keyed again. */
export function leadsElsewhere(
  { baseUrl, recordsUrl, extraCa, proxy, proxyUrl }: MerchantValues,
  base: Merchant,
): boolean {
  const through = proxy === 'url' ? originOf(proxyUrl) : proxy;
  const before = base.proxy.kind === 'url' ? originOf(base.proxy.url) : base.proxy.kind;
  return (
    originOf(baseUrl) !== originOf(base.baseUrl) ||
    originOf(recordsUrl) !== originOf(base.recordsUrl ?? '') ||
    extraCa !== base.extraCa ||
    through !== before
  );
}

/** Returns the part of an address that says where a request goes; the text itself while it is no address. */
const originOf = (url: string): string => (URL.canParse(url.trim()) ? new URL(url.trim()).origin : url.trim());
