/** The two payment endpoints (sections 4.1 and 4.2): parse, apply the fault, ask the bank, answer. */
import { decimalText } from '#shared/payments/money.ts';
import type { Fault } from '#shared/seat/training.ts';
import type { Bank } from '#electron/training/bank/bank.ts';
import type { BankRefusal, BankRequest, BankTransaction } from '#electron/training/bank/transaction.ts';
import type { Answer } from '#electron/training/faults/deliver.ts';
import { changedBody } from '#electron/training/faults/own-answer.ts';
import {
  understoodReference,
  type KnownMerchant,
  type RequestHeaders,
} from '#electron/training/families/field-checks.ts';
import * as form from '#electron/training/families/form-answers.ts';
import { readFormRequest } from '#electron/training/families/form-requests.ts';
import * as json from '#electron/training/families/json-answers.ts';
import { jsonTypes } from '#electron/training/families/expected-fields.ts';
import { readJsonRequest, type JsonRefusal } from '#electron/training/families/json-requests.ts';
import { codeInForm, saysProcessed } from '#electron/training/families/service-words.ts';
import { typeNamed } from '#electron/training/families/tolerance.ts';

export interface PaymentContext {
  readonly account: KnownMerchant;
  readonly bank: Bank;
  readonly origin: () => string;
  /** Link to the receipt of a transaction, with all that it takes to open it. */
  readonly receiptLink: (receiptId: string) => string;
}

/** A parsed request before processing. Its amount selects a practice fault, then `process` acts. */
export interface PendingPayment {
  /** Minor units; null when the request was malformed. */
  readonly amount: number | null;
  /** Processes the request once and returns the answer. */
  readonly process: (fault: Fault) => Answer;
}

interface FamilyAnswers<Body> {
  readonly record: (transaction: BankTransaction) => Body;
  readonly refusal: (refusal: BankRefusal) => Body;
  /** The answer that a fault orders in place of the bank's; null when it orders none. */
  readonly ordered: (fault: Fault) => OrderedAnswer<Body> | null;
}

interface OrderedAnswer<Body> {
  readonly body: Body;
  /** The bank processes the payment all the same. */
  readonly processed: boolean;
}

/** `POST /rest/processTx/{type}`, family A. */
export function jsonPayment(
  context: PaymentContext,
  type: string,
  headers: RequestHeaders,
  body: string,
): PendingPayment {
  const { account, bank } = context;
  const respond = (answer: json.JsonBody, fault: Fault): Answer => ({
    status: 200,
    contentType: 'application/json;charset=utf-8',
    body: bodyText(answer, fault, 'data', json.jsonWithWrongTypes),
  });
  const refusal = (reason: JsonRefusal): json.JsonBody =>
    json.refusalAnswer(reason, account.now(), bank.ledger().length);
  const kind = typeNamed(jsonTypes, type, account.tolerant);
  if (kind === null) return { amount: null, process: (fault) => respond(refusal({ code: 624, message: null }), fault) };

  const reading = readJsonRequest(kind, headers, body, account);
  if (!reading.ok) {
    const process = (fault: Fault): Answer => {
      bank.refuse({ kind, family: 'json', amount: reading.amount, reference: reading.reference });
      return respond(refusal(reading.refusal), fault);
    };
    return { amount: null, process };
  }
  const { request, asksCardholder } = reading;
  const answers: FamilyAnswers<json.JsonBody> = {
    record: (booked) => json.recordAnswer(booked, context.receiptLink(booked.receiptId), account.now()),
    refusal: (reason) => refusal({ code: json.bankRefusalCodes[reason], message: null }),
    ordered(fault) {
      switch (fault.kind) {
        case 'header-status':
          return {
            body: refusal({ code: fault.code, message: null }),
            processed: fault.processed ?? saysProcessed(fault.code),
          };
        case 'form-error':
          // A general error with the same text, because the family has no errors of this form.
          return { body: refusal({ code: 300, message: fault.text }), processed: fault.processed ?? false };
        case 'three-d-secure':
          return { body: json.challengeAnswer(context.origin(), account.now()), processed: fault.processed ?? false };
        default:
          return null;
      }
    },
  };
  const usual = asksCardholder ? ({ kind: 'three-d-secure' } as const) : null;
  return {
    amount: request.amount,
    process(ordered) {
      const fault = ordered.kind === 'none' ? (usual ?? ordered) : ordered;
      return respond(answerTo(bank, request, fault, answers), fault);
    },
  };
}

/** `POST /rest/ccprocessing`, family B: JSON, labelled as plain text (field notes). */
export function formPayment(context: PaymentContext, headers: RequestHeaders, body: string): PendingPayment {
  const { account, bank } = context;
  const respond = (answer: form.FormBody, fault: Fault): Answer => ({
    status: 200,
    contentType: 'text/plain;charset=utf-8',
    body: bodyText(answer, fault, null, form.formWithWrongTypes),
  });
  const reading = readFormRequest(headers, body, account);
  if (!reading.ok) {
    const { kind, amount, reference, error } = reading;
    const process = (fault: Fault): Answer => {
      if (kind !== null) bank.refuse({ kind, family: 'form', amount, reference });
      return respond(form.errorAnswer(error), fault);
    };
    return { amount: null, process };
  }
  const { request } = reading;
  const answers: FamilyAnswers<form.FormBody> = {
    record: form.formAnswer,
    refusal: (reason) => form.errorAnswer(form.bankRefusalTexts[reason]),
    ordered(fault) {
      switch (fault.kind) {
        case 'header-status':
          return { body: form.errorAnswer(codeInForm(fault.code)), processed: fault.processed ?? false };
        case 'form-error':
          return { body: form.errorAnswer(fault.text), processed: fault.processed ?? false };
        case 'three-d-secure':
          return { body: json.challenge(context.origin()), processed: fault.processed ?? false };
        default:
          return null;
      }
    },
  };
  return { amount: request.amount, process: (fault) => respond(answerTo(bank, request, fault, answers), fault) };
}

type AnswerBody = Readonly<Record<string, unknown>>;

/**
 * Returns the text of an answer, changed as the fault orders.
 * @param recordKey key of the record in the answer; null when the whole answer is the record
 */
function bodyText(
  answer: AnswerBody,
  fault: Fault,
  recordKey: string | null,
  wrongTypes: (answer: AnswerBody) => AnswerBody,
): string {
  if (fault.kind === 'answer') return changedBody(answer, fault, recordKey);
  return JSON.stringify(fault.kind === 'wrong-types' ? wrongTypes(answer) : answer);
}

/** Processes a request, or only books its refusal, and chooses the answer. */
function answerTo<Body>(bank: Bank, request: BankRequest, fault: Fault, answers: FamilyAnswers<Body>): Body {
  const ordered = answers.ordered(fault);
  const processed = ordered?.processed ?? (fault.kind === 'answer' ? fault.processed : true);
  const result = processed
    ? bank.process(request, {
        decline: fault.kind === 'decline' ? fault.reason : null,
        asked: fault.kind === 'three-d-secure',
        evenDuplicate: ordered !== null || fault.kind === 'answer' || fault.kind === 'decline',
      })
    : bank.preview(request);
  const refused = typeof result === 'string';
  if (!processed || refused) bank.refuse(refusedFacts(request));
  // The bank's own refusal stands against an order to process, because nothing could be processed.
  if (ordered !== null && !(processed && refused)) return ordered.body;
  return refused ? answers.refusal(result) : answers.record(result);
}

const refusedFacts = (request: BankRequest) => ({
  kind: request.kind,
  family: request.family,
  amount: decimalText(request.amount),
  reference: 'reference' in request ? understoodReference(request.reference) : null,
});
