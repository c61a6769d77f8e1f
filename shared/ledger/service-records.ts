/** The service's own records of a payment, as far as they are shown (beyond the service's document, field notes). */
import { z } from 'zod';
import { oneHour } from '#shared/durations.ts';
import type { Refunds } from './listed-attempt.ts';
import { ownReference } from './own-reference.ts';
import { answeredAmountSchema } from '#shared/payments/money.ts';

const amount = answeredAmountSchema.nullable();
const text = z.string().nullable();

/** One record. Amounts in minor units; null where the record has none or one that can't be read. */
export const serviceRecordSchema = z.strictObject({
  codOper: text,
  /** `txType` as it came, such as AUTH_CAPTURE or REVERSE_CAPTURE. */
  type: text,
  /** 1 processed, 0 declined, 3 refunded, 4 voided; null for what is no whole number. */
  status: z.int().nullable(),
  /** What is left of the charge after refunds of parts. */
  amount,
  /** What was asked for at first. */
  firstAmount: amount,
  /** The operator's local time (UTC-5) without an offset, as it came. */
  at: text,
  lastFour: text,
  name: text,
  email: text,
  description: text,
  descriptor: text,
  customTexts: z.array(z.string()).readonly(),
  idtx: text,
  /** `idtx` of the transaction that it refers to. */
  relatedIdtx: text,
  commission: amount,
  cost: amount,
  /** Tax on commission and cost. */
  feeTax: amount,
  /** Half of the ITBMS that was sent. */
  withheld: amount,
  reserve: amount,
  reserveReleased: z.boolean(),
  /** The cardholder disputes it: never refund it, because the bank takes it too. */
  openClaim: z.boolean(),
  inReview: z.boolean(),
});
export type ServiceRecord = z.infer<typeof serviceRecordSchema>;

/** Effect of each kind of record, by `txType`. Any other kind is unseen, and proves nothing (field notes). */
export const recordKinds = {
  AUTH: 'hold',
  AUTH_CAPTURE: 'charge',
  CAPTURE: 'charge',
  RECURRENT: 'charge',
  REVERSE_AUTH: 'void',
  REVERSE_CAPTURE: 'refund',
  /** A step that asked the cardholder: status 1 and the same amount as its sale, and no money moved. */
  '3DS': 'step',
} as const;
export type RecordKind = (typeof recordKinds)[keyof typeof recordKinds] | 'unseen';

export const recordTypeOf = ({ type }: Pick<ServiceRecord, 'type'>): keyof typeof recordKinds | null =>
  type !== null && Object.hasOwn(recordKinds, type) ? (type as keyof typeof recordKinds) : null;

export function recordKindOf(record: Pick<ServiceRecord, 'type'>): RecordKind {
  const type = recordTypeOf(record);
  return type === null ? 'unseen' : recordKinds[type];
}

/** A payment's records, or all those of its customer. */
export const lookUpOfSchema = z.enum(['payment', 'customer']);
export type LookUpOf = z.infer<typeof lookUpOfSchema>;

/**
 * What became of looking a payment up:
 * - records: the service answered. `proof` says whether they settle an unconfirmed payment: `found` is the one that is certainly
 *   its record; `unclear` needs a person
 * - not-asked: nothing was asked, because the merchant's settings don't have it, its keys are missing, or it points to another
 *   environment now, which knows nothing of the payment
 * - no-answer: none that says anything
 */
const noRecordsSchemas = [
  z.strictObject({ kind: z.literal('not-asked'), why: z.enum(['off', 'no-keys', 'other-environment']) }),
  z.strictObject({
    kind: z.literal('no-answer'),
    why: z.enum(['wrong-keys', 'not-allowed', 'refused', 'unreachable', 'slow', 'not-understood']),
    /** The service's code and words. */
    code: text,
    text,
  }),
] as const;
export const lookUpSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('records'),
    records: z.array(serviceRecordSchema).readonly(),
    proof: z.enum(['found', 'none', 'unclear']),
    /** True where the service's count proves that no record is missing; null where it wasn't asked. */
    whole: z.boolean().nullable(),
    /** The record that is certainly the payment's. */
    found: serviceRecordSchema.nullable(),
  }),
  ...noRecordsSchemas,
]);
export type LookUp = z.infer<typeof lookUpSchema>;

/** The operator's clock is five hours behind UTC (field notes). */
const operatorOffset = 5 * oneHour;

/** Returns an instant as the operator's clock shows it, `yyyy-MM-dd'T'HH:mm:ss`. @param at epoch milliseconds */
export const operatorTime = (at: number): string => new Date(at - operatorOffset).toISOString().slice(0, 19);

/** Returns the instant of a record, epoch milliseconds; null where its time can't be read. */
export function instantOfRecord({ at }: Pick<ServiceRecord, 'at'>): number | null {
  const read = at === null ? Number.NaN : Date.parse(`${at.slice(0, 19)}Z`);
  return Number.isNaN(read) ? null : read + operatorOffset;
}

/** Returns what tells records apart: all that they say. Of two that contradict each other neither stands for the other. */
export const recordKey = (record: ServiceRecord): string => JSON.stringify(record);

/** Minor units that a processed record moved into the account, or out of it, before fees. Later refunds are records of their own. */
export function movedBy(record: ServiceRecord): number {
  const kind = recordKindOf(record);
  if ((kind !== 'charge' && kind !== 'refund') || (record.status !== 1 && record.status !== 3)) return 0;
  const units = record.firstAmount ?? record.amount ?? 0;
  return kind === 'charge' ? units : -units;
}

/** Minor units of a charge that were given back since, as its own record shows them. */
export function takenBackOf(record: ServiceRecord): number {
  const { status, amount, firstAmount } = record;
  const moved = Math.max(0, movedBy(record));
  return status === 3 ? moved : firstAmount === null || amount === null ? 0 : Math.max(0, moved - amount);
}

/** Minor units of a charge that were given back there, as its own record shows them, and not by refunds of ours. */
export const refundedElsewhere = (charge: ServiceRecord, ours: Refunds | null): number =>
  Math.max(0, takenBackOf(charge) - (ours === null ? 0 : ours.returned + ours.open));

/** Returns a refund that only the record of its charge shows. @param amount in minor units */
export const refundAlone = (charge: ServiceRecord, amount: number): ServiceRecord => ({
  ...charge,
  type: 'REVERSE_CAPTURE',
  status: 1,
  amount,
  firstAmount: amount,
  at: null,
  idtx: null,
  relatedIdtx: charge.idtx,
  commission: 0,
  cost: 0,
  feeTax: 0,
  withheld: 0,
  reserve: 0,
  openClaim: false,
});

/** True for a record that has our reference of this attempt. */
export function namesAttempt({ description, customTexts }: ServiceRecord, attemptId: string): boolean {
  const reference = ownReference(attemptId);
  return customTexts.includes(reference) || description?.endsWith(reference) === true;
}

/** Minor units that arrive in the merchant's account of a charge; null where a part of it is unknown. */
export function netOf(record: ServiceRecord): number | null {
  const { amount, commission, cost, feeTax, withheld, reserve, reserveReleased } = record;
  const parts = [commission, cost, feeTax, withheld, reserveReleased ? 0 : reserve];
  if (amount === null || parts.includes(null)) return null;
  return parts.reduce<number>((left, part) => left - (part ?? 0), amount);
}

const noFees = { commission: null, cost: null, feeTax: null, withheld: null, reserve: null } as const;

/** Leaves out the fees of records that contradict each other about one transaction, so that none of them arrives. */
export function certain(records: readonly ServiceRecord[]): readonly ServiceRecord[] {
  const keyOf = ({ idtx, type }: ServiceRecord): string | null => (idtx === null ? null : `${type} ${idtx}`);
  const told = Map.groupBy(records, keyOf);
  return records.map((record) => {
    const key = keyOf(record);
    return key !== null && (told.get(key)?.length ?? 0) > 1 ? { ...record, ...noFees } : record;
  });
}

/** Leaves out what the service keeps of each charge, which is the merchant's own business. */
export function withoutFees(looked: LookUp): LookUp {
  if (looked.kind !== 'records') return looked;
  const { found, records } = looked;
  return {
    ...looked,
    found: found && { ...found, ...noFees },
    records: records.map((record) => ({ ...record, ...noFees })),
  };
}
