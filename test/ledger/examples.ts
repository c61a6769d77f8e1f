/** Attempts and answers for the ledger's tests, valid by the schemas of the program. */
import { newId } from '#electron/core/new-id.ts';
import type { AnswerFacts, DuplicateGuard, GatewayAnswer, NewAttempt } from '#electron/core/ports.ts';
import { profileSchema, type Profile } from '#shared/profile.ts';
import type { HistoryQuery } from '#shared/history.ts';
import { historyQuerySchema } from '#shared/history.ts';
import type { HoldsQuery } from '#shared/holds.ts';
import { createHmac } from 'node:crypto';
import type { z } from 'zod';

export const profile: Profile = profileSchema.parse({
  id: 'shop',
  name: 'The shop',
  environment: 'test',
  baseUrl: 'https://localhost:8443',
});

/** A published test card (field notes). */
const card = '4059310181757001';
export const fingerprintOf = (number: string): string =>
  createHmac('sha256', 'test').update(number).digest('base64url');

let sequence = 0;

/** An authorization of 120.00 of its own card fingerprint, so that only tests about lookalikes meet the guard. */
export function newAttempt(changes: Partial<NewAttempt> = {}): NewAttempt {
  sequence += 1;
  return {
    id: newId(),
    operation: 'authorize',
    family: 'json',
    profile,
    seat: 'Front desk',
    operatorName: 'Ana',
    startedAt: new Date().toISOString(),
    amount: 12_000,
    taxAmount: 785,
    card: { brand: 'VISA', lastFour: card.slice(-4) },
    cardFingerprint: fingerprintOf(`${card} ${sequence}`),
    customer: {
      firstName: 'María',
      lastName: 'González',
      email: 'maria.gonzalez@example.org',
      phone: '50760201236',
      address: null,
      ipCheck: null,
      lang: 'ES',
    },
    concept: 'Room 12',
    description: 'Two nights',
    customFieldValues: [],
    holdId: null,
    batchId: null,
    overrideReason: null,
    ...changes,
  };
}

export const capture = (holdId: string, changes: Partial<NewAttempt> = {}): NewAttempt =>
  newAttempt({ operation: 'capture', holdId, taxAmount: null, cardFingerprint: null, ...changes });

const said = { code: '200', text: 'Success', authStatus: '00', serverTime: '2026-11-20T14:00:00', httpStatus: 200 };
const noReferences = { codOper: null, authToken: null, idtx: null, cardToken: null, relatedTx: null };

export const approved = (changes: Partial<AnswerFacts> = {}): GatewayAnswer => ({
  outcome: 'approved',
  service: said,
  references: {
    ...noReferences,
    codOper: `SANDBOX_QX${(sequence += 1)}K`,
    authToken: `tok-${sequence}t`,
    idtx: '77',
  },
  answeredAmount: 12_000,
  receiptUrl: 'https://localhost:8443/receipt/1',
  risk: null,
  rawAnswer: '{"success":true}',
  ...changes,
});

export const refused = (outcome: 'declined' | 'rejected', code: string): GatewayAnswer => ({
  outcome,
  service: { ...said, code, text: 'No' },
  references: noReferences,
  answeredAmount: null,
  receiptUrl: null,
  risk: null,
  rawAnswer: '{"success":false}',
});

export const lost: GatewayAnswer = {
  outcome: 'unknown',
  cause: 'connection-lost',
  service: { code: null, text: null, authStatus: null, serverTime: null, httpStatus: null },
  references: noReferences,
  answeredAmount: null,
  receiptUrl: null,
  risk: null,
  rawAnswer: null,
};

export const notSent: GatewayAnswer = { outcome: 'not-sent', cause: 'refused', detail: 'ECONNREFUSED' };

/** A guard with a window of 24 hours. */
export const guard = (overridden: DuplicateGuard['overridden'] = 'none'): DuplicateGuard => ({
  since: new Date(Date.now() - 86_400_000).toISOString(),
  overridden,
});

export const query = (changes: z.input<typeof historyQuerySchema> = {}): HistoryQuery =>
  historyQuerySchema.parse(changes);
export const waitingHolds = (changes: Partial<HoldsQuery> = {}): HoldsQuery => ({
  show: 'waiting',
  text: '',
  after: null,
  limit: 100,
  environment: null,
  ...changes,
});

/** The value of a result that has to be one. */
export function value<Value>(
  result: { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly failure: unknown },
): Value {
  if (!result.ok) throw new Error(`Expected a value, got ${JSON.stringify(result.failure)}`);
  return result.value;
}
