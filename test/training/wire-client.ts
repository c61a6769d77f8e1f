/** A bare HTTPS client for the training gateway's tests. It returns exactly what was on the wire. */
import { createHash } from 'node:crypto';
import { Agent, request as httpsRequest, type AgentOptions } from 'node:https';
import type { IncomingHttpHeaders } from 'node:http';
import { afterAll, beforeAll, expect } from 'vitest';
import {
  startTrainingGateway,
  type TrainingGateway,
  type TrainingGatewayOptions,
} from '#electron/training/training-gateway.ts';

export interface WireAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  readonly text: string;
  /** Milliseconds from the request to the last byte of the body. */
  readonly ms: number;
}

export interface WireRequest {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  readonly agent?: Agent;
}

/** Runs a training gateway for the tests of a file. */
export function withTraining(options: TrainingGatewayOptions, take: (gateway: TrainingGateway) => void): void {
  let gateway: TrainingGateway | null = null;
  beforeAll(async () => {
    gateway = await startTrainingGateway(options);
    take(gateway);
  });
  afterAll(() => gateway?.close());
}

export const agentFor = (gateway: TrainingGateway, options: AgentOptions = {}): Agent =>
  // The name is held against the certificate, whatever the request calls the host.
  new Agent({ ca: gateway.ca, minVersion: 'TLSv1.3', servername: 'localhost', ...options });

/** Keep the connections of each gateway, because handshakes would take most of the time. They end with the gateway. */
const agents = new WeakMap<TrainingGateway, Agent>();
function keptAgent(gateway: TrainingGateway): Agent {
  const agent = agents.get(gateway) ?? agentFor(gateway, { keepAlive: true });
  agents.set(gateway, agent);
  return agent;
}

/** Sends one request, over a kept connection unless it names an agent; rejects with the error of the connection. */
export function send(gateway: TrainingGateway, wanted: WireRequest): Promise<WireAnswer> {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const request = httpsRequest(`${gateway.origin}${wanted.path}`, {
      method: wanted.method ?? 'POST',
      headers: wanted.headers,
      agent: wanted.agent ?? keptAgent(gateway),
    });
    request.on('error', reject);
    request.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const bytes = Buffer.concat(chunks);
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          bytes,
          text: bytes.toString('utf8'),
          ms: performance.now() - started,
        });
      });
    });
    request.end(wanted.body);
  });
}

export type Json = Record<string, unknown>;

export const approvedVisa = '4059310181757001';
export const approvedMastercard = '5517747952039692';

export const card = (changes: Json = {}): Json => ({
  cardNumber: approvedVisa,
  expMonth: '12',
  expYear: '39',
  cvv: '003',
  firstName: 'Ana',
  lastName: 'Díaz',
  cardType: 'VISA',
  ...changes,
});

export const payment = (gateway: Pick<TrainingGateway, 'cclw'>, changes: Json = {}): Json => ({
  cclw: gateway.cclw,
  amount: 30,
  taxAmount: 1.96,
  email: 'ana@example.org',
  phone: '50760201236',
  concept: 'Order 17',
  description: 'Two chairs',
  cardInformation: card(),
  ...changes,
});

export const captureOf = (gateway: TrainingGateway, codOper: unknown, changes: Json = {}): Json => ({
  cclw: gateway.cclw,
  amount: 30,
  codOper,
  description: 'Shipped',
  ...changes,
});

export const jsonHeaders = (gateway: TrainingGateway): Record<string, string> => ({
  authorization: gateway.apiKey,
  'content-type': 'application/json',
});

export interface Envelope {
  readonly headerStatus: { readonly code: number; readonly description: string };
  readonly serverTime: string;
  readonly message: string | null;
  readonly data: Json;
  readonly success: boolean;
}

/** Returns the reference of what was processed. */
export function codOperOf({ data }: Envelope): string {
  expect(data['status']).toBe(1);
  return String(data['codOper']);
}

/** Headers that open the gateway's own pages under `/__training`. */
export const trainerHeaders = (gateway: TrainingGateway): Record<string, string> => ({
  authorization: `Bearer ${gateway.token}`,
});

/** Opens a link of an answer, as it stands there. */
export function openLink(gateway: TrainingGateway, link: unknown): Promise<WireAnswer> {
  const { pathname, search } = new URL(String(link));
  return send(gateway, { method: 'GET', path: `${pathname}${search}` });
}

/** Sends a family A request and reads its envelope. */
export async function sendJson(gateway: TrainingGateway, type: string, body: Json): Promise<Envelope> {
  const headers = jsonHeaders(gateway);
  const path = `/rest/processTx/${type}`;
  const answer = await send(gateway, { path, headers, body: JSON.stringify(body) });
  return JSON.parse(answer.text) as Envelope;
}

/** Sends a payment of family A by card. */
export const payJson = (gateway: TrainingGateway, type: string, changes?: Json): Promise<Envelope> =>
  sendJson(gateway, type, payment(gateway, changes));

/** Sends a request of family A about an earlier payment. */
export const referJson = (
  gateway: TrainingGateway,
  type: string,
  codOper: unknown,
  changes?: Json,
): Promise<Envelope> => sendJson(gateway, type, captureOf(gateway, codOper, changes));

export const secretHash = (fields: Readonly<Record<string, string>>): string =>
  createHash('sha512')
    .update(`${fields['CCNum'] ?? ''}${fields['CVV2'] ?? ''}${fields['Email'] ?? ''}`)
    .digest('hex');

/** Returns the fields of AUTH and SALE with their hash. A change to `undefined` leaves a field out. */
export function formPayment(
  gateway: TrainingGateway,
  txType: string,
  changes: Readonly<Record<string, string | undefined>> = {},
): Record<string, string> {
  const fields: Record<string, string> = {
    CCLW: gateway.cclw,
    txType,
    CMTN: '30.00',
    CDSC: 'Two chairs',
    CCNum: approvedVisa,
    ExpMonth: '12',
    ExpYear: '39',
    CVV2: '003',
    Name: 'Ana',
    LastName: 'Díaz',
    Email: 'ana@example.org',
    Tel: '50760201236',
  };
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) delete fields[name];
    else fields[name] = value;
  }
  return 'SecretHash' in changes ? fields : { ...fields, SecretHash: secretHash(fields) };
}

export const formHeaders = { accept: '*/*', 'content-type': 'application/x-www-form-urlencoded' } as const;

/** Sends a family B request and reads its answer. */
export async function sendForm(gateway: TrainingGateway, fields: Readonly<Record<string, string>>): Promise<Json> {
  const body = new URLSearchParams(fields).toString();
  const answer = await send(gateway, { path: '/rest/ccprocessing', headers: formHeaders, body });
  return JSON.parse(answer.text) as Json;
}

/** Sends a payment of family B by card. */
export const payForm = (
  gateway: TrainingGateway,
  txType: string,
  changes?: Readonly<Record<string, string | undefined>>,
): Promise<Json> => sendForm(gateway, formPayment(gateway, txType, changes));

/** Returns a whole authorization that is approved when no fault acts. */
export function authorization(gateway: TrainingGateway, family: 'json' | 'form'): WireRequest {
  return family === 'json'
    ? { path: '/rest/processTx/AUTH', headers: jsonHeaders(gateway), body: JSON.stringify(payment(gateway)) }
    : {
        path: '/rest/ccprocessing',
        headers: formHeaders,
        body: new URLSearchParams(formPayment(gateway, 'AUTH')).toString(),
      };
}

/** True when the answer of either family approves. */
export function approvedIn(text: string): boolean {
  const answer = JSON.parse(text) as Json & { readonly data?: Json };
  return answer['Status'] === 'Approved' || answer.data?.['status'] === 1;
}

/** Returns the error code of a request without an answer, or says that it got one. */
export const errorCode = async (answer: Promise<WireAnswer>): Promise<string> =>
  answer.then(
    (whole) => `answered ${String(whole.status)}`,
    (error: NodeJS.ErrnoException) => error.code ?? error.message,
  );
