/** Routes of the gateway: payments, records, receipts, and the trainer's own pages under `/__training`. */
import { jsonAs } from '#shared/parsed-json.ts';
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse, IncomingHttpHeaders } from 'node:http';
import { languageSchema } from '#shared/seat/settings.ts';
import { textLimits } from '#shared/text-limits.ts';
import { faultOrderSchema, type Fault, type FaultOrder, type TrainingStatus } from '#shared/seat/training.ts';
import { deliver, errorPage, htmlContentType, whole, type Answer } from '#electron/training/faults/deliver.ts';
import type { FaultSwitch } from '#electron/training/faults/faults.ts';
import { isLoopback, pathOf, paramIn, receiptIn } from './paths.ts';
import { formPayment, jsonPayment, type PaymentContext, type PendingPayment } from './payment-endpoints.ts';
import { receiptPage } from './receipt-page.ts';
import type { Bank } from '#electron/training/bank/bank.ts';
import { changedBody } from '#electron/training/faults/own-answer.ts';
import { serviceTime, type KnownMerchant } from '#electron/training/families/field-checks.ts';
import { envelope } from '#electron/training/families/json-answers.ts';
import { asked, recordsOf } from '#electron/training/families/records.ts';

export interface Routes extends PaymentContext, RecordsContext {
  readonly faults: FaultSwitch;
  readonly order: (order: FaultOrder) => Promise<TrainingStatus>;
  readonly status: () => TrainingStatus;
  /** Called for each payment request that was read whole, before it is processed. */
  readonly countReceived: () => void;
  /** Aborted when the gateway closes. */
  readonly stopped: AbortSignal;
  /** Opens `/__training`. */
  readonly token: string;
  readonly tokenOfReceipt: (receiptId: string) => string;
}

/** Largest request in bytes. Payment requests are small; the service's own limit is unknown (section 8). */
const bodyLimit = 65_536;
/** Target of the redirect fault: the same endpoints, so that a client that follows it pays a second time. */
const redirectPrefix = '/redirected';

/** Answers one request. Rejects only when the connection broke while the body was read or the gateway closed. */
export async function answerRequest(routes: Routes, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const pathname = pathOf(request.url ?? '/');
  const ownPage = pathname.startsWith('/__training/') || pathname.startsWith('/receipts/');
  // A client that isn't ours may call the service by its real name, which leads here on its machine.
  const anyHost = routes.account.tolerant && !ownPage;
  if (!anyHost && !isLoopback(request.headers.host ?? '')) {
    return whole(response, errorPage(421, 'Misdirected Request'));
  }
  if (pathname.startsWith('/__training/')) return answerTrainer(routes, pathname, request, response);
  if (ownPage) return whole(response, receipt(routes, pathname, request, response));
  const redirected = pathname.startsWith(`${redirectPrefix}/`);
  const path = redirected ? pathname.slice(redirectPrefix.length) : pathname;
  if (path === recordsPath) return answerRecords(routes, request, response);
  const type = /^\/rest\/processTx\/([^/]{1,40})$/.exec(path)?.[1];
  if (type === undefined && path !== '/rest/ccprocessing') return whole(response, errorPage(404, 'Not Found'));
  if (request.method !== 'POST') {
    response.setHeader('allow', 'POST');
    return whole(response, errorPage(405, 'Method Not Allowed'));
  }
  const body = await readBody(request);
  if (body === null) return whole(response, errorPage(413, 'Content Too Large'));
  routes.countReceived();
  // Family B fails without an Accept header of any kind (section 4.2, field notes).
  if (type === undefined && request.headers.accept === undefined) {
    return whole(response, errorPage(500, 'Internal Server Error'));
  }
  const headers = { authorization: request.headers.authorization, contentType: request.headers['content-type'] };
  const payment = type === undefined ? formPayment(routes, headers, body) : jsonPayment(routes, type, headers, body);
  return answerPayment(routes, payment, redirected ? null : `${redirectPrefix}${path}`, response);
}

async function answerRecords(routes: Routes, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method !== 'GET') {
    response.setHeader('allow', 'GET');
    return whole(response, errorPage(405, 'Method Not Allowed'));
  }
  const fault = routes.faults.forRecords();
  if (!cutShort(response, fault))
    await deliver(response, recordsAnswer(routes, request.headers, request.url ?? '', fault), fault, routes.stopped);
}

/** Ends a request whose fault acts before anything is processed. False for any other fault. */
function cutShort(response: ServerResponse, fault: Fault): boolean {
  if (fault.kind === 'closed-before') response.socket?.destroy();
  else if (fault.kind === 'http-502') whole(response, errorPage(502, 'Bad Gateway'));
  else return false;
  return true;
}

/** @param redirectTo null for a request that was redirected already; it meets no fault, so that it can't loop */
async function answerPayment(
  routes: Routes,
  payment: PendingPayment,
  redirectTo: string | null,
  response: ServerResponse,
): Promise<void> {
  const fault = redirectTo === null ? ({ kind: 'none' } as const) : routes.faults.forRequest(payment.amount);
  if (cutShort(response, fault)) return;
  if (fault.kind === 'redirect') {
    response.setHeader('location', `${routes.origin()}${redirectTo ?? ''}`);
    return whole(response, errorPage(307, 'Temporary Redirect'));
  }
  return deliver(response, payment.process(fault), fault, routes.stopped);
}

function receipt(routes: Routes, pathname: string, request: IncomingMessage, response: ServerResponse): Answer {
  if (request.method !== 'GET' && request.method !== 'HEAD') return errorPage(405, 'Method Not Allowed');
  const id = receiptIn(pathname);
  // Without its token a receipt is as if it didn't exist.
  const transaction =
    id !== null && isSame(paramIn(request.url ?? '', 'token'), routes.tokenOfReceipt(id))
      ? routes.bank.receipt(id)
      : null;
  if (transaction === null) return errorPage(404, 'Not Found');
  response.setHeader('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'");
  response.setHeader('cache-control', 'no-store');
  response.setHeader('referrer-policy', 'no-referrer');
  response.setHeader('x-content-type-options', 'nosniff');
  const view = {
    language: languageSchema.safeParse(paramIn(request.url ?? '', 'lang')).data ?? null,
    currencySign: (paramIn(request.url ?? '', 'sign') ?? 'B/.').slice(0, textLimits.currencySign),
  };
  const { bank } = routes;
  const later = {
    capture: bank.captureOf(transaction),
    voided: bank.isVoided(transaction),
    refunded: bank.refundedOf(transaction),
  };
  const body = receiptPage(transaction, later, view);
  return { status: 200, contentType: htmlContentType, body };
}

const asJson = (value: unknown, status = 200): Answer => ({
  status,
  contentType: 'application/json;charset=utf-8',
  body: JSON.stringify(value),
});

async function answerTrainer(
  routes: Routes,
  pathname: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  // Refuses web pages in a browser on this machine, which are not the trainer.
  if (request.headers.origin !== undefined) return whole(response, errorPage(403, 'Forbidden'));
  const bearer = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? null;
  if (!isSame(bearer ?? paramIn(request.url ?? '', 'token'), routes.token))
    return whole(response, errorPage(401, 'Unauthorized'));
  const call = `${request.method ?? ''} ${pathname}`;
  switch (call) {
    case 'GET /__training/ledger':
      return whole(response, asJson(routes.bank.ledger()));
    case 'GET /__training/status':
      return whole(response, asJson(routes.status()));
    case 'POST /__training/order': {
      const order = jsonAs(faultOrderSchema, (await readBody(request)) ?? '');
      if (order === null) return whole(response, asJson({ error: 'not a fault order' }, 400));
      const status = await routes.order(order);
      return whole(response, asJson(status));
    }
    default:
      return whole(response, errorPage(404, 'Not Found'));
  }
}

/** Compares in a time that tells nothing about the secret. */
function isSame(given: string | null, secret: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return given !== null && timingSafeEqual(digest(given), digest(secret));
}

/** Reads the whole body as UTF-8; null when it is too large. */
async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= bodyLimit) chunks.push(chunk);
  }
  return size <= bodyLimit ? Buffer.concat(chunks).toString('utf8') : null;
}

/** Where the service answers about what it has recorded (field notes, beyond the document). */
const recordsPath = '/PFManagementServices/api/v1/MerchantTransactions';

interface RecordsContext {
  readonly account: KnownMerchant;
  readonly bank: Bank;
  /** Rows of one answer at most. The service's own number is unknown. */
  readonly recordsAtOnce: number;
  /** Time in ms after which a payment appears among the records. */
  readonly recordsAfterMs: number;
  /** Voids and refunds have records of their own. Unproved (field notes), so that both have to do. */
  readonly reversalsListed: boolean;
}

/** @param target path and query as they came; the query may be percent-encoded or not */
function recordsAnswer(context: RecordsContext, headers: IncomingHttpHeaders, target: string, fault: Fault): Answer {
  const body = bodyOf(context, headers, target, fault);
  return {
    // Refusals come with a status of their own now and then (field notes).
    status: body.success ? 200 : 400,
    contentType: 'application/json;charset=utf-8',
    body: fault.kind === 'answer' ? changedBody(body, fault, null) : JSON.stringify(body),
  };
}

function bodyOf(context: RecordsContext, headers: IncomingHttpHeaders, target: string, fault: Fault) {
  const { account, bank, recordsAtOnce, recordsAfterMs, reversalsListed } = context;
  const now = account.now();
  if (headers.authorization !== account.apiKey) return envelope(410, now, []);
  if (fault.kind === 'header-status') return envelope(fault.code, now, []);
  const params = new Map(
    [...new URLSearchParams(queryOf(target))].map(([name, value]) => [name.toLowerCase(), value] as const),
  );
  const shown = serviceTime(new Date(now.getTime() - recordsAfterMs));
  const found = asked(
    recordsOf(bank, reversalsListed).filter(({ at }) => at <= shown),
    params,
  );
  if (found === null) return envelope(400, now, []);
  if (params.get('field')?.toLowerCase() === 'idtransaction::count')
    return envelope(200, now, [{ count: found.length }]);
  const from = wholeIn(params.get('offset'), 0);
  const rows = found
    .toReversed()
    .slice(from, from + Math.min(wholeIn(params.get('limit'), recordsAtOnce), recordsAtOnce));
  return envelope(
    200,
    now,
    rows.map(({ row }) => row),
  );
}

/** Keeps a `+` as it is, because e-mail addresses have it, and a `%` that begins no byte. */
const queryOf = (target: string): string => target.slice(target.indexOf('?') + 1).replaceAll('+', '%2B');

const wholeIn = (text: string | undefined, otherwise: number): number =>
  text !== undefined && /^\d{1,6}$/.test(text) ? Number(text) : otherwise;
