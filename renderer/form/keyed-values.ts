/** Values of a form as they are keyed, read back through the schema of what it sends, with the refusals in words. */
import { z } from 'zod';
import { decimalText, readAmount } from '#shared/payments/money.ts';
import { textLimits } from '#shared/text-limits.ts';
import type { Translate } from '#renderer/words/i18n.ts';

export type SettingKind = 'text' | 'lines' | 'passcode' | 'secret' | 'whole' | 'amount' | 'choice' | 'check';

export interface SettingRow<Name extends string = string> {
  readonly name: Name;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly placeholder?: string;
  /** Kind of a field that the schema can't tell from others. */
  readonly as?: SettingKind;
  /** Options with a description are radio buttons, others a list. */
  readonly options?: readonly { readonly value: string; readonly label: string; readonly description?: string }[];
  /** Has the value typed a second time. */
  readonly again?: { readonly label: string; readonly hint?: string; readonly differs: string };
  /** Words for a refusal, by its code or its message, in place of the usual ones. */
  readonly refusals?: Readonly<Record<string, string>>;
}

/** FormValues values by field, as texts; only a `check` is true or false. */
export type FormValues = Readonly<Record<string, string | boolean>>;

const kinds: Readonly<Record<string, SettingKind>> = { enum: 'choice', boolean: 'check', number: 'whole' };

const bare = (schema: unknown): unknown =>
  schema instanceof z.ZodNullable || schema instanceof z.ZodDefault ? bare(schema.unwrap()) : schema;

export function kindOf({ as }: SettingRow, schema: unknown): SettingKind {
  const plain = bare(schema);
  return as ?? (plain instanceof z.ZodType ? (kinds[plain.type] ?? 'text') : 'text');
}

/** Returns the most characters that a field takes. */
export function longestOf(schema: unknown): number {
  const plain = bare(schema);
  return (plain instanceof z.ZodString ? plain.maxLength : null) ?? textLimits.keyedNumber;
}

/** Name of the field that repeats another. */
export const againOf = (name: string): string => `${name} again`;

export function shownValue(kind: SettingKind, value: unknown): string | boolean {
  if (kind === 'check') return value === true;
  if (typeof value === 'number') return kind === 'amount' ? decimalText(value) : String(value);
  return typeof value === 'string' ? value : '';
}

function readValue(kind: SettingKind, keyed: string | boolean, schema: unknown): unknown {
  if (typeof keyed === 'boolean') return keyed;
  const text = keyed.trim();
  if (text === '' && schema instanceof z.ZodNullable) return null;
  if (kind === 'whole') return text === '' ? Number.NaN : Number(text);
  if (kind !== 'amount') return keyed;
  return readAmount(text) ?? Number.NaN;
}

export interface RefusedValue {
  readonly code?: string | undefined;
  readonly message: string;
}

const told = {
  'card-number-here': 'settings:issues.cardNumberHere',
  'passcode-too-short': 'signIn:tooShort',
  'passcode-too-easy': 'signIn:tooEasy',
  too_small: 'settings:issues.required',
} as const;

export function wordsForRefused(
  t: Translate,
  row: SettingRow,
  schema: unknown,
  { code = '', message }: RefusedValue,
): string {
  const own = row.refusals?.[message] ?? row.refusals?.[code];
  if (own !== undefined) return own;
  const plain = bare(schema);
  if (kindOf(row, schema) === 'amount') return t('settings:issues.amount');
  if (plain instanceof z.ZodNumber) {
    return t('settings:issues.range', { min: plain.minValue ?? '', max: plain.maxValue ?? '' });
  }
  if (code === 'too_big') return t('settings:issues.tooLong', { max: longestOf(schema) });
  const known = Object.entries(told).find(([name]) => name === message || name === code);
  return t(known === undefined ? 'settings:issues.other' : known[1]);
}

/**
 * Reads the keyed values.
 * @param start members of the argument that nobody keys
 */
export function readForm<Schema extends z.ZodObject>(
  t: Translate,
  schema: Schema,
  rows: readonly SettingRow[],
  keyed: FormValues,
  start: Readonly<Record<string, unknown>>,
): { readonly value: z.output<Schema> | null; readonly issues: Readonly<Record<string, string>> } {
  const ofRow = (row: SettingRow) => schema.shape[row.name];
  const read = rows.map((row) => {
    const kind = kindOf(row, ofRow(row));
    return [row.name, readValue(kind, keyed[row.name] ?? '', ofRow(row))];
  });
  const parsed = schema.safeParse({ ...start, ...Object.fromEntries(read) });
  const issues: Record<string, string> = {};
  for (const issue of parsed.error?.issues ?? []) {
    const row = rows.find(({ name }) => name === issue.path[0]);
    if (row !== undefined) issues[row.name] ??= wordsForRefused(t, row, ofRow(row), issue);
  }
  for (const { name, again } of rows) {
    const differs = keyed[name] !== keyed[againOf(name)];
    if (again !== undefined && differs && issues[name] === undefined) issues[againOf(name)] = again.differs;
  }
  const isRight = parsed.success && Object.keys(issues).length === 0;
  return { value: isRight ? parsed.data : null, issues };
}
