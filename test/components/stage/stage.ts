/** The stage of a worker: one Chromium, one page, and a mocked main for each test. */
import type { BrowserContext, Page } from '@playwright/test';
import type { EventMessage } from '#shared/contract/contract.ts';
import { now } from '#test/fixtures/shown/attempts.ts';
import type { ShownSeat } from '#test/fixtures/shown/seat.ts';
import { axeScript } from './accessibility.ts';
import { launchChromium } from './chromium.ts';
import { mockMain, type Bridged } from './mocked-main.ts';
import { servePage } from './page-server.ts';
import type { Size } from './pixels/findings.ts';
import { lookScript } from './pixels/look.ts';

/** The window size of the design. Wider screens show more columns. */
const usualSize = { width: 1280, height: 720 } as const;

/**
 * Sets the page's clock. Events keep the times at which the system saw them: the installed clock would give them the time at which
 * they are first read, so that keys hit at an even pace look like pauses on a busy machine.
 */
async function installClock(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    // The installed clock makes an error for each timer, whose stack nobody reads.
    Error.stackTraceLimit = 0;
    const own = Object.getOwnPropertyDescriptor(Event.prototype, 'timeStamp');
    // The clock's own frames come without one of the screen, so a new size of the window is not laid out in them.
    Object.assign(window, { ownTimeStamp: own, nextFrame: window.requestAnimationFrame.bind(window) });
  });
  await context.clock.install({ time: now });
  await context.addInitScript(() => {
    const { ownTimeStamp } = window as unknown as { readonly ownTimeStamp: PropertyDescriptor };
    Object.defineProperty(Event.prototype, 'timeStamp', ownTimeStamp);
  });
}

/** Has a new size of the window last until the page is laid out for it: a list fits its columns to its width in the second frame. */
function settleSizes(page: Page): void {
  const resize = page.setViewportSize.bind(page);
  page.setViewportSize = async (size) => {
    await resize(size);
    // Before the first load there is no page of ours to lay out.
    await page.evaluate(
      () => new Promise<void>((done) => window.nextFrame?.(() => window.nextFrame?.(done)) ?? done()),
    );
  };
}

declare global {
  interface Window {
    /** `requestAnimationFrame` of the browser, which the page's clock replaces. */
    readonly nextFrame?: (drawn: () => void) => number;
  }
}

/** A call as it passes the binding. */
interface Sent {
  readonly id: number;
  readonly group: string;
  readonly name: string;
  readonly input?: unknown;
}

export class Stage {
  readonly page: Page;
  private readonly url: string;
  private readonly end: () => Promise<void>;
  private bridged: Bridged;
  /** Console messages of the page, including violations of the content policy. */
  private readonly complaints: string[] = [];
  private loaded = false;
  /** The seat's settings as they were told last. */
  settings: ShownSeat['settings'] | null = null;
  /** True where the state that the test ends with is inspected in every run. */
  isInspected = false;
  /** Sizes at which the inspection looks at the turned state as well. */
  turnedSizes: readonly Size[] = [];

  private constructor(page: Page, url: string, end: () => Promise<void>) {
    this.page = page;
    this.url = url;
    this.end = end;
    this.bridged = mockMain(page);
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning')
        this.complaints.push(`${message.text()} ${message.location().url}`);
    });
    page.on('pageerror', (error) => this.complaints.push(error.message));
  }

  static async open(): Promise<Stage> {
    const [browser, server] = await Promise.all([launchChromium(), servePage()]);
    const context = await browser.newContext({ viewport: usualSize, timezoneId: 'America/Panama', locale: 'en-US' });
    await installClock(context);
    const page = await context.newPage();
    settleSizes(page);
    const stage = new Stage(page, server.url, async () => {
      await browser.close();
      server.close();
    });
    await stage.putBridge(context);
    return stage;
  }

  /** Gives the window its usual size, which the test before may have changed, and creates a mocked main that serves the page from now on. */
  async takeOver(): Promise<Bridged> {
    const size = this.page.viewportSize();
    if (size?.width !== usualSize.width || size.height !== usualSize.height) await this.page.setViewportSize(usualSize);
    this.bridged = mockMain(this.page);
    this.complaints.length = 0;
    this.isInspected = false;
    this.turnedSizes = [];
    return this.bridged;
  }

  /** True when the page has yet to be loaded: at the start, and after a failed test. */
  get fresh(): boolean {
    return !this.loaded;
  }

  async load(): Promise<void> {
    // A test that failed may have left a payment without its answer.
    if (this.page.url() === this.url) await this.page.evaluate(() => sessionStorage.clear());
    await this.page.goto(this.url);
    this.loaded = true;
  }

  /** Makes the next test reload the page. */
  spoil(): void {
    this.loaded = false;
  }

  /** Faults that no assertion noticed. */
  faults(): readonly string[] {
    return [...this.bridged.faults, ...this.complaints];
  }

  /**
   * Drops the late calls of the former test's screen, which is closed now, and ends what was typed there, with the banner that says of
   * keys that they were not taken: until the next key, whatever it is. Its payments that main never answered are of no former page.
   */
  async forgetFormer(): Promise<void> {
    await this.page.evaluate(() => {
      window.dispatchEvent(new KeyboardEvent('keydown', { key: 'F24' }));
      sessionStorage.clear();
    });
    this.bridged.faults.length = 0;
    this.complaints.length = 0;
  }

  /** Drops complaints that the test caused on purpose. */
  forgive(): void {
    this.complaints.length = 0;
  }

  close(): Promise<void> {
    return this.end();
  }

  /**
   * Defines `window.caja` as the preload would. The calls pass a binding of the browser, because one of Playwright's costs several
   * messages for each call, an eighth of a spec's processor time.
   */
  private async putBridge(context: BrowserContext): Promise<void> {
    const session = await context.newCDPSession(this.page);
    await session.send('Runtime.enable');
    await session.send('Runtime.addBinding', { name: 'cajaSend' });
    session.on('Runtime.bindingCalled', ({ payload, executionContextId: contextId }) => {
      const { id, group, name, input } = JSON.parse(payload) as Sent;
      void this.bridged.receive(group, name, input).then((result) => {
        const expression = `cajaAnswer(${id}, ${JSON.stringify(result)})`;
        // The page may have been left meanwhile, or closed.
        return session.send('Runtime.evaluate', { expression, contextId }).catch(() => undefined);
      });
    });
    await context.addInitScript(axeScript);
    await context.addInitScript(lookScript);
    await context.addInitScript(() => {
      const send = Reflect.get(window, 'cajaSend') as (message: string) => void;
      const listeners = new Set<(message: EventMessage) => void>();
      const waiting: ((result: unknown) => void)[] = [];
      const bridge: Window['caja'] = {
        call: (group, name, input) =>
          new Promise((resolve) => send(JSON.stringify({ id: waiting.push(resolve) - 1, group, name, input }))),
        on: (listener) => {
          listeners.add(listener);
          return () => void listeners.delete(listener);
        },
      };
      Object.assign(window, {
        caja: bridge,
        cajaAnswer: (id: number, result: unknown) => waiting[id]?.(result),
        cajaEmit: (message: EventMessage) => {
          for (const listener of listeners) listener(message);
        },
      });
    });
  }
}
