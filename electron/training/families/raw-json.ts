/** JSON numbers with a chosen text, such as `55.0`, which real services send and JSON.stringify would shorten. */
import { decimalText, type MinorUnits } from '#shared/payments/money.ts';

// Available in V8 since 11.4 (Node 22), but not yet in TypeScript's library.
const { rawJSON } = JSON as unknown as { readonly rawJSON: (text: string) => object };

/** Returns the number with at least one decimal: 55 is written `55.0`. */
export const numberWithDecimal = (value: number): object =>
  rawJSON(Number.isInteger(value) ? `${String(value)}.0` : String(value));

/** Returns an amount as a JSON number without trailing zeros: 3000 gives `30`, 3025 gives `30.25`. */
export const amountNumber = (amount: MinorUnits): object => rawJSON(decimalText(amount).replace(/\.?0+$/, ''));

/** Formats an amount as these services do in texts: 3000 gives `30.0`, 3025 gives `30.25` (field notes). */
export const amountText = (amount: MinorUnits): string => decimalText(amount).replace(/0$/, '');
