/** `BrowserWindow`: a page with a simulated frame. Only the size inside it reaches Chromium. */
import { isGone } from '../chromium/connection.ts';
import { destroyMethods, mayGoOn, notImplemented, preventable, StandInEmitter } from '../not-implemented.ts';
import { launch } from '../launch.ts';
import { app } from '../main/app.ts';
import { openWindows } from './open-windows.ts';
import { session, type Session } from '../sessions/session.ts';
import { WebContents } from './web-contents.ts';

interface Bounds {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface WindowOptions extends Partial<Bounds> {
  readonly show?: boolean;
  readonly title?: string;
  readonly webPreferences?: {
    readonly preload?: string;
    readonly partition?: string;
    readonly session?: Session;
    readonly contextIsolation?: boolean;
    readonly sandbox?: boolean;
    readonly nodeIntegration?: boolean;
    readonly nodeIntegrationInSubFrames?: boolean;
    readonly javascript?: boolean;
  };
}

/** Refuses weaker settings, because a program that asks for them must not pass its tests on pages that are always isolated and sandboxed. */
function refuseLess({
  contextIsolation,
  sandbox,
  nodeIntegration,
}: NonNullable<WindowOptions['webPreferences']>): void {
  if (contextIsolation === false || sandbox === false || nodeIntegration === true) {
    notImplemented('a window without context isolation and sandbox');
  }
}

/** Borders and title with the menu bar, in pixels: Windows's, the widest of the three systems. */
const frame = { width: 16, height: 59 } as const;
/** Returns the size of the page in a window. A window on a display has its system's own frame. */
const contentOf = ({ width, height }: Pick<Bounds, 'width' | 'height'>): { width: number; height: number } =>
  launch.headed
    ? { width, height }
    : { width: Math.max(1, width - frame.width), height: Math.max(1, height - frame.height) };

let focused: BrowserWindow | null = null;
let lastId = 0;

export class BrowserWindow extends StandInEmitter {
  readonly id: number;
  readonly webContents: WebContents;
  private bounds: Bounds;
  private visible: boolean;
  private title: string;
  private minimized = false;
  private destroyed = false;
  private painted = false;
  private toldReady = false;
  private contentProtected = false;

  constructor(options: WindowOptions = {}) {
    super();
    if (!app.isReady()) throw new Error('Cannot create BrowserWindow before app is ready');
    const { x = 0, y = 0, width = 800, height = 600, webPreferences = {} } = options;
    refuseLess(webPreferences);
    lastId += 1;
    this.id = lastId;
    this.bounds = { x, y, width, height };
    this.visible = options.show !== false;
    this.title = options.title ?? app.name;
    const { partition, preload } = webPreferences;
    const own = webPreferences.session ?? (partition ? session.fromPartition(partition) : session.defaultSession);
    this.webContents = new WebContents({
      session: own,
      preload,
      javascript: webPreferences.javascript !== false,
      subFrames: webPreferences.nodeIntegrationInSubFrames === true,
      ...contentOf(this.bounds),
    });
    this.follow(options);
    openWindows.add(this);
    if (this.visible) focused = this;
    app.emit('web-contents-created', {}, this.webContents);
    app.emit('browser-window-created', {}, this);
  }

  private follow(options: WindowOptions): void {
    const page = this.webContents;
    // A window that the page opens has the options of its own.
    page.on('stand-in-open', (details: { readonly url: string }) => {
      const opened = new BrowserWindow({ ...options, show: true });
      page.emit('did-create-window', opened, details);
      opened.loadURL(details.url).catch(() => undefined);
    });
    page.on('stand-in-close', () => this.close());
    page.on('page-title-updated', (_event: unknown, title: string) => {
      const event = preventable({});
      this.emit('page-title-updated', event, title, true);
      if (!event.defaultPrevented) this.title = title;
    });
    page.on('stand-in-painted', () => {
      this.painted = true;
      this.tellReady();
    });
  }

  loadURL = (url: string): Promise<void> => this.webContents.loadURL(url);
  reload = (): void => this.webContents.reload();

  /** Under Wayland a hidden window has no surface, so nothing is painted before it is shown. */
  private tellReady(): void {
    if (!this.painted || !this.visible || this.toldReady) return;
    this.toldReady = true;
    this.emit('ready-to-show');
  }

  show(): void {
    this.visible = true;
    this.emit('show');
    this.tellReady();
    this.focus();
  }
  hide(): void {
    this.visible = false;
    this.emit('hide');
    this.blur();
  }
  focus(): void {
    // eslint-disable-next-line unicorn/no-this-assignment
    focused = this;
    this.emit('focus');
    app.emit('browser-window-focus', {}, this);
  }
  blur(): void {
    if (focused === this) focused = null;
    this.emit('blur');
    app.emit('browser-window-blur', {}, this);
  }
  isVisible = (): boolean => this.visible;
  isDestroyed = (): boolean => this.destroyed;
  isMinimized = (): boolean => this.minimized;
  isNormal = (): boolean => !this.minimized;

  getNormalBounds = (): Bounds => this.bounds;
  getContentSize = (): number[] => Object.values(contentOf(this.bounds));
  getSize = (): number[] => [this.bounds.width, this.bounds.height];
  setBounds(bounds: Partial<Bounds>): void {
    this.bounds = { ...this.bounds, ...bounds };
    this.webContents.resize(contentOf(this.bounds)).catch((error: unknown) => {
      if (!isGone(error)) throw error;
    });
    this.emit('resize');
    this.emit('resized');
  }
  minimize(): void {
    this.minimized = true;
    this.emit('minimize');
  }
  restore(): void {
    this.minimized = false;
    this.emit('restore');
  }

  getTitle = (): string => this.title;
  setTitle(title: string): void {
    this.title = title;
  }
  removeMenu(): void {}
  center(): void {}
  /** Recorded only: a screenshot by DevTools is never protected. */
  setContentProtection(enable: boolean): void {
    this.contentProtected = enable;
  }
  isContentProtected = (): boolean => this.contentProtected;

  /** Closes unless a listener prevents it. The page's `beforeunload` does not run. */
  close(): void {
    if (!this.destroyed && mayGoOn(this, 'close')) this.destroy();
  }
  destroy(): void {
    if (this.destroyed) return;
    this.destroyed = true;
    openWindows.delete(this);
    if (focused === this) focused = null;
    this.webContents.destroy();
    destroyMethods(this, 'webContents');
    try {
      this.emit('closed');
    } catch (error) {
      // The system closes windows, so that an error of a listener reaches nobody who called.
      queueMicrotask(() => {
        throw error;
      });
    }
    if (openWindows.size > 0 || app.quitting) return;
    if (!app.emit('window-all-closed')) app.quit();
  }

  static getAllWindows = (): BrowserWindow[] => [...openWindows] as BrowserWindow[];
  static getFocusedWindow = (): BrowserWindow | null => focused;
  static fromWebContents = (contents: WebContents | undefined): BrowserWindow | null =>
    BrowserWindow.getAllWindows().find((window) => window.webContents === contents) ?? null;
}
