/** A merchant as the form keys it, and the way there and back: texts become numbers only here, every problem names its field. */
import { decimalText, parseAmount } from '#shared/payments/money.ts';
import { merchantSchema, type Merchant } from '#shared/seat/merchant.ts';

export interface MerchantValues {
  readonly name: string;
  readonly environment: 'test' | 'production';
  readonly baseUrl: string;
  readonly currencySign: string;
  readonly authorizeFamily: 'json' | 'form';
  readonly sellFamily: 'json' | 'form';
  /** Percent: `7` or `7.25`. */
  readonly taxRate: string;
  readonly lang: 'EN' | 'ES' | '';
  readonly defaultConcept: string;
  readonly defaultDescription: string;
  readonly customFields: readonly { readonly id: string; readonly nameOrLabel: string; readonly value: string }[];
  readonly warnBelow: string;
  readonly duplicateWindowHours: string;
  readonly jsonHoldDays: string;
  readonly allowSmallerCapture: boolean;
  readonly hashCase: 'lower' | 'upper';
  readonly formExpYearDigits: '2' | '4';
  readonly captureTokenField: string;
  readonly captureTokenFieldConfirmed: boolean;
  readonly formAuthorizationHeader: boolean;
  readonly fingerprintKey: string;
  /** Seconds. */
  readonly connectTimeout: string;
  readonly headersTimeout: string;
  readonly bodyTimeout: string;
  readonly proxyKind: 'system' | 'none' | 'url';
  readonly proxyUrl: string;
  readonly extraCa: string | null;
}

/** A key of `settings:problems` with what it says. */
export interface MerchantFieldIssue {
  readonly key:
    | 'required'
    | 'tooLong'
    | 'url'
    | 'proxyUrl'
    | 'proxySecret'
    | 'number'
    | 'whole'
    | 'range'
    | 'amount'
    | 'percent'
    | 'fieldName'
    | 'printable'
    | 'pem'
    | 'other';
  readonly max?: number;
  readonly min?: number;
}

export type ReadMerchant =
  | { readonly ok: true; readonly merchant: Merchant }
  | { readonly ok: false; readonly issues: Readonly<Record<string, MerchantFieldIssue>> };

/** A new merchant: the defaults of the field notes, with only name, address and keys to add. */
export function newMerchant(id: string): Merchant {
  return {
    ...merchantSchema.parse({ id, name: '-', environment: 'test', baseUrl: 'https://example.invalid' }),
    name: '',
    baseUrl: '',
  };
}

const seconds = (milliseconds: number): string => String(milliseconds / 1000);

export function toValues(merchant: Merchant): MerchantValues {
  return {
    name: merchant.name,
    environment: merchant.environment === 'production' ? 'production' : 'test',
    baseUrl: merchant.baseUrl,
    currencySign: merchant.currencySign,
    authorizeFamily: merchant.families.authorize,
    sellFamily: merchant.families.sell,
    taxRate: decimalText(merchant.taxRate).replace(/\.?0+$/, ''),
    lang: merchant.lang ?? '',
    defaultConcept: merchant.defaultConcept,
    defaultDescription: merchant.defaultDescription,
    customFields: merchant.customFields,
    warnBelow: decimalText(merchant.warnBelow),
    duplicateWindowHours: String(merchant.duplicateWindowHours),
    jsonHoldDays: String(merchant.jsonHoldDays),
    allowSmallerCapture: merchant.allowSmallerCapture,
    hashCase: merchant.hashCase,
    formExpYearDigits: merchant.formExpYearDigits === 4 ? '4' : '2',
    captureTokenField: merchant.captureTokenField,
    captureTokenFieldConfirmed: merchant.captureTokenFieldConfirmed,
    formAuthorizationHeader: merchant.formAuthorizationHeader,
    fingerprintKey: merchant.fingerprintKey,
    connectTimeout: seconds(merchant.connectTimeout),
    headersTimeout: seconds(merchant.headersTimeout),
    bodyTimeout: seconds(merchant.bodyTimeout),
    proxyKind: merchant.proxy.kind,
    proxyUrl: merchant.proxy.kind === 'url' ? merchant.proxy.url : '',
    extraCa: merchant.extraCa,
  };
}

/** Timeouts of the schema, in seconds. */
const shortest = 0.1;
const longest = 600;

/** @param base what the merchant was: settings that the form does not show stay as they are */
export function readMerchant(values: MerchantValues, base: Merchant): ReadMerchant {
  const issues: Record<string, MerchantFieldIssue> = {};
  const whole = (name: 'duplicateWindowHours' | 'jsonHoldDays', min: number, max: number): number => {
    const text = values[name].trim();
    const value = Number(text);
    if (text === '') issues[name] = { key: 'required' };
    else if (!/^\d+$/.test(text)) issues[name] = { key: 'whole' };
    else if (value < min || value > max) issues[name] = { key: 'range', min, max };
    return value;
  };
  const timeout = (name: 'connectTimeout' | 'headersTimeout' | 'bodyTimeout'): number => {
    const text = values[name].trim();
    const value = Number(text);
    if (text === '') issues[name] = { key: 'required' };
    else if (!/^\d+(\.\d{1,3})?$/.test(text)) issues[name] = { key: 'number' };
    else if (value < shortest || value > longest) issues[name] = { key: 'range', min: shortest, max: longest };
    return Math.round(value * 1000);
  };
  const rate = parseAmount(values.taxRate, true);
  if (!rate.ok || rate.value > 10_000) issues['taxRate'] = { key: 'percent' };
  const warnBelow = parseAmount(values.warnBelow, true);
  if (!warnBelow.ok) issues['warnBelow'] = { key: 'amount' };

  const candidate = {
    ...base,
    name: values.name,
    environment: values.environment,
    baseUrl: values.baseUrl.trim().replace(/\/+$/, ''),
    currencySign: values.currencySign,
    families: { authorize: values.authorizeFamily, sell: values.sellFamily },
    taxRate: rate.ok ? rate.value : 0,
    lang: values.lang === '' ? null : values.lang,
    defaultConcept: values.defaultConcept.trim(),
    defaultDescription: values.defaultDescription.trim(),
    customFields: values.customFields,
    warnBelow: warnBelow.ok ? warnBelow.value : 0,
    duplicateWindowHours: whole('duplicateWindowHours', 0, 720),
    jsonHoldDays: whole('jsonHoldDays', 1, 30),
    allowSmallerCapture: values.allowSmallerCapture,
    hashCase: values.hashCase,
    formExpYearDigits: values.formExpYearDigits === '4' ? 4 : 2,
    captureTokenField: values.captureTokenField.trim(),
    captureTokenFieldConfirmed: values.captureTokenFieldConfirmed,
    formAuthorizationHeader: values.formAuthorizationHeader,
    fingerprintKey: values.fingerprintKey.trim(),
    connectTimeout: timeout('connectTimeout'),
    headersTimeout: timeout('headersTimeout'),
    bodyTimeout: timeout('bodyTimeout'),
    proxy: values.proxyKind === 'url' ? { kind: 'url', url: values.proxyUrl.trim() } : { kind: values.proxyKind },
    extraCa: values.extraCa,
  };
  const parsed = merchantSchema.safeParse(candidate);
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

/** The field of the form that a part of the merchant is keyed in. */
function fieldOf(path: readonly PropertyKey[]): string {
  if (path[0] === 'families') return `${String(path[1])}Family`;
  if (path[0] === 'proxy') return 'proxyUrl';
  return path.map(String).join('.');
}

const fieldNames = new Set(['captureTokenField', 'fingerprintKey']);

function issueOf(
  name: string,
  issue: { readonly code?: string; readonly maximum?: number | bigint; readonly input?: unknown },
): MerchantFieldIssue {
  if (name === 'proxyUrl') return { key: issue.code === 'custom' ? 'proxySecret' : 'proxyUrl' };
  if (issue.code === 'too_big') return { key: 'tooLong', max: Number(issue.maximum) };
  if (issue.code === 'too_small') return { key: 'required' };
  if (name === 'baseUrl') return { key: 'url' };
  return { key: fieldNames.has(name) ? 'fieldName' : 'other' };
}
