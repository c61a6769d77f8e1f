/** Drafts as the Charge and Holds screens submit them, with the test cards that are published for test environments. */
import { newId } from '#electron/core/new-id.ts';
import type { Actor, GatewayAnswer } from '#electron/core/ports.ts';
import { trainingProfileId } from '#shared/profile.ts';
import type { Attempt, CaptureDraft, PaymentDraft } from '#shared/transaction.ts';

export const visa = '4059310181757001';
export const otherVisa = '4916012776136988';
export const mastercard = '5517747952039692';
export const securityCode = '739';

export const cashier: Actor = { name: 'Ana', role: 'cashier' };
export const backOffice: Actor = { name: 'Beto', role: 'back-office' };
export const supervisor: Actor = { name: 'Celia', role: 'supervisor' };

export const draft = (changes: Partial<PaymentDraft> = {}): PaymentDraft => ({
  draftId: newId(),
  profileId: trainingProfileId,
  amount: 125_50,
  taxAmount: 8_21,
  firstName: 'María',
  lastName: 'Pérez',
  email: 'maria@example.com',
  phone: '50760201236',
  concept: 'Order 5521',
  description: 'Two chairs',
  customFieldValues: [],
  card: { number: visa, expMonth: '12', expYear: '30', securityCode, brand: 'VISA' },
  ...changes,
});

export const captureOf = (hold: Pick<Attempt, 'id' | 'amount'>, changes: Partial<CaptureDraft> = {}): CaptureDraft => ({
  holdId: hold.id,
  amount: hold.amount,
  description: 'Delivered',
  ...changes,
});

const facts = {
  service: { code: '200', text: 'Success', authStatus: '00', serverTime: '2026-11-20T10:00:00', httpStatus: 200 },
  answeredAmount: null,
  receiptUrl: 'https://localhost/receipt/1',
  risk: null,
  rawAnswer: '{"success":true}',
} as const;

let answers = 0;
/** An approval with references of its own. */
export const approved = (): GatewayAnswer & { readonly outcome: 'approved' } => ({
  ...facts,
  outcome: 'approved',
  references: {
    codOper: `SANDBOX_${++answers}`,
    authToken: `TOKEN_${answers}`,
    idtx: String(answers),
    cardToken: null,
    relatedTx: null,
  },
});

const noReferences = { codOper: null, authToken: null, idtx: null, cardToken: null, relatedTx: null };
export const declined: GatewayAnswer = { ...facts, outcome: 'declined', receiptUrl: null, references: noReferences };
export const unknown: GatewayAnswer = {
  ...facts,
  outcome: 'unknown',
  cause: 'no-answer',
  receiptUrl: null,
  references: noReferences,
  rawAnswer: null,
};
export const notSent: GatewayAnswer = { outcome: 'not-sent', cause: 'refused', detail: 'connect ECONNREFUSED' };
