/** The hash chains over the audit trail: what a check of them found. */
import { z } from 'zod';
import { instantSchema } from '#shared/identifiers.ts';

/**
 * Kinds of breaks. `edited`: an entry differs from its link. `missing`: links or entries were taken out. `forged`: a link was not
 * signed by its seat. `unlinked`: a payment has no link. `reordered`: links do not follow each other. `cut-off`: the chain ends before the signed head, as after
 * a truncation or in an older copy. `stranger`: a chain of a seat that this one does not know. `no-head`: the signed head of this seat was removed. `payment-differs`: a payment is not
 * what the trail says of it. `hold-differs`: a hold does not follow from its payments. `operators-differ`: those of a shared ledger, or their limits, are not as a seat has signed them. `awaited-differ`: the list of awaited seats is not. `close-differs`, `close-missing`, `close-added`: a close of a day is not what its deed says, is gone, or
 * has no deed.
 */
const trailBreakKinds = [
  'edited',
  'missing',
  'forged',
  'unlinked',
  'reordered',
  'cut-off',
  'no-head',
  'stranger',
  'payment-differs',
  'hold-differs',
  'operators-differ',
  'awaited-differ',
  'close-differs',
  'close-missing',
  'close-added',
] as const;

const trailBreakSchema = z.strictObject({
  kind: z.enum(trailBreakKinds),
  /** Seat whose chain is broken. */
  seat: z.string(),
  /** Number of the link, from 1. */
  link: z.int().min(0),
  /** Time of the link or its entry, if known. */
  at: instantSchema.nullable(),
  /** The event, payment or close, if known. */
  subjectId: z.string().nullable(),
  /** Names the close of a day that a break is about, as it is now. The day may be any text. */
  close: z.strictObject({ day: z.string(), merchant: z.string() }).optional(),
  /** Public key of a stranger, base64url. */
  signer: z.string().optional(),
});
export type TrailBreak = z.infer<typeof trailBreakSchema>;

export const trailReportSchema = z.strictObject({
  checkedAt: instantSchema,
  links: z.int().min(0),
  /** Number of chains: one for each seat that wrote. */
  chains: z.int().min(0),
  /** Number of breaks that were counted. */
  breaks: z.int().min(0),
  /** The first break; null for a whole trail. */
  first: trailBreakSchema.nullable(),
});
export type TrailReport = z.infer<typeof trailReportSchema>;

/** What the trail says of a payment: its state when the link was made. Amounts are minor units. */
export const paymentFactsSchema = z.strictObject({
  operation: z.string(),
  environment: z.string(),
  merchant: z.string(),
  seat: z.string(),
  amount: z.int(),
  answeredAmount: z.int().nullable(),
  state: z.string(),
  /** State that counts: the resolution's outcome when there is one. */
  standing: z.string(),
  serviceCode: z.string().nullable(),
  codOper: z.string().nullable(),
  /** SHA-256 of the AUTH_TOKEN, base64url, because the trail is exported. */
  authTokenDigest: z.string().nullable(),
  operator: z.string(),
  startedAt: instantSchema,
  answeredAt: instantSchema.nullable(),
  resolvedBy: z.string().nullable(),
  /** Attempt id of the hold, the charge or the first payment of the card that it is about. */
  refersTo: z.string().nullable(),
  /** SHA-256 of the columns of the beginning, which never change, and of the whole row, base64url. */
  begun: z.string(),
  row: z.string(),
});
export type LinkedPayment = z.infer<typeof paymentFactsSchema>;
