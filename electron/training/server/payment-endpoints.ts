/** The two payment endpoints (sections 4.1 and 4.2): parse, apply the fault, ask the bank, answer. */
import type { IncomingMessage } from 'node:http';
import { decimalText } from '#shared/payments/money.ts';
import type { Fault } from '#shared/seat/training.ts';
import type {
  Bank,
  BankTransaction,
  CaptureRefusal,
  CaptureRequest,
  CardRequest,
} from '#electron/training/bank/bank.ts';
import type { Answer } from '#electron/training/faults/deliver.ts';
import { understoodReference, type KnownMerchant } from '#electron/training/families/field-checks.ts';
import * as form from '#electron/training/families/form-answers.ts';
import { readFormRequest } from '#electron/training/families/form-requests.ts';
import * as json from '#electron/training/families/json-answers.ts';
import {
  jsonTypes,
  readJsonRequest,
  type JsonRefusal,
  type JsonType,
} from '#electron/training/families/json-requests.ts';
import { codesOfProcessed, describeCode } from '#electron/training/families/service-words.ts';

export interface PaymentContext {
  readonly account: KnownMerchant;
  readonly bank: Bank;
  readonly origin: () => string;
}

/** A parsed request before processing. Its amount selects a practice fault, then `process` acts. */
export interface PendingPayment {
  /** Minor units; null when the request was malformed. */
  readonly amount: number | null;
  /** Processes the request once and returns the answer. */
  readonly process: (fault: Fault) => Answer;
}

const isJsonType = (type: string): type is JsonType => jsonTypes.some((known) => known === type);

/** `POST /rest/processTx/{type}`, family A. */
export function jsonPayment(
  context: PaymentContext,
  type: string,
  headers: IncomingMessage['headers'],
  body: string,
): PendingPayment {
  const { account, bank } = context;
  const respond = (answer: json.JsonBody, fault: Fault): Answer => ({
    status: 200,
    contentType: 'application/json;charset=utf-8',
    body: JSON.stringify(fault.kind === 'wrong-types' ? json.jsonWithWrongTypes(answer) : answer),
  });
  const refuse = (refusal: JsonRefusal, fault: Fault): Answer =>
    respond(json.refusalAnswer(refusal, account.now(), bank.ledger().length), fault);
  if (!isJsonType(type)) return { amount: null, process: (fault) => refuse({ code: 624, message: null }, fault) };

  const reading = readJsonRequest(
    type,
    { authorization: headers.authorization, contentType: headers['content-type'] },
    body,
    account,
  );
  if (!reading.ok) {
    const process = (fault: Fault): Answer => {
      bank.refuse({ kind: type, family: 'json', amount: reading.amount, reference: reading.reference });
      return refuse(reading.refusal, fault);
    };
    return { amount: null, process };
  }
  const { request } = reading;
  const process = (fault: Fault): Answer => {
    const ordered = orderedRefusal(fault);
    if (ordered !== null && !codesOfProcessed.has(ordered.code)) {
      bank.refuse(refusedFacts(request));
      return refuse(ordered, fault);
    }
    const booked = book(bank, request, fault);
    if (typeof booked === 'string') {
      bank.refuse(refusedFacts(request));
      return refuse({ code: json.captureRefusalCodes[booked], message: null }, fault);
    }
    if (ordered !== null) return refuse(ordered, fault);
    return respond(json.recordAnswer(booked, context.origin(), account.now()), fault);
  };
  return { amount: request.amount, process };
}

/** Turns a form error ordered for a JSON request into a general error with the same text. */
function orderedRefusal(fault: Fault): JsonRefusal | null {
  if (fault.kind === 'header-status') return { code: fault.code, message: null };
  return fault.kind === 'form-error' ? { code: 300, message: fault.text } : null;
}

/** `POST /rest/ccprocessing`, family B: JSON, labelled as plain text (field notes). */
export function formPayment(
  context: PaymentContext,
  headers: IncomingMessage['headers'],
  body: string,
): PendingPayment {
  const { account, bank } = context;
  const respond = (answer: form.FormBody, fault: Fault): Answer => ({
    status: 200,
    contentType: 'text/plain;charset=utf-8',
    body: JSON.stringify(fault.kind === 'wrong-types' ? form.formWithWrongTypes(answer) : answer),
  });
  const reading = readFormRequest(
    { authorization: headers.authorization, contentType: headers['content-type'] },
    body,
    account,
  );
  if (!reading.ok) {
    const { kind, amount, reference, error } = reading;
    const process = (fault: Fault): Answer => {
      if (kind !== null) bank.refuse({ kind, family: 'form', amount, reference });
      return respond(form.errorAnswer(error), fault);
    };
    return { amount: null, process };
  }
  const { request } = reading;
  const process = (fault: Fault): Answer => {
    const ordered = orderedError(fault);
    const booked = ordered === null ? book(bank, request, fault) : null;
    if (booked === null || typeof booked === 'string') {
      bank.refuse(refusedFacts(request));
      return respond(form.errorAnswer(booked === null ? (ordered ?? '') : form.captureRefusalTexts[booked]), fault);
    }
    return respond(form.formAnswer(booked), fault);
  };
  return { amount: request.amount, process };
}

/**
 * Turns an ordered code into an `{"error"}`, because family B has no headerStatus. An error is a refusal, so nothing is
 * processed.
 */
function orderedError(fault: Fault): string | null {
  if (fault.kind === 'form-error') return fault.text;
  return fault.kind === 'header-status' ? `${String(fault.code)} ${describeCode(fault.code)}` : null;
}

function book(bank: Bank, request: CardRequest | CaptureRequest, fault: Fault): BankTransaction | CaptureRefusal {
  const forced = fault.kind === 'decline' ? fault.reason : null;
  return 'reference' in request ? bank.capture(request, forced) : bank.pay(request, forced);
}

const refusedFacts = (request: CardRequest | CaptureRequest) => ({
  kind: request.kind,
  family: request.family,
  amount: decimalText(request.amount),
  reference: 'reference' in request ? understoodReference(request.reference) : null,
});
