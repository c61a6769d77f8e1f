/** JSON numbers whose text is chosen, such as `55.0`, which the field's services send and JSON.stringify would shorten. */
import { decimalText, type MinorUnits } from '#shared/payments/money.ts';

// In V8 since 11.4 (Node 22); the compiler's library files do not know it yet.
const { rawJSON } = JSON as unknown as { readonly rawJSON: (text: string) => object };

/** The number with at least one decimal: 55 is written `55.0`. */
export const numberWithDecimal = (value: number): object =>
  rawJSON(Number.isInteger(value) ? `${String(value)}.0` : String(value));

/** An amount as a JSON number without trailing zeros: 3000 gives `30`, 3025 gives `30.25`. */
export const amountNumber = (amount: MinorUnits): object => rawJSON(decimalText(amount).replace(/\.?0+$/, ''));

/** An amount as services of this kind write it in text: 3000 gives `30.0`, 3025 gives `30.25` (field notes). */
export const amountText = (amount: MinorUnits): string => decimalText(amount).replace(/0$/, '');
