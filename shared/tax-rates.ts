/**
 * ITBMS rates that a merchant sells at. None is preset, because the operator of the service withholds half of the tax that it is
 * told (field notes).
 */
import { z } from 'zod';

/** Basis points: 700 is 7 %. */
export const taxRateSchema = z.int().min(0).max(10_000);

/** Rates in force in Panama, in basis points. */
export const standardTaxRates = [0, 700, 1000, 1500] as const;

export const mostTaxRates = 8;

/** Rates as a person chose them, the usual one first. */
export const taxRatesSchema = z
  .array(taxRateSchema)
  .min(1)
  .max(mostTaxRates)
  .refine((rates) => new Set(rates).size === rates.length, 'has a rate twice')
  .readonly();
export type TaxRates = z.infer<typeof taxRatesSchema>;

/** Returns the rates that the form offers. All standard ones while nobody has chosen, and then none is the usual one. */
export const offeredTaxRates = (chosen: TaxRates | null): TaxRates => chosen ?? standardTaxRates;

/** Writes a rate in percent: 725 gives `7.25`, 1000 gives `10`. */
export const percentText = (rate: number): string =>
  `${String(Math.floor(rate / 100))}.${String(rate % 100).padStart(2, '0')}`.replace(/\.?0+$/, '');
