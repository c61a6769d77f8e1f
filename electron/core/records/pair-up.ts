/** Pairs attempts with the service's records of them, each with one at most. Only what names the attempt pairs, no look-alike. */
import { recordKindOf, type ServiceRecord } from '#shared/ledger/service-records.ts';
import { ownReference } from '#shared/ledger/own-reference.ts';
import type { ListedAttempt } from '#shared/ledger/listed-attempt.ts';
import { operationFacts } from '#shared/payments/operations.ts';

export interface Paired {
  /** Each attempt once. */
  readonly pairs: readonly { readonly attempt: ListedAttempt; readonly record: ServiceRecord | null }[];
  readonly alone: readonly ServiceRecord[];
}

interface Link {
  readonly of: (attempt: ListedAttempt) => readonly (string | null)[];
  readonly in: (record: ServiceRecord) => readonly (string | null)[];
  readonly fits: (attempt: ListedAttempt, record: ServiceRecord) => boolean;
}

/** A refund may have the `codOper` and the description of its charge, so the operation decides as well (field notes). */
const sameOperation: Link['fits'] = ({ operation }, { type }) =>
  type !== null && type === operationFacts(operation).types.json;
const unseen: Link['fits'] = (_attempt, record) => recordKindOf(record) === 'unseen';

const codOpers = ({ references, resolution }: ListedAttempt) => [references.codOper, resolution?.reference ?? null];
const references = ({ customTexts, description }: ServiceRecord): readonly (string | null)[] => [
  ...customTexts.filter((text) => ownReferencePattern.test(text)),
  ownReferencePattern.exec(description ?? '')?.[0] ?? null,
];
const ownReferencePattern = /\bCJ-[\dA-F]{10}$/;

/** From the surest to the least sure. @param idtxOfHold returns the `idtx` of an authorization by the id of its hold */
const linksWith = (idtxOfHold: (holdId: string) => string | null): readonly Link[] => [
  { of: codOpers, in: ({ codOper }) => [codOper], fits: sameOperation },
  { of: (attempt) => [attempt.references.idtx], in: ({ idtx }) => [idtx], fits: sameOperation },
  { of: ({ id }) => [ownReference(id)], in: references, fits: sameOperation },
  {
    of: ({ holdId }) => [holdId === null ? null : idtxOfHold(holdId)],
    in: ({ relatedIdtx }) => [relatedIdtx],
    fits: sameOperation,
  },
  { of: codOpers, in: ({ codOper }) => [codOper], fits: unseen },
];

/** @param idtxOfHolds `idtx` of authorizations, as they were answered, by the ids of their holds */
export function pairUp(
  attempts: readonly ListedAttempt[],
  records: readonly ServiceRecord[],
  idtxOfHolds: ReadonlyMap<string, string>,
): Paired {
  const free = new Set(records);
  const recordOf = new Map<string, ServiceRecord>();
  // Answers of family B have none, but the authorization's own record does.
  const idtxOfHold = (holdId: string) => idtxOfHolds.get(holdId) ?? recordOf.get(holdId)?.idtx ?? null;
  for (const link of linksWith(idtxOfHold)) {
    const known = new Map<string, ServiceRecord[]>();
    for (const record of free)
      for (const key of link.in(record)) if (isKey(key)) known.set(key, [...(known.get(key) ?? []), record]);
    for (const attempt of attempts) {
      if (recordOf.has(attempt.id)) continue;
      const candidates = link.of(attempt).flatMap((key) => (isKey(key) ? (known.get(key) ?? []) : []));
      const record = candidates.find((candidate) => free.has(candidate) && link.fits(attempt, candidate));
      if (record === undefined) continue;
      free.delete(record);
      recordOf.set(attempt.id, record);
    }
  }
  return {
    pairs: attempts.map((attempt) => ({ attempt, record: recordOf.get(attempt.id) ?? null })),
    alone: [...free],
  };
}

const isKey = (key: string | null): key is string => key !== null && key !== '';
