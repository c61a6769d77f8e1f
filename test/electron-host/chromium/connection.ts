/** A running Chromium, controlled over a pipe because Playwright uses the debugging port. */
import { spawn, type ChildProcess } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import type { Answer, Method, Parameters, ProtocolEvent } from './protocol.ts';

interface Waiting {
  readonly method: string;
  readonly resolve: (value: never) => void;
  readonly reject: (reason: Error) => void;
}

interface Message {
  readonly id?: number;
  readonly sessionId?: string;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

type Listener = (event: ProtocolEvent) => void;

/**
 * Passes on every message from Chromium, by the method that it answers or reports. Tests replace `pass` to produce an
 * order of messages that otherwise only a loaded machine produces.
 */
export const messageOrder = { pass: (_method: string, deliver: () => void): void => deliver() };

/** Tells whether a command failed because its target or Chromium ended first. */
export const isGone = (error: unknown): boolean =>
  /Chromium has exited|Session with given id not found|[Tt]arget closed|target navigated or closed|Not attached to an active page|No target with given id|Browser window not found|Invalid InterceptionId/.test(
    String(error),
  );

export class Connection {
  readonly process: ChildProcess;
  private readonly toChromium: Writable;
  private readonly waiting = new Map<number, Waiting>();
  private readonly listeners = new Map<string, Listener>();
  private readonly exitListeners: (() => void)[] = [];
  /** The last lines of its errors. */
  private said: readonly string[] = [];
  private unfinished: Buffer[] = [];
  private lastId = 0;
  private exited = false;

  constructor(executable: string, args: readonly string[], env: NodeJS.ProcessEnv) {
    this.process = spawn(executable, args, { env, stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'] });
    this.process.once('error', (error) => {
      console.error('stand-in: Chromium did not start:', error.message);
      this.end();
    });
    // Not `exit`, because the pipe may still hold messages then, such as the end of the last window.
    this.process.once('close', () => this.end());
    this.forwardErrors(this.process.stdio[2] as Readable);
    this.toChromium = this.process.stdio[3] as Writable;
    this.toChromium.on('error', () => {});
    (this.process.stdio[4] as Readable).on('data', (data: Buffer) => this.read(data));
  }

  get alive(): boolean {
    return !this.exited;
  }

  /** Sends a command to the browser, or to the target of `session`. Rejects with the protocol's error. */
  send<M extends Method>(method: M, params: Parameters<M>, session?: string): Promise<Answer<M>> {
    return new Promise<Answer<M>>((resolve, reject) => {
      if (this.exited) return reject(new Error(`${method}: Chromium has exited`));
      const id = ++this.lastId;
      this.waiting.set(id, { method, resolve, reject });
      this.toChromium.write(`${JSON.stringify({ id, method, params, sessionId: session })}\0`);
    });
  }

  /** Sends a command and ignores its failure, because its target may have ended. */
  post<M extends Method>(method: M, params: Parameters<M>, session?: string): void {
    this.send(method, params, session).catch(() => {});
  }

  /** Listens to the events of a session, or of the browser by default. */
  listen(listener: Listener, session = ''): void {
    this.listeners.set(session, listener);
  }

  /** How Chromium ended, for one that nobody has asked to. */
  get ending(): string {
    const { exitCode, signalCode } = this.process;
    return [`Chromium has exited with ${signalCode ?? exitCode}`, ...this.said].join('\n');
  }

  onExit(listener: () => void): void {
    if (this.exited) listener();
    else this.exitListeners.push(listener);
  }

  private end(): void {
    if (this.exited) return;
    this.exited = true;
    for (const { method, reject } of this.waiting.values()) reject(new Error(`${method}: Chromium has exited`));
    this.waiting.clear();
    for (const listener of this.exitListeners) listener();
  }

  /** Forwards the line that names the debugging port, because Playwright waits for it. The rest is shown on demand. */
  private forwardErrors(stream: Readable): void {
    let text = '';
    stream.setEncoding('utf8').on('data', (data: string) => {
      const lines = (text + data).split('\n');
      text = lines.pop() ?? '';
      this.said = [...this.said, ...lines].slice(-5);
      for (const line of lines) {
        if (line.startsWith('DevTools listening on ') || process.env['CAJA_HOST_DEBUG'])
          process.stderr.write(`${line}\n`);
      }
    });
  }

  private read(data: Buffer): void {
    let start = 0;
    for (let end = data.indexOf(0); end >= 0; end = data.indexOf(0, start)) {
      this.unfinished.push(data.subarray(start, end));
      const message = JSON.parse(Buffer.concat(this.unfinished).toString()) as Message;
      this.unfinished = [];
      start = end + 1;
      const method = message.method ?? this.waiting.get(message.id ?? 0)?.method ?? '';
      messageOrder.pass(method, () => this.take(message));
    }
    if (start < data.length) this.unfinished.push(data.subarray(start));
  }

  private take(message: Message): void {
    if (message.id === undefined) {
      this.listeners.get(message.sessionId ?? '')?.(message as unknown as ProtocolEvent);
      return;
    }
    const waiting = this.waiting.get(message.id);
    this.waiting.delete(message.id);
    if (message.error) waiting?.reject(new Error(`${waiting.method}: ${message.error.message}`));
    else waiting?.resolve(message.result as never);
  }
}
