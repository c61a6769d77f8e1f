/** Texts and formats that the words of an outcome are made of, on the screen, on paper and in files. */
import type { NamespaceKey } from '#shared/locales/text-keys.ts';
import type { MinorUnits } from '#shared/payments/money.ts';

/** Reads a text in one language. */
export type ReadText = (
  key: NamespaceKey<'common' | 'outcomes' | 'service' | 'holds' | 'history' | 'reports'>,
  values?: Readonly<Record<string, string | number>>,
) => string;

/** Amounts are minor units. Instants are UTC. */
export interface OutcomeFormats {
  readonly money: (amount: MinorUnits, currencySign: string) => string;
  readonly day: (instant: string) => string;
  readonly moment: (instant: string) => string;
}
