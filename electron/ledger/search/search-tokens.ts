/**
 * The words by which an attempt is found, and what a search text asks for. A word of the search must begin a word of the
 * attempt, or end one of its references (the last digits of a codOper or a phone), or be its amount.
 */
import type { CustomField } from '#shared/payments/attempt.ts';
import type { AttemptsTable } from '#electron/ledger/tables.ts';

export interface AttemptWords {
  /** Found by how they begin. */
  readonly plain: readonly string[];
  /** Found by how they begin and by how they end. */
  readonly references: readonly string[];
  /** Found as a whole, in minor units. */
  readonly amounts: readonly string[];
}

export interface SoughtWord {
  readonly text: string;
  /** The amount that the word can be read as, in minor units. */
  readonly amount: string | null;
  /** `120.00` is an amount and nothing else; `120` can also be part of a reference. */
  readonly onlyAmount: boolean;
}

const words = (text: string): string[] =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

type Source = Pick<
  AttemptsTable,
  | 'last_four'
  | 'amount'
  | 'answered_amount'
  | 'first_name'
  | 'last_name'
  | 'email'
  | 'phone'
  | 'concept'
  | 'description'
  | 'operator_name'
  | 'custom_fields'
  | 'cod_oper'
  | 'auth_token'
  | 'idtx'
  | 'card_token'
  | 'related_tx'
  | 'resolved_reference'
>;

export function attemptWords(row: Source): AttemptWords {
  const custom = (JSON.parse(row.custom_fields) as readonly CustomField[]).map((field) => field.value);
  const plain = [row.last_four ?? '', row.first_name, row.last_name, row.email, row.concept, row.description];
  const references = [row.phone, row.cod_oper, row.auth_token, row.idtx, row.card_token, row.related_tx];
  const amounts = row.answered_amount === null ? [row.amount] : [row.amount, row.answered_amount];
  return {
    plain: unique([...plain, row.operator_name, ...custom].flatMap(words)),
    references: unique([...references, row.resolved_reference].flatMap((reference) => words(reference ?? ''))),
    amounts: unique(amounts.map(String)),
  };
}

const unique = (list: readonly string[]): string[] => [...new Set(list)];

/** With or without a currency sign (`$`, `B/.`) and thousands separators. */
const amountPattern = /^(?:[^\d\s.,]{0,3}(?:\p{Sc}|\/\.))?(\d{1,3}(?:,\d{3})+|\d{1,9})(\.\d{1,2})?$/u;

/** What a search text asks for: each word on its own; punctuation inside a word parts it, as it does in the record. */
export function soughtWords(text: string): readonly SoughtWord[] {
  return text.split(/\s+/u).flatMap((typed): SoughtWord[] => {
    const match = amountPattern.exec(typed);
    if (match === null) return words(typed).map((word) => ({ text: word, amount: null, onlyAmount: false }));
    const units = (match[1] ?? '').replaceAll(',', '');
    const decimals = (match[2] ?? '.').slice(1).padEnd(2, '0');
    const amount = String(Number(units + decimals));
    return [{ text: units, amount, onlyAmount: !/^\d+$/.test(typed) }];
  });
}
