/** Sends an answer, whole or broken as the fault demands. */
import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { Fault, OwnAnswer } from '#shared/seat/training.ts';
import { encodedBody } from './own-answer.ts';

export interface Answer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

/** More than the 1 MiB that a client should accept. */
const oversizedBytes = 1_310_720;
const slowChunks = 8;
const slowChunkMs = 100;

export const htmlContentType = 'text/html;charset=utf-8';

/** An error page in the style of a proxy or an application server. */
export const errorPage = (status: number, title: string): Answer => ({
  status,
  contentType: htmlContentType,
  body: `<!doctype html>\n<html><head><title>${String(status)} ${title}</title></head><body><h1>${title}</h1></body></html>\n`,
});

/**
 * Delivers the answer of a processed request. Faults that act before processing are the caller's job. Here the request
 * has had its effect, whatever the client gets to see.
 * @param stopped ends waiting when the gateway closes
 */
export async function deliver(
  response: ServerResponse,
  answer: Answer,
  fault: Fault,
  stopped: AbortSignal,
): Promise<void> {
  switch (fault.kind) {
    case 'lost-answer':
      response.socket?.destroy();
      return;
    case 'half-answer':
      return half(response, answer);
    case 'http-500':
      return whole(response, errorPage(500, 'Internal Server Error'));
    case 'empty-body':
      return whole(response, { ...answer, body: '' });
    case 'bom':
      return whole(response, { ...answer, body: `\ufeff${answer.body}` });
    case 'text-plain':
      return whole(response, { ...answer, contentType: 'text/plain' });
    case 'gzip':
      return zipped(response, answer);
    case 'oversized':
      return inChunks(response, { ...answer, body: answer.body.padEnd(oversizedBytes, ' ') }, 16, 0, stopped);
    case 'slow-chunks':
      return inChunks(response, answer, slowChunks, slowChunkMs, stopped);
    case 'delay':
      await pause(fault.milliseconds, undefined, { signal: stopped });
      return whole(response, answer);
    case 'answer':
      return own(response, answer, fault);
    default:
      return whole(response, answer);
  }
}

/** Announces the whole length. @returns the bytes of the body */
function announced(response: ServerResponse, { status, contentType, body }: Answer): Buffer {
  const bytes = Buffer.from(body, 'utf8');
  response.writeHead(status, { 'content-type': contentType, 'content-length': bytes.length });
  return bytes;
}

export const whole = (response: ServerResponse, answer: Answer): void => void response.end(announced(response, answer));

/** Sends the bytes, status and type that the order names. The body has been changed already. */
function own(response: ServerResponse, answer: Answer, order: OwnAnswer): void {
  const bytes = encodedBody(answer.body, order);
  if (order.head !== undefined) {
    response.socket?.end(Buffer.concat([Buffer.from(order.head, 'latin1'), bytes]));
    return;
  }
  const { contentType = answer.contentType, status = answer.status, continues = 0 } = order;
  for (let count = 0; count < continues; count++) response.writeContinue();
  response.writeHead(status, {
    ...(contentType === null ? {} : { 'content-type': contentType }),
    'content-length': bytes.length,
  });
  response.end(bytes);
}

function half(response: ServerResponse, answer: Answer): void {
  const bytes = announced(response, answer);
  response.write(bytes.subarray(0, Math.floor(bytes.length / 2)));
  response.socket?.end();
}

function zipped(response: ServerResponse, answer: Answer): void {
  const bytes = gzipSync(answer.body);
  response.writeHead(answer.status, {
    'content-type': answer.contentType,
    'content-encoding': 'gzip',
    'content-length': bytes.length,
  });
  response.end(bytes);
}

async function inChunks(
  response: ServerResponse,
  answer: Answer,
  count: number,
  everyMs: number,
  stopped: AbortSignal,
): Promise<void> {
  const bytes = Buffer.from(answer.body, 'utf8');
  const size = Math.ceil(bytes.length / count);
  response.writeHead(answer.status, { 'content-type': answer.contentType, 'transfer-encoding': 'chunked' });
  for (let from = 0; from < bytes.length && !response.destroyed; from += size) {
    response.write(bytes.subarray(from, from + size));
    if (everyMs > 0) await pause(everyMs, undefined, { signal: stopped });
  }
  response.end();
}
