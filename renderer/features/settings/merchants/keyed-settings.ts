/** Converts a merchant's settings to form values and back, by the kind given in the table of settings. */
import { decimalText, readAmount } from '#shared/payments/money.ts';
import {
  merchantSettingNames,
  merchantSettings,
  type Merchant,
  type MerchantSetting,
  type MerchantSettingName,
  type MerchantSettings,
  type SettingsGroup,
} from '#shared/seat/merchant.ts';

/** Settings that the form converts without code of their own. */
export type KeyedName = {
  [Name in MerchantSettingName]: MerchantSettings[Name]['keyed'] extends 'own' ? never : Name;
}[MerchantSettingName];

export type KeyedValues = {
  readonly [Name in KeyedName]: MerchantSettings[Name]['keyed'] extends 'check' ? boolean : string;
};

type ChoiceName = {
  [Name in KeyedName]: MerchantSettings[Name]['keyed'] extends 'choice' ? Name : never;
}[KeyedName];

/** Words of every value of every choice. A choice without words does not compile. */
export type ChoiceWords = {
  readonly [Name in ChoiceName]: Readonly<Record<`${MerchantSettings[Name]['values'][number]}`, string>>;
};

const keyedNames = merchantSettingNames.filter((name): name is KeyedName => merchantSettings[name].keyed !== 'own');

export const settingsOf = (group: NonNullable<SettingsGroup>): readonly KeyedName[] =>
  keyedNames.filter((name) => merchantSettings[name].group === group);

/** Converts a merchant's settings into form values: amounts and seconds as text. */
export function toKeyed(merchant: Merchant): KeyedValues {
  return Object.fromEntries(keyedNames.map((name) => [name, shown(name, merchant[name])])) as KeyedValues;
}

function shown(name: KeyedName, value: unknown): string | boolean {
  switch (merchantSettings[name].keyed) {
    case 'check':
      return value === true;
    case 'amount':
      return decimalText(Number(value));
    case 'seconds':
      return String(Number(value) / 1000);
    case 'optional':
      return typeof value === 'string' ? value : '';
    case 'whole':
    case 'text':
    case 'lines':
    case 'choice':
      return String(value);
  }
}

type Read = { readonly value: unknown } | { readonly issue: MerchantFieldIssue };

/** @returns the keyed settings for the schema to check, and the issues found before that */
export function readKeyed(values: KeyedValues): {
  readonly settings: Readonly<Record<string, unknown>>;
  readonly issues: Readonly<Record<string, MerchantFieldIssue>>;
} {
  const settings: Record<string, unknown> = {};
  const issues: Record<string, MerchantFieldIssue> = {};
  for (const name of keyedNames) {
    const read = readOne(merchantSettings[name], values[name]);
    if ('issue' in read) issues[name] = read.issue;
    else settings[name] = read.value;
  }
  return { settings, issues };
}

function readOne(setting: MerchantSetting, keyed: string | boolean): Read {
  if (typeof keyed === 'boolean') return { value: keyed };
  const text = keyed.trim();
  switch (setting.keyed) {
    case 'amount': {
      const value = readAmount(text, true);
      return value === null ? { issue: { key: 'amount' } } : { value };
    }
    case 'whole':
      return inRange(setting, text, /^\d+$/, 'whole', 1);
    case 'seconds':
      return inRange(setting, text, /^\d+(\.\d{1,3})?$/, 'number', 1000);
    case 'optional':
      return { value: text === '' ? null : text };
    case 'choice':
      return { value: setting.values?.find((value) => String(value) === keyed) };
    case 'text':
    case 'lines':
    case 'check':
    case 'own':
      return { value: text };
  }
}

/** @param scale units of the setting per keyed unit */
function inRange(
  { range }: MerchantSetting,
  text: string,
  form: RegExp,
  wrong: 'whole' | 'number',
  scale: number,
): Read {
  const value = Number(text);
  const min = (range?.min ?? 0) / scale;
  const max = (range?.max ?? Number.MAX_SAFE_INTEGER) / scale;
  if (text === '') return { issue: { key: 'required' } };
  if (!form.test(text)) return { issue: { key: wrong } };
  return value < min || value > max ? { issue: { key: 'range', min, max } } : { value: Math.round(value * scale) };
}

/** A key of `settings:issues`, with the numbers that its sentence names. */
export interface MerchantFieldIssue {
  readonly key:
    | 'required'
    | 'tooLong'
    | 'tooManyLines'
    | 'cardNumberHere'
    | 'url'
    | 'serviceUrl'
    | 'ip'
    | 'proxyUrl'
    | 'proxySecret'
    | 'number'
    | 'whole'
    | 'range'
    | 'amount'
    | 'percent'
    | 'taxRates'
    | 'tooMany'
    | 'fieldName'
    | 'printable'
    | 'keyAgain'
    | 'pem'
    | 'other';
  readonly max?: number;
  readonly min?: number;
}
