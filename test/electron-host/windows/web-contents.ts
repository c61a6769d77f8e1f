/** `webContents`: a page of Chromium with Electron's events, preload and IPC. */
import { writeFileSync } from 'node:fs';
import type { Protocol, ProtocolEvent } from '../chromium/protocol.ts';
import { isGone } from '../chromium/connection.ts';
import { destroyMethods, mayGoOn, notImplemented, preventable, StandInEmitter } from '../not-implemented.ts';
import { fromChromium, isCustomScheme, toChromium } from '../schemes.ts';
import { answerInvoke, codec, ipcMain, readPageMessage } from '../main/ipc-main.ts';
import { passRequest } from './page-requests.ts';
import { openWindows } from './open-windows.ts';
import { PageSettings } from './page-settings.ts';
import { Page, type MessageOrigin, type PageOptions } from './page.ts';
import { toConsoleEvent } from './console-message.ts';
import { applyChecks, decideRequest } from '../sessions/permissions.ts';
import { toChromiumPdf, type PdfOptions } from './printing.ts';
import type { Session } from '../sessions/session.ts';
import { Frames } from './web-frame-main.ts';

interface OpenDetails {
  readonly url: string;
  readonly frameName: string;
  readonly features: string;
  readonly disposition: 'foreground-tab' | 'new-window';
}
interface OpenAnswer {
  readonly action: 'allow' | 'deny';
  readonly overrideBrowserWindowOptions?: object;
  readonly createWindow?: unknown;
}
type OpenHandler = (details: OpenDetails) => OpenAnswer;

/** Makes the error that rejects a load, as Electron words it. */
const loadFailure = (code: string, errno: number, url: string): Error =>
  Object.assign(new Error(`${code} (${errno}) loading '${url}'`), { code, errno, url });

const pages = new Map<number, WebContents>();
let lastId = 0;

export class WebContents extends PageSettings {
  readonly id: number;
  readonly session: Session;
  readonly mainFrame;
  private readonly frames: Frames;
  /** Messages of this page alone, ahead of `ipcMain`. */
  readonly ipc = new StandInEmitter();
  private readonly page: Page;
  private readonly expected = new Set<string>();
  private url = '';
  /** Chromium's id of the current document's load. Empty for the initial blank document. */
  private loader = '';
  private readonly committed = new Set<string>();
  private finished = '';
  private title = '';
  private destroyed = false;
  private openHandler: OpenHandler | null = null;

  constructor(options: PageOptions) {
    super();
    lastId += 1;
    this.id = lastId;
    this.session = options.session;
    this.frames = new Frames(this);
    this.mainFrame = this.frames.main;
    pages.set(this.id, this);
    this.page = new Page(options, {
      // Chromium goes on telling of a page for a while after its end.
      onEvent: (event) => void (this.destroyed || this.take(event)),
      onRequest: (paused, target) => void passRequest(this, paused, target),
      onMessage: (payload, from) => void (this.destroyed || this.receive(payload, from)),
    });
  }
  get targetId(): string {
    return this.page.targetId;
  }
  get frameId(): string {
    return this.page.frameId;
  }
  /** @param size of the page itself, in pixels */
  resize(size: { readonly width: number; readonly height: number }): Promise<void> {
    return this.page.resize(size);
  }

  // ------------------------------------------------------------ events from Chromium

  private take({ method, params }: ProtocolEvent): void {
    switch (method) {
      case 'Runtime.consoleAPICalled':
        this.emit('console-message', toConsoleEvent(params));
        return;
      case 'Page.frameRequestedNavigation':
        return this.meetUnknownScheme(params);
      case 'Page.frameNavigated':
        if (params.frame.parentId !== undefined) return this.frames.navigate(params.frame.id, params.frame.url);
        this.loader = params.frame.loaderId;
        this.committed.add(this.loader);
        this.url = fromChromium(params.frame.url + (params.frame.urlFragment ?? ''));
        this.emit('did-navigate', {}, this.url, 200, 'OK');
        return;
      case 'Page.frameAttached':
        return this.frames.attach(params.frameId, params.parentFrameId);
      case 'Page.frameDetached':
        if (params.reason === 'remove') this.frames.detach(params.frameId);
        return;
      case 'Page.navigatedWithinDocument':
        if (params.frameId !== this.page.frameId) return;
        this.url = fromChromium(params.url);
        this.emit('did-navigate-in-page', {}, this.url, true, 1, 1);
        return;
      case 'Page.frameStartedLoading':
        if (params.frameId !== this.page.frameId) return;
        this.emit('did-start-loading');
        return;
      case 'Page.lifecycleEvent':
        if (params.frameId !== this.page.frameId) return;
        if (params.name === 'firstPaint') this.emit('stand-in-painted');
        if (params.name === 'load' && params.loaderId === this.loader) void this.finishLoad(params.loaderId);
        return;
      case 'Page.domContentEventFired':
        this.emit('dom-ready', {});
        return;
      case 'Page.windowOpen':
        return this.answerOpen(params);
      case 'Inspector.targetCrashed':
        this.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 1 });
        return;
      default:
    }
  }

  private async finishLoad(loader: string): Promise<void> {
    let title: unknown;
    try {
      title = await this.page.evaluate('document.title', false);
    } catch (error) {
      if (isGone(error)) return;
      throw error;
    }
    // Another document may have been committed meanwhile.
    if (loader !== this.loader || this.destroyed) return;
    this.title = String(title);
    this.finished = loader;
    this.emit('page-title-updated', preventable({}), this.title, true);
    this.emit('did-finish-load');
    this.emit('did-stop-loading');
    this.emit('stand-in-painted');
  }

  // ------------------------------------------------------------ navigation

  /** Emits Electron's events before a navigation by the page. Returns false when a listener prevented it. */
  mayNavigate(url: string, isMainFrame: boolean, redirected: boolean): boolean {
    if (isMainFrame && this.expected.delete(url.split('#')[0] ?? '')) return true;
    const details = { url, isSameDocument: false, isMainFrame, frame: this.mainFrame, initiator: this.mainFrame };
    if (redirected) return mayGoOn(this, 'will-redirect', details, url, false, isMainFrame);
    const frameMay = mayGoOn(this, 'will-frame-navigate', details);
    return frameMay && (!isMainFrame || mayGoOn(this, 'will-navigate', details, url));
  }

  /** Handles navigations to schemes that Chromium can't load, because they never become requests. */
  private meetUnknownScheme({ url, frameId }: Protocol.Page.frameRequestedNavigationPayload): void {
    if (/^(https?|about|blob|data|file|javascript):/i.test(url)) return;
    const isMain = frameId === this.page.frameId;
    if (this.mayNavigate(url, isMain, false) && isMain && isCustomScheme(url.split(':')[0] ?? '')) {
      this.loadURL(url).catch(() => {});
    }
  }

  async loadURL(url: string): Promise<void> {
    await this.page.created;
    await applyChecks(this.session, this, url);
    this.expected.add(url.split('#')[0] ?? '');
    if (new URL(url).pathname === '' && isCustomScheme(url.split(':')[0] ?? '')) this.expected.add(`${url}/`);
    const { errorText, loaderId } = await this.page.command('Page.navigate', { url: toChromium(url) });
    if (errorText !== undefined) {
      const code = errorText.replace('net::', '');
      this.emit('did-fail-load', {}, -2, code, url, true);
      throw loadFailure(code, -2, url);
    }
    // A navigation within the document has no loader.
    if (loaderId !== undefined) await this.loadOf(loaderId, url);
  }

  /** Waits for the load of one navigation. Rejects when another document replaces it or the page is destroyed. */
  private loadOf(loader: string, url: string): Promise<void> {
    return new Promise<void>((resolve, reject) => {
      const settle = (): void => {
        if (this.finished === loader) resolve();
        else if (this.destroyed) reject(loadFailure('ERR_FAILED', -2, url));
        else if (this.committed.has(loader) && this.loader !== loader) reject(loadFailure('ERR_ABORTED', -3, url));
        else return;
        for (const event of ends) this.off(event, settle);
      };
      const ends = ['did-finish-load', 'did-navigate', 'destroyed'];
      for (const event of ends) this.on(event, settle);
      settle();
    });
  }

  reload(): void {
    this.expected.add(this.url.split('#')[0] ?? '');
    this.page.command('Page.reload', {}).catch(() => {});
  }

  private answerOpen({ url, windowName, windowFeatures }: Protocol.Page.windowOpenPayload): void {
    const details: OpenDetails = {
      url: fromChromium(url),
      frameName: windowName === '_blank' ? '' : windowName,
      features: windowFeatures.filter((feature) => feature.includes('=')).join(','),
      disposition: windowFeatures.includes('menubar') ? 'foreground-tab' : 'new-window',
    };
    const answer = this.openHandler?.(details) ?? { action: 'allow' };
    // Nothing to do for `deny`, because Chromium is started so that it opens no windows.
    if (answer.action === 'deny') return;
    if (answer.overrideBrowserWindowOptions !== undefined || answer.createWindow !== undefined)
      notImplemented('a window of a page with options of its own');
    this.emit('stand-in-open', details);
  }
  setWindowOpenHandler(handler: OpenHandler): void {
    this.openHandler = handler;
  }

  // ------------------------------------------------------------ IPC

  private async receive(payload: string, { context, frameId }: MessageOrigin): Promise<void> {
    const message = readPageMessage(payload);
    const { frames, page } = this;
    const event = Object.defineProperty(
      {
        ...preventable({ type: 'frame', sender: this, frameId: 1, processId: this.id, ports: [] }),
        reply: (channel: string, ...args: unknown[]) => this.send(channel, ...args),
      },
      // Looked up when it is asked for: null for a frame that is gone by then.
      'senderFrame',
      { enumerable: true, get: () => frames.of(frameId, page.frameId) },
    );
    if (message.kind === 'send') {
      this.ipc.emit(message.channel, event, ...message.args);
      ipcMain.emit(message.channel, event, ...message.args);
      return;
    }
    const permission = (_event: object, name: unknown, details: unknown): Promise<boolean> =>
      decideRequest(this.session, this, this.url, name as string, details as object);
    const handler = message.channel === '\0permission' ? permission : undefined;
    const { ok, text } = await answerInvoke(message, event, handler);
    this.page.deliver(['answer', message.id, ok, text], context);
  }

  send(channel: string, ...args: unknown[]): void {
    this.page.deliver(['message', channel, true, codec.encode(args)]);
  }

  // ------------------------------------------------------------ the page

  executeJavaScript(code: string, userGesture = false): Promise<unknown> {
    return this.page.evaluate(code, userGesture);
  }
  async printToPDF(options: PdfOptions = {}): Promise<Buffer> {
    return Buffer.from((await this.page.command('Page.printToPDF', toChromiumPdf(options))).data, 'base64');
  }
  /**
   * Prints into the file that `CAJA_HOST_PRINTER` names, as its dialog would be confirmed. There is no printer otherwise.
   * Under Wayland a hidden window has no role, and a dialog over it ends the program.
   */
  print(_options?: object, callback?: (success: boolean, failureReason: string) => void): void {
    const owner = Array.from(openWindows).find(({ webContents }) => webContents === this);
    if (owner?.isVisible() === false) throw new Error('zxdg_exporter_v2: exported surface had an invalid role');
    const printer = process.env['CAJA_HOST_PRINTER'];
    if (printer === undefined) {
      callback?.(false, 'Invalid printer settings');
      return;
    }
    this.printToPDF({ preferCSSPageSize: true }).then(
      (pdf) => {
        writeFileSync(printer, pdf);
        callback?.(true, '');
      },
      (error: unknown) => callback?.(false, String(error)),
    );
  }
  /** Sets the system theme that the page sees. */
  emulateMedia(features: Protocol.Emulation.MediaFeature[]): void {
    this.page.command('Emulation.setEmulatedMedia', { features }).catch((error: unknown) => {
      if (!isGone(error)) throw error;
    });
  }

  /** Asks the session's certificate check about a server. Chromium's own check is off while that one trusts the server. */
  async acceptsCertificate(url: string): Promise<boolean> {
    const verdict = await this.session.certificates.verdictOn(url);
    if (verdict !== 'chromium')
      await this.page.command('Security.setIgnoreCertificateErrors', { ignore: verdict === 'trust' });
    return verdict !== 'refuse';
  }

  getURL = (): string => this.url;
  getTitle = (): string => this.title;
  isDestroyed = (): boolean => this.destroyed;
  isCrashed = (): boolean => false;
  /** Called by Playwright to close the page. */
  close(): void {
    this.emit('stand-in-close');
  }
  /** Destroys the page. Called by its window. */
  destroy(): void {
    if (this.destroyed) return;
    this.destroyed = true;
    pages.delete(this.id);
    this.page.close();
    destroyMethods(this);
    this.emit('destroyed');
  }

  static getAllWebContents = (): WebContents[] => [...pages.values()];
  static fromDevToolsTargetId = (targetId: string): WebContents | undefined =>
    [...pages.values()].find((page) => page.targetId === targetId);
}
