/**
 * Effect of each type of request at the bank. The gateway has a table of its own, because it judges what the program's table of
 * operations sends.
 */
import type { TrainingLedgerEntry } from '#shared/seat/training.ts';

export type TransactionKind = TrainingLedgerEntry['operation'];

interface KindFacts {
  /** The earlier transaction that its reference must name. */
  readonly refersTo: 'nothing' | 'hold' | 'charge' | 'payment by card';
  readonly does: 'hold' | 'charge' | 'capture' | 'void' | 'refund';
}

/** Sections 2.1 and 2.3; the last three go beyond the document (field notes). */
export const bankKinds: Readonly<Record<TransactionKind, KindFacts>> = {
  AUTH: { refersTo: 'nothing', does: 'hold' },
  AUTH_CAPTURE: { refersTo: 'nothing', does: 'charge' },
  SALE: { refersTo: 'nothing', does: 'charge' },
  CAPTURE: { refersTo: 'hold', does: 'capture' },
  CAPT: { refersTo: 'hold', does: 'capture' },
  REVERSE_AUTH: { refersTo: 'hold', does: 'void' },
  REVERSE_CAPTURE: { refersTo: 'charge', does: 'refund' },
  RECURRENT: { refersTo: 'payment by card', does: 'charge' },
};

/** True for a kind whose approval moved money, so that a refund can refer to it. */
export const isCharge = (kind: TransactionKind): boolean =>
  bankKinds[kind].does === 'charge' || bankKinds[kind].does === 'capture';

/** True for a kind that takes a hold or a charge back. */
export const isReversal = (kind: TransactionKind): boolean =>
  bankKinds[kind].does === 'void' || bankKinds[kind].does === 'refund';
