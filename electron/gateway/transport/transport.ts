/** Sends requests to the service over pooled, verified TLS 1.3 connections. Each request is sent once. */
import { createHash } from 'node:crypto';
import { Pool } from 'undici';
import type { MerchantAccount, SendOptions } from '#electron/core/ports/gateway.ts';
import { endpointOf, openConnection, type Caller } from './connection.ts';
import { ConnectFailure } from './error-causes.ts';
import { bodyLimit, exchange } from './exchange.ts';
import { skipInterimResponses } from './interim-responses.ts';
import { spareConnections } from './spare-connections.ts';
import type { Received, WireRequest } from './transport-result.ts';
import { makeSecureContext } from './trust.ts';
import { wireTaps } from './wire-tap.ts';

/** The log's note about one request. */
export interface TransportNote {
  readonly merchantId: string;
  readonly path: string;
  readonly milliseconds: number;
  readonly kind: Received['kind'];
  readonly httpStatus: number | null;
  readonly cause: string | null;
  readonly detail: string | null;
}

export type Transport = ReturnType<typeof createTransport>;

/**
 * Idle time in ms after which a used connection is closed. An idle connection that the service has just closed makes a
 * payment unknown, while a new handshake costs a fraction of a second. So connections are reused within a burst (a
 * batch of captures) and not across the pause between two customers.
 */
const keepAliveMs = 5_000;

/** Longest time that `close` waits for requests in flight, in ms. */
const closeLimitMs = 5_000;

type Lane = ReturnType<typeof makeLane>;

export function createTransport(caller: Caller, log?: (note: TransportNote) => void, closeLimit = closeLimitMs) {
  /** One lane per merchant. The key covers every setting on which a connection depends. */
  const lanes = new Map<string, { readonly key: string; readonly lane: Lane }>();

  function laneOf(account: MerchantAccount): Lane {
    const key = connectionKey(account);
    const found = lanes.get(account.merchant.id);
    if (found?.key === key) return found.lane;
    const lane = makeLane(account, caller);
    if (found) void closeLane(found.lane);
    lanes.set(account.merchant.id, { key, lane });
    return lane;
  }

  async function sendOnce(account: MerchantAccount, request: WireRequest, options?: SendOptions): Promise<Received> {
    const { connectTimeout, headersTimeout, bodyTimeout } = account.merchant;
    try {
      const path = serviceUrl(account).pathname.replace(/\/+$/, '') + request.path;
      const headers = { ...request.headers, 'user-agent': caller.userAgent };
      const wired = { ...request, path, headers };
      return await exchange(laneOf(account), wired, { connectTimeout, headersTimeout, bodyTimeout }, options);
    } catch (error) {
      // Only a merchant's faulty settings throw here, before anything is dispatched. Any other error is a bug.
      if (!(error instanceof ConnectFailure)) throw error;
      return { kind: 'not-sent', cause: error.notSentCause, detail: error.detail };
    }
  }

  return {
    /** Sends one request once, to the merchant's base URL followed by the request's `path`. Never rejects. */
    async send(account: MerchantAccount, request: WireRequest, options?: SendOptions): Promise<Received> {
      const begun = performance.now();
      const received = await sendOnce(account, request, options).finally(() => request.body.fill(0));
      log?.({
        merchantId: account.merchant.id,
        // The query may hold a customer's e-mail address.
        path: request.path.replace(/\?.*$/, ''),
        milliseconds: Math.round(performance.now() - begun),
        kind: received.kind,
        httpStatus: received.kind === 'not-sent' ? null : received.httpStatus,
        cause: received.kind === 'answered' ? null : received.cause,
        detail: received.kind === 'answered' ? null : received.detail,
      });
      return received;
    },
    /**
     * Uses the merchant's connections for no further request. After an answer that might come twice, and be taken for that to the
     * next request.
     */
    renew({ merchant }: MerchantAccount) {
      const lane = lanes.get(merchant.id)?.lane;
      if (lane === undefined) return;
      const { pool, closing } = lane;
      lane.pool = lane.newPool();
      closing.set(
        pool,
        pool.close().finally(() => closing.delete(pool)),
      );
    },
    /** Opens a connection for the next request. Rejects with ConnectFailure. */
    async warm(account: MerchantAccount) {
      await laneOf(account).spares.warm();
    },
    /**
     * Waits briefly for requests in flight, then closes every connection. A request still unanswered by then ends as
     * unknown.
     */
    async close() {
      const open = [...lanes.values()];
      lanes.clear();
      const timeUp = Promise.withResolvers<void>();
      const deadline = setTimeout(timeUp.resolve, closeLimit);
      const closing = Promise.all(open.map(({ lane }) => closeLane(lane)));
      await Promise.race([closing, timeUp.promise]);
      clearTimeout(deadline);
      await Promise.all(open.flatMap(({ lane }) => [lane.pool, ...lane.closing.keys()].map((pool) => pool.destroy())));
    },
  };
}

function makeLane(account: MerchantAccount, caller: Caller) {
  const base = serviceUrl(account);
  const secureContext = makeSecureContext(account);
  const open = () => openConnection(account, endpointOf(base), secureContext, caller);
  const spares = spareConnections(open);
  const taps = wireTaps();
  const closing = new Map<Pool, Promise<void>>();
  const newPool = (): Pool =>
    new Pool(base.origin, {
      connect: (_options, callback) => {
        spares
          .take()
          .then((spare) => spare ?? open())
          .then(
            (socket) => callback(null, skipInterimResponses(socket, taps)),
            (error: Error) => callback(error, null),
          );
      },
      allowH2: false,
      pipelining: 1,
      keepAliveTimeout: keepAliveMs,
      keepAliveMaxTimeout: keepAliveMs,
      maxResponseSize: bodyLimit,
    });
  return { pool: newPool(), newPool, closing, taps, spares };
}

/** @throws ConnectFailure `configuration` for an address to which no payment may go */
function serviceUrl({ merchant }: MerchantAccount): URL {
  const base = URL.canParse(merchant.baseUrl) ? new URL(merchant.baseUrl) : null;
  if (base?.protocol !== 'https:' || base.username + base.password !== '' || base.search !== '' || base.hash !== '') {
    throw new ConnectFailure(
      'configuration',
      'the address of the service must be https, without user, query or fragment',
    );
  }
  return base;
}

async function closeLane({ pool, closing, spares }: Lane): Promise<void> {
  spares.close();
  await Promise.all([pool.close(), ...closing.values()]);
}

function connectionKey({ merchant, secrets }: MerchantAccount): string {
  const { baseUrl, environment, extraCa, proxy, connectTimeout } = merchant;
  return createHash('sha256')
    .update(JSON.stringify([baseUrl, environment, extraCa, proxy, connectTimeout, secrets.clientCertificate]))
    .digest('base64');
}
