/** Turns a draft into the record and the request. Pure functions, and the only ones that take a card apart. */
import { createHmac, randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { failed, ok, type Result } from '#shared/failure.ts';
import type { Hold } from '#shared/ledger/holds.ts';
import type { Family } from '#shared/payments/outcome.ts';
import { operationTable, type CardOperation, type LaterOperation } from '#shared/payments/operations.ts';
import type { PaymentField } from '#shared/payments/field-kinds.ts';
import {
  keptFields,
  paymentFields,
  type CaptureField,
  type KeptField,
  type KeptFields,
} from '#shared/payments/payment-fields.ts';
import { withReference } from '#shared/ledger/own-reference.ts';
import type { Merchant } from '#shared/seat/merchant.ts';
import type { Attempt, CaptureDraft, PaymentDraft, RechargeDraft, SubmittedDraft } from '#shared/payments/attempt.ts';
import type { Actor } from '#electron/core/ports/host.ts';
import type { CapturePayment, CardPayment, RechargePayment, ReversalPayment } from '#electron/core/ports/gateway.ts';
import type { EarlierCard, NewAttempt } from '#electron/core/ports/ledger.ts';
import { payableReference } from './answered-attempt.ts';

/** The seat, operator and time of an attempt. */
export interface Circumstances {
  readonly merchant: Merchant;
  readonly family: Family;
  readonly seat: string;
  readonly actor: Actor;
  readonly now: Date;
}

const common = ({ merchant, family, seat, actor, now }: Circumstances) => ({
  merchant,
  family,
  seat,
  operatorName: actor.name,
  startedAt: now.toISOString(),
});

const nothingEarlier = { holdId: null, chargeId: null, cardOf: null, batchId: null } as const;

/** Returns the note of a payment that goes on beside a lookalike: its reason, and the supervisor who approved it. */
const overrideOf = ({ override }: Pick<PaymentDraft, 'override'>, approvedBy: string | null) => ({
  overrideReason: override?.reason ?? null,
  ...(approvedBy === null ? {} : { overrideApprovedBy: approvedBy }),
});

type LaterFields = Pick<CaptureDraft, CaptureField>;

type KeyedFields = { readonly [Field in KeptField]?: unknown };

function keptFrom(valueOf: (field: KeptField) => unknown): KeptFields {
  const kept = keptFields.map((name) => [name, valueOf(name) ?? emptyOf(name)]);
  return Object.fromEntries(kept) as KeptFields;
}

const emptyOf = (field: KeptField): readonly [] | null => (paymentFields[field].kind === 'custom-fields' ? [] : null);

/** Fields of a record with nothing keyed. A record spreads these and adds its own values. */
export const unkeyedFields = keptFrom(() => null) as unknown as { readonly [Name in KeptField]: null };

const keptOfDraft = (draft: KeyedFields): KeptFields => keptFrom((field) => draft[field]);

function keptOfLater(draft: LaterFields, earlier: Attempt): KeptFields {
  const sources: Readonly<Record<PaymentField['ofLater'], Partial<KeptFields>>> = {
    'the draft': draft,
    'the earlier attempt': earlier,
    nowhere: {},
  };
  return keptFrom((field) => sources[paymentFields[field].ofLater][field]);
}

/** Builds the record of a card payment, with only brand, last four and keyed fingerprint of the card (invariant 5). */
export function cardAttempt(
  operation: CardOperation,
  draft: PaymentDraft,
  cardFingerprint: string,
  circumstances: Circumstances,
  approvedBy: string | null = null,
): NewAttempt {
  return {
    ...common(circumstances),
    id: draft.draftId,
    operation,
    ...keptOfDraft(draft),
    card: { brand: draft.card.brand, lastFour: draft.card.number.slice(-4) },
    cardFingerprint,
    ...nothingEarlier,
    ...overrideOf(draft, approvedBy),
  };
}

/** Builds the card payment that the gateway sends for a draft, with our reference where the service's records can be asked for it. */
export function cardPayment(
  {
    draftId,
    merchantId: _merchantId,
    family: _family,
    override: _override,
    approvalId: _approvalId,
    ...payment
  }: PaymentDraft,
  { recordsUrl }: Pick<Merchant, 'recordsUrl'>,
): CardPayment {
  return recordsUrl === null ? payment : withReference(payment, draftId);
}

/** Facts that two submits of one payment share. */
export interface PaidDraft {
  readonly operation: CardOperation;
  readonly merchantId: string;
  /** Digest of the card number under a key of this process; null while the card is not known. Never leaves memory. */
  readonly card: string | null;
  readonly keyed: KeptFields;
}

const cardKey = randomBytes(32);

export const paidBy = (operation: CardOperation, draft: SubmittedDraft): PaidDraft => ({
  operation,
  merchantId: draft.merchantId,
  card: 'number' in draft.card ? createHmac('sha256', cardKey).update(draft.card.number).digest('base64url') : null,
  keyed: keptOfDraft(draft),
});

/** True unless a field of the record differs. A card that was kept is the one of the first submit, which took it. */
export const isSamePayment = (first: PaidDraft, again: PaidDraft): boolean =>
  isDeepStrictEqual(first, { ...again, card: again.card ?? first.card });

/**
 * Ensures idempotency: the same draft returns its attempt. A different payment that reuses the id is rejected, because it
 * would be shown the wrong result. Its card has been compared by the ledger.
 */
export const sameDraft = (attempt: Attempt, operation: CardOperation, draft: PaymentDraft): Result<Attempt> =>
  ofDraft(
    attempt,
    attempt.operation === operation &&
      attempt.merchantId === draft.merchantId &&
      isDeepStrictEqual(keptOfDraft(attempt), keptOfDraft(draft)),
  );

/** Returns the attempt of a draft that was submitted before; a failure where the id was used for another payment. */
export const ofDraft = (attempt: Attempt, same: boolean): Result<Attempt> => (same ? ok(attempt) : usedDraft);

export const usedDraft = failed({ kind: 'invalid', issues: [{ path: 'draftId', code: 'used' }] } as const);

/**
 * Builds the record of an operation on an earlier attempt: on its hold, or on what it charged. Copies buyer and concept from it, so that
 * one search finds both.
 */
export function laterAttempt(
  id: string,
  operation: Exclude<LaterOperation, 'recharge'>,
  fields: LaterFields,
  earlier: Attempt,
  circumstances: Circumstances,
  batchId: string | null = null,
): NewAttempt {
  const { refersTo } = operationTable[operation];
  // It moves the earlier one's money, so that both count in one sum.
  const merchant = { ...circumstances.merchant, currencySign: earlier.currencySign };
  return {
    ...common({ ...circumstances, merchant }),
    id,
    operation,
    ...keptOfLater(fields, earlier),
    card: earlier.card,
    cardFingerprint: null,
    ...nothingEarlier,
    ...(refersTo === 'hold' ? { holdId: earlier.id } : { chargeId: earlier.id }),
    batchId,
    overrideReason: null,
  };
}

/** Facts of an attempt that the answer to a later request may repeat. */
const factsOf = ({ card, firstName, lastName, email, references: { idtx } }: Attempt): CapturePayment['earlier'] => ({
  card,
  firstName,
  lastName,
  email,
  idtx,
});

/** Builds the void or the refund that the gateway sends. Null when the reference of what it reverses is unknown. */
export function reversalPayment(
  { amount, description }: LaterFields,
  reversed: Attempt,
  id: string,
  { recordsUrl }: Pick<Merchant, 'recordsUrl'>,
): ReversalPayment | null {
  const codOper = referenceOf(reversed);
  if (codOper === null) return null;
  const fields = { amount, description, customFieldValues: [] };
  return { ...(recordsUrl === null ? fields : withReference(fields, id)), codOper, earlier: factsOf(reversed) };
}

/** Settings of the merchant that a payment carries (section 2.1). */
const carriedSettings = ({ buyerIp, lang }: Merchant) => ({
  ...(buyerIp === null ? {} : { ipCheck: buyerIp }),
  ...(lang === null ? {} : { lang }),
});

/** Builds the record of a charge of an earlier card, with the card and the buyer of the payment for which it was keyed. */
export function rechargeAttempt(
  draft: RechargeDraft,
  { first, fingerprint }: Pick<EarlierCard, 'first' | 'fingerprint'>,
  circumstances: Circumstances,
  approvedBy: string | null,
): NewAttempt {
  const buyer = keptOfLater(draft, first);
  const keyed: Partial<KeptFields> = { ...draft, ...carriedSettings(circumstances.merchant) };
  return {
    ...common(circumstances),
    id: draft.draftId,
    operation: 'recharge',
    ...keptFrom((field) => keyed[field] ?? buyer[field]),
    card: first.card,
    cardFingerprint: fingerprint,
    ...nothingEarlier,
    cardOf: first.id,
    ...overrideOf(draft, approvedBy),
    consent: draft.consent,
  };
}

/** Builds the charge of an earlier card that the gateway sends. Null when the reference of the first payment is unknown. */
export function rechargePayment(
  { draftId, amount, taxAmount, concept, description }: RechargeDraft,
  first: Attempt,
  merchant: Merchant,
): RechargePayment | null {
  const codOper = referenceOf(first);
  if (codOper === null) return null;
  const { email, phone, address } = first;
  const keyed = { amount, taxAmount, email, phone, concept, description, customFieldValues: [] };
  const fields = { ...keyed, ...(address === null ? {} : { address }), ...carriedSettings(merchant) };
  const wired = merchant.recordsUrl === null ? fields : withReference(fields, draftId);
  return { ...wired, codOper, earlier: factsOf(first) };
}

/**
 * Returns the reference by which a later request names an attempt. The one that a person keyed goes before that of an answer which
 * left the outcome unknown, because such an answer may have none or another payment's.
 */
function referenceOf({ family, references, resolution, state }: Attempt): string | null {
  const noted = resolution?.reference.trim() || null;
  const answered = payableReference(family, references);
  return state === 'approved' ? (answered ?? noted) : (noted ?? answered);
}

/**
 * Builds the capture that the gateway sends, with the authorization's `codOper` in family A and its AUTH_TOKEN in family
 * B (section 4).
 * @returns null when the reference that the family needs is unknown
 */
export function capturePayment(draft: CaptureDraft, hold: Hold): CapturePayment | null {
  const { authorization } = hold;
  const reference = referenceOf(authorization);
  if (reference === null) return null;
  const { holdId: _holdId, ...keyed } = draft;
  return {
    ...keyed,
    codOper: authorization.family === 'json' ? reference : null,
    authToken: authorization.family === 'form' ? reference : null,
    earlier: factsOf(authorization),
  };
}
