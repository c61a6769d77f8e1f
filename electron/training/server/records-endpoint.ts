/** `GET /PFManagementServices/api/v1/MerchantTransactions`: what the service has recorded (field notes, beyond the document). */
import type { IncomingHttpHeaders } from 'node:http';
import type { Bank } from '#electron/training/bank/bank.ts';
import type { Answer } from '#electron/training/faults/deliver.ts';
import { changedBody } from '#electron/training/faults/own-answer.ts';
import { serviceTime, type KnownMerchant } from '#electron/training/families/field-checks.ts';
import { envelope } from '#electron/training/families/json-answers.ts';
import { asked, recordsOf } from '#electron/training/families/records.ts';
import type { Fault } from '#shared/seat/training.ts';

export const recordsPath = '/PFManagementServices/api/v1/MerchantTransactions';

export interface RecordsContext {
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
export function recordsAnswer(
  context: RecordsContext,
  headers: IncomingHttpHeaders,
  target: string,
  fault: Fault,
): Answer {
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
