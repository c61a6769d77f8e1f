/** One page of Chromium: made with both worlds' scripts in it, asked, and listened to, together with its workers and frames. */
import { randomBytes } from 'node:crypto';
import { browser } from '../chromium/browser.ts';
import type { Answer, Method, Parameters, Protocol, ProtocolEvent } from '../chromium/protocol.ts';
import { takeApplicationWindow } from '../chromium/application-window.ts';
import { launch } from '../launch.ts';
import { isolatedWorldSource, mainWorldSource } from '../page/sources.ts';
import { nativeTheme } from '../main/native-theme.ts';
import type { Session } from '../sessions/session.ts';

const isolatedWorld = 'Electron Isolated Context';

export interface PageOptions {
  readonly session: Session;
  readonly preload?: string | undefined;
  /** False for `webPreferences.javascript: false`. */
  readonly javascript: boolean;
  readonly width: number;
  readonly height: number;
}

export interface PageListener {
  onEvent(event: ProtocolEvent): void;
  /** A request of the page or, with another target, of one of its workers or frames. */
  onRequest(paused: Protocol.Fetch.requestPausedPayload, target: string): void;
  /** A message from the preload's world. */
  onMessage(payload: string, context: number): void;
}

export class Page {
  /** Chromium's name of the page, which Playwright knows too. */
  targetId = '';
  frameId = '';
  /** Chromium's session with the page. */
  target = '';
  readonly created: Promise<void>;
  private readonly listener: PageListener;
  private isolatedContext: number | null = null;

  constructor(options: PageOptions, listener: PageListener) {
    this.listener = listener;
    this.created = this.create(options);
    this.created.catch((error: unknown) => console.error('stand-in: the page could not be created:', error));
  }

  private async create({ session, preload, javascript, width, height }: PageOptions): Promise<void> {
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
    const source = mainWorldSource(secret, !browser.shell);
    const preloadSource = isolatedWorldSource(secret, preload);
    await Promise.all([
      this.command('Page.enable', {}),
      this.command('Runtime.enable', {}),
      this.command('Inspector.enable', {}),
      this.command('Page.setLifecycleEventsEnabled', { enabled: true }),
      this.command('Emulation.setEmulatedMedia', { features: nativeTheme.mediaFeatures() }),
      this.command('Emulation.setScriptExecutionDisabled', { value: !javascript }),
      this.command('Runtime.addBinding', { name: '__standInIpc', executionContextName: isolatedWorld }),
      this.command('Page.addScriptToEvaluateOnNewDocument', { source }),
      this.command('Page.addScriptToEvaluateOnNewDocument', { source: preloadSource, worldName: isolatedWorld }),
      this.command('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: true, flatten: true }),
      this.command('Fetch.enable', { patterns: [{ urlPattern: '*' }] }),
    ]);
    this.frameId = (await this.command('Page.getFrameTree', {})).frameTree.frame.id;
  }

  /** Sends a command to the page; rejects with the protocol's error. */
  command<M extends Method>(method: M, params: Parameters<M>): Promise<Answer<M>> {
    return browser.send(method, params, this.target);
  }

  private take(event: ProtocolEvent): void {
    const { method, params } = event;
    if (method === 'Runtime.executionContextCreated') {
      const { name, id, auxData } = params.context;
      const { frameId } = auxData as { readonly frameId?: string };
      if (name === isolatedWorld && frameId === this.frameId) this.isolatedContext = id;
    } else if (method === 'Runtime.executionContextsCleared') {
      this.isolatedContext = null;
    } else if (method === 'Runtime.bindingCalled') {
      if (params.name === '__standInIpc') this.listener.onMessage(params.payload, params.executionContextId);
    } else if (method === 'Fetch.requestPaused') {
      this.listener.onRequest(params, this.target);
    } else if (method === 'Target.attachedToTarget') {
      this.attachChild(params);
    } else {
      this.listener.onEvent(event);
    }
  }

  /** Workers and frames in other processes have requests of their own. */
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

  /** Hands arguments to the receiver in the preload's world; nothing happens while there is none. */
  deliver(args: readonly unknown[], executionContextId = this.isolatedContext): void {
    if (executionContextId === null) return;
    const call = {
      functionDeclaration: 'function (...args) { __standInReceive(...args); }',
      executionContextId,
      arguments: args.map((value) => ({ value })),
      silent: true,
    };
    browser.post('Runtime.callFunctionOn', call, this.target);
  }

  /** Evaluates an expression in the page's own world; throws what it throws. */
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
