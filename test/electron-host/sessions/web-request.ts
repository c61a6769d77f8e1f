/** `session.webRequest`: the two stages that the program uses, with Electron's URL filters. */
export interface RequestDetails {
  readonly id: number;
  readonly url: string;
  readonly method: string;
  readonly resourceType: string;
  readonly webContentsId: number;
  readonly referrer: string;
}
export interface ResponseDetails extends RequestDetails {
  readonly statusCode: number;
  readonly statusLine: string;
  readonly responseHeaders: Record<string, string[]>;
}
export interface BeforeRequestAnswer {
  readonly cancel?: boolean;
  readonly redirectURL?: string;
}
export interface HeadersAnswer {
  readonly cancel?: boolean;
  readonly responseHeaders?: Record<string, string | string[]>;
}

type Listener<Details, Answer> = (details: Details, callback: (answer: Answer) => void) => void;
interface Filter {
  readonly urls: readonly string[];
  readonly types?: readonly string[];
}

/** Tells whether an address matches a match pattern of Chromium. */
function matches(pattern: string, url: string): boolean {
  if (pattern === '<all_urls>') return true;
  const escaped = pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replace(/\*/g, '.*');
  return new RegExp(`^${escaped}$`, 'i').test(url);
}

/** One stage with at most one listener, which sees the requests that match its filter. */
class Stage<Details extends RequestDetails, Answer> {
  private filter: Filter = { urls: ['<all_urls>'] };
  private listener: Listener<Details, Answer> | null = null;

  readonly set = (...args: readonly unknown[]): void => {
    const [filter, listener] = args.length > 1 ? args : [{ urls: ['<all_urls>'] }, args[0]];
    this.filter = filter as Filter;
    this.listener = listener as Listener<Details, Answer> | null;
  };
  get active(): boolean {
    return this.listener !== null;
  }
  async ask(details: Details): Promise<Partial<Answer>> {
    const { listener, filter } = this;
    const applies =
      filter.urls.some((pattern) => matches(pattern, details.url)) &&
      (filter.types?.includes(details.resourceType) ?? true);
    if (listener === null || !applies) return {};
    return await new Promise<Answer>((resolve) => listener(details, resolve));
  }
}

export class WebRequest {
  readonly beforeRequest = new Stage<RequestDetails, BeforeRequestAnswer>();
  readonly headersReceived = new Stage<ResponseDetails, HeadersAnswer>();
  readonly onBeforeRequest = this.beforeRequest.set;
  readonly onHeadersReceived = this.headersReceived.set;
}
