/** The order for a fault of the training gateway, as keyed. */
import { faultOrderSchema, type Fault, type FaultOrder } from '#shared/seat/training.ts';
import { publishedCode, publishedCodes } from '#shared/seat/training-codes.ts';
import type { Translate } from '#renderer/words/i18n.ts';

/** Faults that the panel offers. Answers made by hand are for tests, which order them themselves. */
export type FaultKind = Exclude<Fault['kind'], 'none' | 'answer'>;

export const faultGroups = {
  answers: [
    'decline',
    'header-status',
    'form-error',
    'three-d-secure',
    'delay',
    'bom',
    'text-plain',
    'wrong-types',
    'gzip',
    'slow-chunks',
  ],
  after: ['lost-answer', 'half-answer', 'http-500', 'empty-body', 'oversized'],
  before: ['closed-before', 'http-502', 'redirect'],
  tls: ['tls-1.2', 'expired-certificate', 'wrong-host', 'unknown-ca', 'client-certificate-required'],
} as const satisfies Record<string, readonly FaultKind[]>;

export interface KeyedOrder {
  readonly kind: FaultKind;
  readonly reason: string;
  /** A number, alone or with the words of its suggestion. */
  readonly code: string;
  readonly text: string;
  readonly processed: boolean;
  readonly seconds: string;
  readonly times: 'once' | 'some' | 'always';
  readonly count: string;
}

export const firstOrder: KeyedOrder = {
  kind: 'decline',
  reason: 'insufficient-funds',
  code: '620',
  text: 'credit card number lenght fail check',
  processed: false,
  seconds: '5',
  times: 'once',
  count: '3',
};

/** @returns null when a number is missing or out of range */
export function readOrder(keyed: KeyedOrder): FaultOrder | null {
  const times = keyed.times === 'always' ? null : keyed.times === 'once' ? 1 : Number(keyed.count);
  const order = faultOrderSchema.safeParse({ fault: faultOf(keyed), times });
  return order.success ? order.data : null;
}

function faultOf(keyed: KeyedOrder): unknown {
  switch (keyed.kind) {
    case 'decline':
      return { kind: keyed.kind, reason: keyed.reason };
    case 'header-status':
      return { kind: keyed.kind, code: codeIn(keyed.code), processed: keyed.processed };
    case 'form-error':
      return { kind: keyed.kind, text: keyed.text.trim(), processed: keyed.processed };
    case 'three-d-secure':
      return { kind: keyed.kind, processed: keyed.processed };
    case 'delay':
      return { kind: keyed.kind, milliseconds: Math.round(Number(keyed.seconds) * 1000) };
    default:
      return { kind: keyed.kind };
  }
}

/** Suggestions for a code: its number, then the words of the service. */
export const codeSuggestions: readonly string[] = publishedCodes.map(({ code, text }) => `${String(code)} ${text}`);

/** Returns the number that a keyed code begins with; null when it begins with none. */
export function codeIn(keyed: string): number | null {
  const number = /^\s*(\d{1,6})(?!\d)/.exec(keyed)?.[1];
  return number === undefined ? null : Number(number);
}

export function faultWords(t: Translate, fault: Fault): string {
  const bank = (processed: boolean): string => t(`training:bank.${processed ? 'processes' : 'doesNothing'}`);
  switch (fault.kind) {
    case 'decline':
      return t('training:faults.decline', { reason: t(`training:declineReasons.${fault.reason}`) });
    case 'header-status':
      return t('training:faults.header-status', {
        code: fault.code,
        bank: bank(fault.processed ?? publishedCode(fault.code)?.processed ?? false),
      });
    case 'form-error':
      return t('training:faults.form-error', { text: fault.text, bank: bank(fault.processed ?? false) });
    case 'three-d-secure':
    case 'answer':
      return t(`training:faults.${fault.kind}`, { bank: bank(fault.processed ?? false) });
    case 'delay':
      return t('training:faults.delay', { seconds: fault.milliseconds / 1000 });
    default:
      return t(`training:faults.${fault.kind}`);
  }
}
