/** The order for a fault of the training gateway, as keyed. */
import { faultOrderSchema, type Fault, type FaultOrder } from '#shared/seat/training.ts';
import type { Translate } from '#renderer/words/i18n.ts';

export type FaultKind = Exclude<Fault['kind'], 'none'>;

/** The faults by their effect on the payment, as the panel offers them. */
export const faultGroups = {
  answers: [
    'decline',
    'header-status',
    'form-error',
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
  readonly code: string;
  readonly text: string;
  readonly seconds: string;
  readonly times: 'once' | 'some' | 'always';
  readonly count: string;
}

export const firstOrder: KeyedOrder = {
  kind: 'decline',
  reason: 'insufficient-funds',
  code: '620',
  text: 'credit card number lenght fail check',
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
      return { kind: keyed.kind, code: Number(keyed.code) };
    case 'form-error':
      return { kind: keyed.kind, text: keyed.text.trim() };
    case 'delay':
      return { kind: keyed.kind, milliseconds: Math.round(Number(keyed.seconds) * 1000) };
    default:
      return { kind: keyed.kind };
  }
}

/** Describes a fault in words. */
export function faultWords(t: Translate, fault: Fault): string {
  switch (fault.kind) {
    case 'decline':
      return t('training:faults.decline', { reason: t(`training:declineReasons.${fault.reason}`) });
    case 'header-status':
      return t('training:faults.header-status', { code: fault.code });
    case 'form-error':
      return t('training:faults.form-error', { text: fault.text });
    case 'delay':
      return t('training:faults.delay', { seconds: fault.milliseconds / 1000 });
    default:
      return t(`training:faults.${fault.kind}`);
  }
}
