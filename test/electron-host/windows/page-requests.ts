/** Routes each request of a page through navigation events, `webRequest`, custom schemes and the network. */
import { browser } from '../chromium/browser.ts';
import { isGone } from '../chromium/connection.ts';
import type { Protocol } from '../chromium/protocol.ts';
import { fromChromium, isCustomScheme, loosenPolicy, toChromium } from '../schemes.ts';
import type { ProtocolHandler, Session } from '../sessions/session.ts';
import type { RequestDetails } from '../sessions/web-request.ts';

/** The page that asks, as much of it as a request needs. */
export interface RequestingPage {
  readonly id: number;
  readonly frameId: string;
  readonly session: Session;
  mayNavigate(url: string, isMain: boolean, redirected: boolean): boolean;
  acceptsCertificate(url: string): Promise<boolean>;
  isDestroyed(): boolean;
}

type Paused = Protocol.Fetch.requestPausedPayload;
type Header = Protocol.Fetch.HeaderEntry;

const fail = (paused: Paused, target: string, errorReason: Protocol.Network.ErrorReason): void =>
  browser.post('Fetch.failRequest', { requestId: paused.requestId, errorReason }, target);

/** Builds the request for the program's handler. */
async function toRequest(paused: Paused, url: string, target: string): Promise<Request> {
  const { method, headers: sent, hasPostData, postDataEntries } = paused.request;
  const headers = new Headers();
  for (const [name, value] of Object.entries(sent)) {
    headers.set(name, /^(referer|origin)$/i.test(name) ? fromChromium(value) : value);
  }
  if (hasPostData !== true || method === 'GET' || method === 'HEAD') return new Request(url, { method, headers });
  const body =
    postDataEntries === undefined
      ? Buffer.from(
          (await browser.send('Network.getRequestPostData', { requestId: paused.networkId ?? '' }, target)).postData,
        )
      : Buffer.concat(postDataEntries.map(({ bytes }) => Buffer.from(bytes ?? '', 'base64')));
  return new Request(url, { method, headers, body });
}

/** Converts headers to Chromium's addresses. Encoding headers are dropped, because the body is complete and decoded. */
const toHeaders = (entries: Iterable<readonly [string, string]>): Header[] =>
  [...entries]
    .filter(([name]) => !/^(content-encoding|content-length|transfer-encoding)$/i.test(name))
    .map(([name, value]) => {
      if (/^content-security-policy/i.test(name)) return { name, value: loosenPolicy(value) };
      return { name, value: name.toLowerCase() === 'location' ? toChromium(value) : value };
    });

/** Passes the response headers through `onHeadersReceived`. */
async function askHeaders(
  contents: RequestingPage,
  details: RequestDetails,
  statusCode: number,
  headers: readonly Header[],
): Promise<readonly (readonly [string, string])[] | 'cancel'> {
  const responseHeaders: Record<string, string[]> = {};
  for (const { name, value } of headers) (responseHeaders[name] ??= []).push(value);
  const answer = await contents.session.webRequest.headersReceived.ask({
    ...details,
    statusCode,
    statusLine: `HTTP/1.1 ${statusCode}`,
    responseHeaders,
  });
  if (answer.cancel === true) return 'cancel';
  return Object.entries(answer.responseHeaders ?? responseHeaders).flatMap(([name, values]) =>
    (Array.isArray(values) ? values : [values]).map((value) => [name, value] as const),
  );
}

/** Answers a request with the program's own handler. */
async function answer(
  contents: RequestingPage,
  paused: Paused,
  target: string,
  details: RequestDetails,
  handler: ProtocolHandler,
): Promise<void> {
  const response = await handler(await toRequest(paused, details.url, target));
  if (response.type === 'error') return fail(paused, target, 'Failed');
  const body = Buffer.from(await response.arrayBuffer()).toString('base64');
  const received = [...response.headers].map(([name, value]) => ({ name, value }));
  const headers = await askHeaders(contents, details, response.status, received);
  if (headers === 'cancel') return fail(paused, target, 'BlockedByClient');
  await browser.send(
    'Fetch.fulfillRequest',
    { requestId: paused.requestId, responseCode: response.status, responseHeaders: toHeaders(headers), body },
    target,
  );
}

/** Handles the second pause of a network request, once its headers have arrived. */
async function passResponse(
  contents: RequestingPage,
  paused: Paused,
  target: string,
  details: RequestDetails,
): Promise<void> {
  const { requestId, responseStatusCode: responseCode = 200, responseHeaders = [], responseErrorReason } = paused;
  if (responseErrorReason !== undefined) return fail(paused, target, responseErrorReason);
  // A redirect has no body.
  if (responseCode >= 300 && responseCode < 400) {
    await browser.send('Fetch.continueResponse', { requestId }, target);
    return;
  }
  const headers = await askHeaders(contents, details, responseCode, responseHeaders);
  if (headers === 'cancel') return fail(paused, target, 'BlockedByClient');
  // The response is rebuilt, because Chromium has already read some of its headers, policies among them.
  const { body, base64Encoded } = await browser.send('Fetch.getResponseBody', { requestId }, target);
  const encoded = base64Encoded ? body : Buffer.from(body).toString('base64');
  const answered = { requestId, responseCode, responseHeaders: toHeaders(headers), body: encoded };
  await browser.send('Fetch.fulfillRequest', answered, target);
}

async function pass(contents: RequestingPage, paused: Paused, target: string): Promise<void> {
  const { requestId, resourceType, request } = paused;
  const url = fromChromium(request.url);
  const isMain = resourceType === 'Document' && paused.frameId === contents.frameId;
  const details: RequestDetails = {
    id: 0,
    url,
    method: request.method,
    resourceType: isMain ? 'mainFrame' : resourceType.toLowerCase().replace('document', 'subFrame'),
    webContentsId: contents.id,
    referrer: '',
  };
  if (paused.responseStatusCode !== undefined || paused.responseErrorReason !== undefined) {
    return await passResponse(contents, paused, target, details);
  }
  // Electron asks for no icon of a page.
  if (resourceType === 'Other' && new URL(request.url).pathname === '/favicon.ico') {
    await browser.send('Fetch.fulfillRequest', { requestId, responseCode: 204 }, target);
    return;
  }
  const redirected = paused.redirectedRequestId !== undefined;
  if (resourceType === 'Document' && !contents.mayNavigate(url, isMain, redirected))
    return fail(paused, target, 'Aborted');
  const { webRequest, protocolHandlers } = contents.session;
  const before = await webRequest.beforeRequest.ask(details);
  if (before.cancel === true) return fail(paused, target, 'BlockedByClient');
  if (before.redirectURL !== undefined) {
    const responseHeaders = [{ name: 'location', value: toChromium(before.redirectURL) }];
    await browser.send('Fetch.fulfillRequest', { requestId, responseCode: 307, responseHeaders }, target);
    return;
  }
  const scheme = url.split(':')[0]?.toLowerCase() ?? '';
  const handler = protocolHandlers.get(scheme);
  if (handler !== undefined) return await answer(contents, paused, target, details, handler);
  if (isCustomScheme(scheme)) return fail(paused, target, 'Failed');
  if (!(await contents.acceptsCertificate(url))) return fail(paused, target, 'Failed');
  await browser.send(
    'Fetch.continueRequest',
    { requestId, interceptResponse: webRequest.headersReceived.active },
    target,
  );
}

/** Handles one paused request. A handler that throws fails the request and is logged. */
export async function passRequest(contents: RequestingPage, paused: Paused, target: string): Promise<void> {
  try {
    await pass(contents, paused, target);
  } catch (error) {
    if (!browser.alive || contents.isDestroyed()) return;
    // The page cancelled the request, or its frame or worker has ended.
    if (isGone(error)) return;
    console.error(`stand-in: the request for ${fromChromium(paused.request.url)} failed:`, error);
    fail(paused, target, 'Failed');
  }
}
