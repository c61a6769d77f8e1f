/** Every request of a page on its way: navigation events, `webRequest`, the program's own schemes, or the network. */
import { browser } from '../chromium/browser.ts';
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

/** The request that the program's handler gets. */
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

/** The headers for Chromium, in its own addresses; the body is decoded and whole by then. */
const toHeaders = (entries: Iterable<readonly [string, string]>): Header[] =>
  [...entries]
    .filter(([name]) => !/^(content-encoding|content-length|transfer-encoding)$/i.test(name))
    .map(([name, value]) => {
      if (/^content-security-policy/i.test(name)) return { name, value: loosenPolicy(value) };
      return { name, value: name.toLowerCase() === 'location' ? toChromium(value) : value };
    });

/** The response headers as `onHeadersReceived` gets and returns them. */
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

/** Answers from the program's own handler. */
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

/** The second pause of a network request, when its headers are there. */
async function passResponse(
  contents: RequestingPage,
  paused: Paused,
  target: string,
  details: RequestDetails,
): Promise<void> {
  const { requestId, responseStatusCode: responseCode = 200, responseHeaders = [], responseErrorReason } = paused;
  if (responseErrorReason !== undefined) return fail(paused, target, responseErrorReason);
  // A redirection has no body to ask for.
  if (responseCode >= 300 && responseCode < 400) {
    await browser.send('Fetch.continueResponse', { requestId }, target);
    return;
  }
  const headers = await askHeaders(contents, details, responseCode, responseHeaders);
  if (headers === 'cancel') return fail(paused, target, 'BlockedByClient');
  // Chromium reads some headers, policies among them, before it can be told others: with new ones the answer is made anew.
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

/** Takes one paused request of a page or of its workers and frames; a handler that throws fails the request and is told. */
export async function passRequest(contents: RequestingPage, paused: Paused, target: string): Promise<void> {
  try {
    await pass(contents, paused, target);
  } catch (error) {
    if (!browser.alive || contents.isDestroyed()) return;
    // A request that its page gave up has no answer any more.
    if (String(error).includes('Invalid InterceptionId')) return;
    console.error(`stand-in: the request for ${fromChromium(paused.request.url)} failed:`, error);
    fail(paused, target, 'Failed');
  }
}
