/** `session` and `protocol`: one session per partition, each with its own handlers and browser context. */
import { browser } from '../chromium/browser.ts';
import { notImplemented, strict, StandInEmitter } from '../not-implemented.ts';
import { customSchemes, registerScheme } from '../schemes.ts';
import { app } from '../main/app.ts';
import { openWindows } from '../windows/open-windows.ts';
import { CertificateChecks } from './certificate-checks.ts';
import { WebRequest } from './web-request.ts';

export type ProtocolHandler = (request: Request) => Response | Promise<Response>;
type Decide = (granted: boolean) => void;
export type PermissionRequestHandler = (contents: unknown, permission: string, decide: Decide, details: object) => void;
export type PermissionCheckHandler = (
  contents: unknown,
  permission: string,
  origin: string,
  details: object,
) => boolean;

interface ProxyConfig {
  readonly mode?: string;
  readonly proxyRules?: string;
  readonly proxyBypassRules?: string;
}
interface ContextProxy {
  readonly proxyServer?: string;
  readonly proxyBypassList?: string;
}

function registerSchemesAsPrivileged(list: readonly { readonly scheme: string }[]): void {
  if (app.isReady()) throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready');
  // In Electron a second call forgets the schemes of the first.
  if (customSchemes().length > 0) throw new Error('protocol.registerSchemesAsPrivileged can be called only once');
  for (const { scheme } of list) registerScheme(scheme);
}

export class Session extends StandInEmitter {
  readonly webRequest = strict('webRequest', new WebRequest());
  readonly certificates = new CertificateChecks();
  readonly setCertificateVerifyProc = this.certificates.setVerify;
  readonly protocolHandlers = new Map<string, ProtocolHandler>();
  readonly protocol;
  permissionRequestHandler: PermissionRequestHandler | null = null;
  permissionCheckHandler: PermissionCheckHandler | null = null;
  private readonly partition: string;
  private context: Promise<string> | null = null;
  private proxy: ContextProxy = {};

  constructor(partition: string) {
    super();
    this.partition = partition;
    const handlers = this.protocolHandlers;
    this.protocol = strict('protocol', {
      registerSchemesAsPrivileged,
      handle: (scheme: string, handler: ProtocolHandler): void => {
        if (handlers.has(scheme)) throw new Error(`Failed to register protocol: ${scheme}`);
        handlers.set(scheme, handler);
      },
      unhandle: (scheme: string): boolean => handlers.delete(scheme),
      isProtocolHandled: (scheme: string): boolean => handlers.has(scheme),
    });
  }

  /** Returns the partition's browser context, or undefined for the default session. */
  async contextId(): Promise<string | undefined> {
    if (this.partition === '') return undefined;
    this.context ??= this.createContext();
    return await this.context;
  }

  private async createContext(): Promise<string> {
    const { browserContextId } = await browser.send('Target.createBrowserContext', {
      disposeOnDetach: true,
      ...this.proxy,
    });
    await browser.send('Browser.setDownloadBehavior', { behavior: 'deny', browserContextId });
    return browserContextId;
  }

  setPermissionRequestHandler(handler: PermissionRequestHandler | null): void {
    this.permissionRequestHandler = handler;
  }
  setPermissionCheckHandler(handler: PermissionCheckHandler | null): void {
    this.permissionCheckHandler = handler;
  }
  setDevicePermissionHandler(): void {}
  setSpellCheckerEnabled(): void {}
  /** The simulated system has the proxy that `CAJA_HOST_PROXY` names, such as `PROXY 127.0.0.1:3128`, else none. */
  async resolveProxy(): Promise<string> {
    if (this.proxy.proxyServer !== undefined) return `PROXY ${this.proxy.proxyServer}`;
    return process.env['CAJA_HOST_PROXY'] ?? 'DIRECT';
  }
  /** Sets the proxy of a partition's browser context, which takes it only while it is created. */
  async setProxy({ mode, proxyRules = '', proxyBypassRules = '' }: ProxyConfig): Promise<void> {
    if (mode === 'direct' || mode === 'system') return;
    if (mode !== 'fixed_servers' || this.partition === '' || this.context !== null)
      notImplemented('session.setProxy but fixed servers for a partition before its first page');
    if (process.env['CAJA_HOST_SET_PROXY'] === 'fails') throw new Error('The proxy is not set');
    this.proxy = { proxyServer: proxyRules, proxyBypassList: proxyBypassRules };
  }
  async closeAllConnections(): Promise<void> {}
  async clearHostResolverCache(): Promise<void> {}
  async clearAuthCache(): Promise<void> {}
  async clearCache(): Promise<void> {}
  /** Clears cookies. Other storage ends with the browser context. */
  async clearStorageData(): Promise<void> {
    const browserContextId = await this.contextId();
    await browser.send('Storage.clearCookies', browserContextId === undefined ? {} : { browserContextId });
  }
  /** Clears everything of a partition by leaving its browser context. Only the cookies while it has windows. */
  async clearData(): Promise<void> {
    if (this.partition === '' || [...openWindows].some(({ webContents }) => webContents.session === this)) {
      await this.clearStorageData();
      return;
    }
    const left = this.context;
    this.context = null;
    if (left !== null) await browser.send('Target.disposeBrowserContext', { browserContextId: await left });
  }
}

const sessions = new Map<string, Session>([['', new Session('')]]);

/** Returns the session of an in-memory partition. The program needs no persistent ones. */
function fromPartition(partition: string): Session {
  if (!app.isReady()) throw new Error('Session can only be received when app is ready');
  if (partition.startsWith('persist:')) return notImplemented('session.fromPartition with a persistent partition');
  const known = sessions.get(partition) ?? new Session(partition);
  sessions.set(partition, known);
  return known;
}

const theDefault = (): Session => sessions.get('') as Session;

export const session = strict('session', {
  get defaultSession(): Session {
    if (!app.isReady()) throw new Error('Session can only be received when app is ready');
    return theDefault();
  },
  fromPartition,
});

export const protocol = theDefault().protocol;
