/** `trail.json`: the signed heads of this seat's hash chains, one for each ledger. */
import { instantSchema } from '#shared/identifiers.ts';
import { z } from 'zod';
import type { DocumentDefinition } from './versioned-document.ts';

const point = z.strictObject({ signer: z.string(), link: z.int().min(0), hash: z.string() });

/** A stretch of this seat's links that the ledger has lost. `hash` is that of the last one. */
const cut = z.strictObject({
  from: z.int().min(1),
  to: z.int().min(1),
  hash: z.string(),
  /** A supervisor has restored the ledger since, or begun it anew, by a deed in the chain. */
  excused: z.boolean(),
});

const head = point.extend({
  ledger: z.string(),
  /** Name of the seat. */
  seat: z.string(),
  /** UTC instant by the seat's clock. */
  at: instantSchema,
  cuts: z.array(cut).readonly(),
  /**
   * The link up to which a check found nothing, and when the whole trail was checked last; null before, and since a check found
   * something.
   */
  verified: z.strictObject({ link: z.int().min(0), hash: z.string(), wholeAt: instantSchema }).nullable(),
  /** Id of the latest restore whose payments were linked anew. */
  restored: z.string().nullable(),
  /** Chains that this seat has seen, each with a link that it had. `own`: signed by this seat while its vault was locked, or in a former ledger. */
  others: z.array(point.extend({ own: z.boolean() })).readonly(),
});
export type TrailHead = z.infer<typeof head>;

const trailContent = z.strictObject({
  heads: z.array(head).readonly(),
  /** There was a key without a file, or with one that it had not signed. */
  lost: z.boolean(),
  /** Of the heads, by the key in the vault; null while the vault could never be used. */
  signature: z.string().nullable(),
  /** Keys that signed while the vault was locked, until the seat vouches for them. */
  unvouched: z.array(z.strictObject({ ledger: z.string(), signer: z.string() })).readonly(),
});
export type TrailContent = z.infer<typeof trailContent>;

/** Returns what the signature covers, the same for what is written and what is read. */
export const signedHeads = ({ heads, lost }: TrailContent): string =>
  JSON.stringify([trailContent.shape.heads.parse(heads), lost]);

export const trailDocument: DocumentDefinition<TrailContent> = {
  name: 'trail',
  schema: trailContent,
  steps: [],
};
