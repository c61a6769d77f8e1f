/**
 * Tokens of attempts and of search texts. A word of the search must begin a word of the attempt, or end one of its
 * references (the last digits of a codOper or a phone), or equal its amount.
 */
import { withoutAccents } from '#shared/without-accents.ts';
import type { CustomField, PaymentField } from '#shared/payments/field-kinds.ts';
import { fieldsWith, paymentFields, type KeptField, type SearchedField } from '#shared/payments/payment-fields.ts';
import { fieldColumns, type FieldColumns, type AttemptsTable } from '#electron/ledger/rows/attempt-columns.ts';

export interface AttemptWords {
  /** Words found by their beginning. */
  readonly plain: readonly string[];
  /** Words found by their beginning or their end. */
  readonly references: readonly string[];
  /** Amounts found as a whole, in minor units. */
  readonly amounts: readonly string[];
}

export interface SoughtWord {
  readonly text: string;
  /** The word read as an amount in minor units; null when it is not one. */
  readonly amount: string | null;
  /** True for `120.00`, which is only an amount, while `120` can also be part of a reference. */
  readonly onlyAmount: boolean;
}

export const wordsIn = (text: string): string[] =>
  withoutAccents(text)
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

const columnsOf = (searched: PaymentField['searched'], list: boolean) =>
  fieldsWith('searched', searched)
    .filter((name): name is SearchedField & KeptField => (paymentFields[name].kind === 'custom-fields') === list)
    .map((name) => fieldColumns[name]);

const wordColumns = columnsOf('words', false);
const listColumns = columnsOf('words', true);
const referenceColumns = columnsOf('reference', false);
const amountColumns = columnsOf('amount', false);

type Source = FieldColumns &
  Pick<
    AttemptsTable,
    | 'last_four'
    | 'answered_amount'
    | 'operator_name'
    | 'cod_oper'
    | 'auth_token'
    | 'idtx'
    | 'card_token'
    | 'related_tx'
    | 'resolved_reference'
  >;

export function attemptWords(row: Source): AttemptWords {
  const plain = [row.last_four, ...wordColumns.map((column) => row[column]), row.operator_name];
  const items = listColumns.flatMap((column) => JSON.parse(String(row[column])) as readonly CustomField[]);
  const keyed = referenceColumns.map((column) => row[column]);
  const references = [...keyed, row.cod_oper, row.auth_token, row.idtx, row.card_token, row.related_tx];
  const amounts = [...amountColumns.map((column) => row[column]), row.answered_amount];
  return {
    plain: unique([...plain, ...items.map(({ value }) => value)].flatMap(wordsOf)),
    references: unique([...references, row.resolved_reference].flatMap(wordsOf)),
    amounts: unique(amounts.filter((amount) => amount !== null).map(String)),
  };
}

/** Shortest end of a reference that is searched, and a term of the index. */
export const shortestEnd = 3;

/** Answers for one attempt what an index answers for all: whether it has the sought word. */
export function hasWord(
  { plain, references, amounts }: AttemptWords,
  { text, amount, onlyAmount }: SoughtWord,
): boolean {
  if (amount !== null && amounts.includes(amount)) return true;
  if (onlyAmount) return false;
  if ([...plain, ...references].some((word) => word.startsWith(text))) return true;
  return [...text].length >= shortestEnd && references.some((word) => word.endsWith(text));
}

const wordsOf = (value: string | number | null): readonly string[] => (value === null ? [] : wordsIn(String(value)));

const unique = (list: readonly string[]): string[] => [...new Set(list)];

/** Matches an amount with or without currency sign (`$`, `B/.`) and thousands separators. */
const amountPattern = /^(?:[^\d\s.,]{0,3}(?:\p{Sc}|\/\.))?(\d{1,3}(?:,\d{3})+|\d{1,9})(\.\d{1,2})?$/u;

/** Blanks between a currency sign and its digits, as the screens write an amount. */
const afterSign = /(?<=\p{Sc}|\/\.)\s+(?=\d)/gu;

/** Found nowhere: no amount is written so. */
const nothing: SoughtWord = { text: '', amount: '00', onlyAmount: true };

/**
 * Splits a search text into words. Punctuation inside a word splits it, as it does in the record. Signs alone, such as an emoji,
 * find nothing.
 */
export function soughtWords(text: string): readonly SoughtWord[] {
  const words = text
    .replace(afterSign, '')
    .split(/\s+/u)
    .flatMap((typed): SoughtWord[] => {
      const match = amountPattern.exec(typed);
      if (match === null) return wordsIn(typed).map((word) => ({ text: word, amount: null, onlyAmount: false }));
      const units = (match[1] ?? '').replaceAll(',', '');
      const decimals = (match[2] ?? '.').slice(1).padEnd(2, '0');
      const amount = String(Number(units + decimals));
      return [{ text: units, amount, onlyAmount: !/^\d+$/.test(typed) }];
    });
  return words.length > 0 || text.trim() === '' ? words : [nothing];
}
