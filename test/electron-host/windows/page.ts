/** One page of Chromium with its injected scripts, its workers and its frames. */
import { randomBytes } from 'node:crypto';
import { browser } from '../chromium/browser.ts';
import type { Answer, Method, Parameters, Protocol, ProtocolEvent } from '../chromium/protocol.ts';
import { takeApplicationWindow } from '../chromium/application-window.ts';
import { launch } from '../launch.ts';
import { isolatedWorldSource, mainWorldSource } from '../page/sources.ts';
import { nativeTheme } from '../main/native-theme.ts';
import type { Session } from '../sessions/session.ts';

const isolatedWorld = 'Electron Isolated Context';

interface Size {
  readonly width: number;
  readonly height: number;
}

export interface PageOptions extends Size {
  readonly session: Session;
  readonly preload?: string | undefined;
  /** False for `webPreferences.javascript: false`. */
  readonly javascript: boolean;
  /** True for `webPreferences.nodeIntegrationInSubFrames`: frames get the preload too. */
  readonly subFrames: boolean;
}

/** Where a message of a preload comes from. */
export interface MessageOrigin {
  /** Unique id of the execution context. */
  readonly context: string;
  readonly frameId: string;
}

export interface PageListener {
  onEvent(event: ProtocolEvent): void;
  /** A request of the page, or of a worker or frame when `target` is another one. */
  onRequest(paused: Protocol.Fetch.requestPausedPayload, target: string): void;
  /** A message from the preload's world. */
  onMessage(payload: string, from: MessageOrigin): void;
}

export class Page {
  /** Chromium's id of the page. Playwright uses the same. */
  targetId = '';
  frameId = '';
  /** Chromium's session with the page. */
  target = '';
  readonly created: Promise<void>;
  private readonly listener: PageListener;
  /** Execution contexts by number, because numbers repeat after a change of process. */
  private readonly contexts = new Map<number, MessageOrigin>();
  private frame: Size = { width: 0, height: 0 };
  private isolatedContext: string | null = null;
  /** Reports held back until the browser process commits the renderer's new document; null while none is awaited. */
  private held: (() => void)[] | null = null;

  constructor(options: PageOptions, listener: PageListener) {
    this.listener = listener;
    this.created = this.create(options);
    this.created.catch((error: unknown) => console.error('stand-in: the page could not be created:', error));
  }

  private async create({ session, preload, javascript, subFrames, width, height }: PageOptions): Promise<void> {
    const browserContextId = await session.contextId();
    const context = browserContextId === undefined ? {} : { browserContextId };
    const first = launch.headed ? await takeApplicationWindow() : null;
    this.targetId =
      first ??
      (await browser.send('Target.createTarget', { url: 'about:blank', width, height, newWindow: true, ...context }))
        .targetId;
    this.target = (await browser.send('Target.attachToTarget', { targetId: this.targetId, flatten: true })).sessionId;
    browser.listen((event) => this.take(event), this.target);
    const secret = randomBytes(12).toString('hex');
    const source = mainWorldSource(secret, subFrames);
    const preloadSource = isolatedWorldSource(secret, preload, subFrames);
    await Promise.all([
      this.prepare('Page.enable', {}),
      this.prepare('Runtime.enable', {}),
      this.prepare('Inspector.enable', {}),
      this.prepare('Page.setLifecycleEventsEnabled', { enabled: true }),
      this.prepare('Emulation.setEmulatedMedia', { features: nativeTheme.mediaFeatures() }),
      this.prepare('Emulation.setScriptExecutionDisabled', { value: !javascript }),
      this.prepare('Runtime.addBinding', { name: '__standInIpc', executionContextName: isolatedWorld }),
      this.prepare('Page.addScriptToEvaluateOnNewDocument', { source }),
      this.prepare('Page.addScriptToEvaluateOnNewDocument', { source: preloadSource, worldName: isolatedWorld }),
      this.prepare('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: true, flatten: true }),
      this.prepare('Fetch.enable', { patterns: [{ urlPattern: '*' }] }),
    ]);
    this.frameId = (await this.prepare('Page.getFrameTree', {})).frameTree.frame.id;
    if (!launch.headed) await this.leaveRoom({ width, height });
  }

  /**
   * Resolves when the browser process has committed the document that the renderer shows. Until then it answers for no active
   * page, and kills a renderer that asks for this computer.
   */
  private async committed(): Promise<void> {
    for (;;) {
      try {
        await this.prepare('Page.getNavigationHistory', {});
        return;
      } catch (error) {
        if (!String(error).includes('Not attached to an active page')) return;
      }
    }
  }

  /** Enlarges the window by the frame that a Chromium with windows has around its pages, though none is shown. */
  private async leaveRoom({ width, height }: Size): Promise<void> {
    const { clientWidth, clientHeight } = (await this.prepare('Page.getLayoutMetrics', {})).cssLayoutViewport;
    this.frame = { width: width - clientWidth, height: height - clientHeight };
    if (this.frame.width !== 0 || this.frame.height !== 0) await this.setBounds({ width, height });
  }

  private async setBounds({ width, height }: Size): Promise<void> {
    const { windowId } = await browser.send('Browser.getWindowForTarget', { targetId: this.targetId });
    const bounds = { width: width + this.frame.width, height: height + this.frame.height };
    await browser.send('Browser.setWindowBounds', { windowId, bounds });
  }

  /** @param size of the page itself, in pixels */
  async resize(size: Size): Promise<void> {
    await this.created;
    await this.setBounds(size);
  }

  private prepare<M extends Method>(method: M, params: Parameters<M>): Promise<Answer<M>> {
    return browser.send(method, params, this.target);
  }

  /** Sends a command once the page exists. Rejects with the protocol's error. */
  async command<M extends Method>(method: M, params: Parameters<M>): Promise<Answer<M>> {
    await this.created;
    return await browser.send(method, params, this.target);
  }

  private take(event: ProtocolEvent): void {
    const { method, params } = event;
    if (method === 'Runtime.executionContextCreated') {
      const { name, id, uniqueId, auxData } = params.context;
      const { frameId = '' } = auxData as { readonly frameId?: string };
      this.contexts.set(id, { context: uniqueId, frameId });
      if (name === isolatedWorld && frameId === this.frameId) this.isolatedContext = uniqueId;
    } else if (method === 'Runtime.executionContextDestroyed') {
      this.contexts.delete(params.executionContextId);
    } else if (method === 'Runtime.executionContextsCleared') {
      this.contexts.clear();
      this.isolatedContext = null;
    } else if (method === 'Runtime.bindingCalled') {
      const from = this.contexts.get(params.executionContextId);
      if (params.name === '__standInIpc' && from !== undefined)
        this.tell(() => this.listener.onMessage(params.payload, from));
    } else if (method === 'Fetch.requestPaused') {
      this.listener.onRequest(params, this.target);
    } else if (method === 'Target.attachedToTarget') {
      this.attachChild(params);
    } else {
      this.tell(
        () => this.listener.onEvent(event),
        method === 'Page.frameNavigated' && params.frame.id === this.frameId,
      );
    }
  }

  /** Reports to the listener in order. A document, and all that follows it, waits for its commit. */
  private tell(happened: () => void, isDocument = false): void {
    if (this.held !== null) this.held.push(() => this.tell(happened, isDocument));
    else if (isDocument) void this.tellOnceCommitted(happened);
    else happened();
  }

  private async tellOnceCommitted(document: () => void): Promise<void> {
    const held = (this.held = [document]);
    await this.committed();
    this.held = null;
    for (const report of held) report();
  }

  /** Attaches to a worker or frame in another process, because it has requests of its own. */
  private attachChild({ sessionId, targetInfo }: Protocol.Target.attachedToTargetPayload): void {
    if (/worker|iframe/.test(targetInfo.type)) {
      browser.listen((event) => {
        if (event.method === 'Fetch.requestPaused') this.listener.onRequest(event.params, sessionId);
        if (event.method === 'Target.attachedToTarget') this.attachChild(event.params);
      }, sessionId);
      const follow = { autoAttach: true, waitForDebuggerOnStart: true, flatten: true };
      browser.post('Fetch.enable', { patterns: [{ urlPattern: '*' }] }, sessionId);
      browser.post('Target.setAutoAttach', follow, sessionId);
    }
    browser.post('Runtime.runIfWaitingForDebugger', {}, sessionId);
  }

  /** Passes arguments to the receiver in the preload's world, if there is one. */
  deliver(args: readonly unknown[], uniqueContextId = this.isolatedContext): void {
    if (uniqueContextId === null) return;
    const call = {
      functionDeclaration: 'function (...args) { __standInReceive(...args); }',
      uniqueContextId,
      arguments: args.map((value) => ({ value })),
      silent: true,
    };
    browser.post('Runtime.callFunctionOn', call, this.target);
  }

  /** Evaluates an expression in the page's own world. Rejects with the error it throws. */
  async evaluate(expression: string, userGesture: boolean): Promise<unknown> {
    const { result, exceptionDetails } = await this.command('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
      userGesture,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value as unknown;
  }

  close(): void {
    this.created.then(
      () => browser.post('Target.closeTarget', { targetId: this.targetId }),
      () => {},
    );
  }
}
