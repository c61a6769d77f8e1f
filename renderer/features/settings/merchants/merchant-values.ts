/** A profile as the form keys it, and the way there and back: texts become numbers only here, every problem names its field. */
import { decimalText, parseAmount } from '#shared/payments/money.ts';
import { profileSchema, type Profile } from '#shared/seat/merchant.ts';

export interface ProfileValues {
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
export interface FieldProblem {
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

export type ReadProfile =
  | { readonly ok: true; readonly profile: Profile }
  | { readonly ok: false; readonly problems: Readonly<Record<string, FieldProblem>> };

/** A new profile: the defaults of the field notes, with only name, address and keys to add. */
export function newProfile(id: string): Profile {
  return {
    ...profileSchema.parse({ id, name: '-', environment: 'test', baseUrl: 'https://example.invalid' }),
    name: '',
    baseUrl: '',
  };
}

const seconds = (milliseconds: number): string => String(milliseconds / 1000);

export function toValues(profile: Profile): ProfileValues {
  return {
    name: profile.name,
    environment: profile.environment === 'production' ? 'production' : 'test',
    baseUrl: profile.baseUrl,
    currencySign: profile.currencySign,
    authorizeFamily: profile.families.authorize,
    sellFamily: profile.families.sell,
    taxRate: decimalText(profile.taxRate).replace(/\.?0+$/, ''),
    lang: profile.lang ?? '',
    defaultConcept: profile.defaultConcept,
    defaultDescription: profile.defaultDescription,
    customFields: profile.customFields,
    warnBelow: decimalText(profile.warnBelow),
    duplicateWindowHours: String(profile.duplicateWindowHours),
    jsonHoldDays: String(profile.jsonHoldDays),
    allowSmallerCapture: profile.allowSmallerCapture,
    hashCase: profile.hashCase,
    formExpYearDigits: profile.formExpYearDigits === 4 ? '4' : '2',
    captureTokenField: profile.captureTokenField,
    captureTokenFieldConfirmed: profile.captureTokenFieldConfirmed,
    formAuthorizationHeader: profile.formAuthorizationHeader,
    fingerprintKey: profile.fingerprintKey,
    connectTimeout: seconds(profile.connectTimeout),
    headersTimeout: seconds(profile.headersTimeout),
    bodyTimeout: seconds(profile.bodyTimeout),
    proxyKind: profile.proxy.kind,
    proxyUrl: profile.proxy.kind === 'url' ? profile.proxy.url : '',
    extraCa: profile.extraCa,
  };
}

/** Timeouts of the schema, in seconds. */
const shortest = 0.1;
const longest = 600;

/** @param base what the profile was: settings that the form does not show stay as they are */
export function readProfile(values: ProfileValues, base: Profile): ReadProfile {
  const problems: Record<string, FieldProblem> = {};
  const whole = (name: 'duplicateWindowHours' | 'jsonHoldDays', min: number, max: number): number => {
    const text = values[name].trim();
    const value = Number(text);
    if (text === '') problems[name] = { key: 'required' };
    else if (!/^\d+$/.test(text)) problems[name] = { key: 'whole' };
    else if (value < min || value > max) problems[name] = { key: 'range', min, max };
    return value;
  };
  const timeout = (name: 'connectTimeout' | 'headersTimeout' | 'bodyTimeout'): number => {
    const text = values[name].trim();
    const value = Number(text);
    if (text === '') problems[name] = { key: 'required' };
    else if (!/^\d+(\.\d{1,3})?$/.test(text)) problems[name] = { key: 'number' };
    else if (value < shortest || value > longest) problems[name] = { key: 'range', min: shortest, max: longest };
    return Math.round(value * 1000);
  };
  const rate = parseAmount(values.taxRate, true);
  if (!rate.ok || rate.value > 10_000) problems['taxRate'] = { key: 'percent' };
  const warnBelow = parseAmount(values.warnBelow, true);
  if (!warnBelow.ok) problems['warnBelow'] = { key: 'amount' };

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
  const parsed = profileSchema.safeParse(candidate);
  if (!parsed.success) {
    for (const issue of parsed.error.issues) {
      const name = fieldOf(issue.path);
      problems[name] ??= problemOf(name, issue);
    }
  }
  return parsed.success && Object.keys(problems).length === 0
    ? { ok: true, profile: parsed.data }
    : { ok: false, problems };
}

/** The field of the form that a part of the profile is keyed in. */
function fieldOf(path: readonly PropertyKey[]): string {
  if (path[0] === 'families') return `${String(path[1])}Family`;
  if (path[0] === 'proxy') return 'proxyUrl';
  return path.map(String).join('.');
}

const fieldNames = new Set(['captureTokenField', 'fingerprintKey']);

function problemOf(
  name: string,
  issue: { readonly code?: string; readonly maximum?: number | bigint; readonly input?: unknown },
): FieldProblem {
  if (name === 'proxyUrl') return { key: issue.code === 'custom' ? 'proxySecret' : 'proxyUrl' };
  if (issue.code === 'too_big') return { key: 'tooLong', max: Number(issue.maximum) };
  if (issue.code === 'too_small') return { key: 'required' };
  if (name === 'baseUrl') return { key: 'url' };
  return { key: fieldNames.has(name) ? 'fieldName' : 'other' };
}
