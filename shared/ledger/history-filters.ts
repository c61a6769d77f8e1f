/**
 * The filters of History besides its days and words, one entry each. Queries, saved views, terms of the index, columns of both
 * engines, controls and chips are derived from it, so that a filter that is added here is led through all of them.
 */
import { z } from 'zod';
import { merchantIdSchema } from '#shared/identifiers.ts';
import { operations, operationSchema } from '#shared/payments/operations.ts';
import { attemptStates, attemptStateSchema } from '#shared/payments/outcome.ts';
import { environments, environmentSchema } from '#shared/environment.ts';
import { freeText } from '#shared/texts/text-kinds.ts';

interface HistoryFilterEntry {
  readonly schema: z.ZodType<string, string>;
  /** Column of the attempt. Its value is a term of the index. */
  readonly column: string;
  /** Beginning of that term. No word has one like it. */
  readonly term: `$${string}`;
  /** Encodes any text as letters and digits, so that it is one term. */
  readonly anyText: boolean;
  /** Key of the name of its control and its chip. */
  readonly label: string;
  /** Values to choose from, with the keys of their words; or the list that the seat has. */
  readonly choices: readonly { readonly value: string; readonly word: string }[] | 'merchants' | 'operators';
}

export const historyFilters = {
  operation: {
    schema: operationSchema,
    column: 'operation',
    term: '$o',
    anyText: false,
    label: 'common:label.kind',
    choices: operations.map((value) => ({ value, word: `operation.${value}` as const })),
  },
  /** Effective state of the attempt itself, not of its payment: `approved` finds a hold before and after its capture. */
  state: {
    schema: attemptStateSchema,
    column: 'standing',
    term: '$s',
    anyText: true,
    label: 'common:label.outcome',
    choices: attemptStates.map((value) => ({ value, word: `outcomes:state.${value}` as const })),
  },
  environment: {
    schema: environmentSchema,
    column: 'environment',
    term: '$e',
    anyText: false,
    label: 'common:label.environment',
    choices: environments.map((value) => ({ value, word: `environment.${value}` as const })),
  },
  merchantId: {
    schema: merchantIdSchema,
    column: 'merchant_id',
    term: '$p',
    anyText: true,
    label: 'common:label.merchant',
    choices: 'merchants',
  },
  operatorName: {
    schema: freeText(200),
    column: 'operator_name',
    term: '$n',
    anyText: true,
    label: 'common:label.operator',
    choices: 'operators',
  },
} as const satisfies Readonly<Record<string, HistoryFilterEntry>>;

type HistoryFilters = typeof historyFilters;
export type HistoryFilterName = keyof HistoryFilters;
export const historyFilterNames = Object.keys(historyFilters) as readonly HistoryFilterName[];

/** Each filter's value; null for any. */
export type ChosenFilters = { readonly [Name in HistoryFilterName]: z.infer<HistoryFilters[Name]['schema']> | null };

const ofEach = <Value>(valueOf: (name: HistoryFilterName) => Value): Readonly<Record<HistoryFilterName, Value>> =>
  Object.fromEntries(historyFilterNames.map((name) => [name, valueOf(name)])) as Record<HistoryFilterName, Value>;

export const noChosenFilters: ChosenFilters = ofEach(() => null);

/** Shape of the filters, each null for any. */
export const filterShape = () =>
  ofEach((name) => historyFilters[name].schema.nullable()) as unknown as {
    readonly [Name in HistoryFilterName]: z.ZodNullable<HistoryFilters[Name]['schema']>;
  };

/** The same, where an absent filter is null. */
export const filterShapeWithDefaults = () =>
  ofEach((name) => z.nullable<z.ZodType<string>>(historyFilters[name].schema).default(null)) as unknown as {
    readonly [Name in HistoryFilterName]: z.ZodDefault<z.ZodNullable<HistoryFilters[Name]['schema']>>;
  };
