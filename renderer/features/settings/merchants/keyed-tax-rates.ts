/** Converts the ITBMS rates of a merchant to the values of its form and back. */
import { parseAmount } from '#shared/payments/money.ts';
import {
  mostTaxRates,
  percentText,
  standardTaxRates,
  taxRateSchema,
  taxRatesSchema,
  type TaxRates,
} from '#shared/tax-rates.ts';
import type { MerchantFieldIssue } from './keyed-settings.ts';

/** Rates as texts in percent. */
export interface KeyedTaxRates {
  /** The ticked ones of the standard rates. */
  readonly taxRates: readonly string[];
  /** Further rates, separated by blanks. */
  readonly otherTaxRates: string;
  /** Empty until it is chosen among several. */
  readonly usualTaxRate: string;
}

export const standardPercents: readonly string[] = standardTaxRates.map(percentText);

export function toKeyedTaxRates(rates: TaxRates | null): KeyedTaxRates {
  const percents = (rates ?? []).map(percentText);
  return {
    taxRates: standardPercents.filter((percent) => percents.includes(percent)),
    otherTaxRates: percents.filter((percent) => !standardPercents.includes(percent)).join(' '),
    usualTaxRate: percents[0] ?? '',
  };
}

const texts = ({ taxRates, otherTaxRates }: KeyedTaxRates): readonly string[] => [
  ...taxRates,
  ...otherTaxRates.split(/[\s;]+/).filter((part) => part !== ''),
];

/** Reads a rate in percent. Null for a text that is none. */
function rateOf(text: string): number | null {
  const parsed = parseAmount(text.replace(/%$/, ''), true);
  return parsed.ok && taxRateSchema.safeParse(parsed.value).success ? parsed.value : null;
}

/** Returns the chosen rates in percent, each once. */
export const chosenPercents = (values: KeyedTaxRates): readonly string[] => [
  ...new Set(
    texts(values)
      .flatMap((text) => rateOf(text) ?? [])
      .map(percentText),
  ),
];

type ReadTaxRates =
  | { readonly ok: true; readonly rates: TaxRates }
  | { readonly ok: false; readonly field: keyof KeyedTaxRates; readonly issue: MerchantFieldIssue };

/** Returns the rates with the usual one first. None is usual by itself but the only one. */
export function readTaxRates(values: KeyedTaxRates): ReadTaxRates {
  if (texts(values).some((text) => rateOf(text) === null)) {
    return { ok: false, field: 'otherTaxRates', issue: { key: 'percent' } };
  }
  const percents = chosenPercents(values);
  const usual = percents.length === 1 ? percents[0] : values.usualTaxRate;
  const rates = taxRatesSchema.safeParse(
    percents.toSorted((one, other) => Number(other === usual) - Number(one === usual)).map(rateOf),
  );
  if (percents.length === 0) return { ok: false, field: 'taxRates', issue: { key: 'taxRates' } };
  if (usual === undefined || !percents.includes(usual)) {
    return { ok: false, field: 'usualTaxRate', issue: { key: 'required' } };
  }
  return rates.success
    ? { ok: true, rates: rates.data }
    : { ok: false, field: 'otherTaxRates', issue: { key: 'tooMany', max: mostTaxRates } };
}
