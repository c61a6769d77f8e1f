/** The frames of a page. Each is always the same object, so that senders can be compared with it. */
import { strict } from '../not-implemented.ts';
import { fromChromium, originOf } from '../schemes.ts';

interface FrameOwner {
  readonly id: number;
  getURL(): string;
  isDestroyed(): boolean;
  send(channel: string, ...args: unknown[]): void;
  executeJavaScript(code: string, userGesture?: boolean): Promise<unknown>;
}

export interface WebFrameMain {
  readonly url: string;
  readonly origin: string;
  readonly parent: WebFrameMain | null;
  readonly top: WebFrameMain | null;
  readonly frames: readonly WebFrameMain[];
  readonly framesInSubtree: readonly WebFrameMain[];
}

let lastFrame = 0;

/** The main frame and those within it, as Chromium tells of them. */
export class Frames {
  readonly main: WebFrameMain;
  private readonly owner: FrameOwner;
  /** Frames within the main one, by Chromium's id. */
  private readonly inner = new Map<string, { readonly frame: WebFrameMain; url: string }>();

  constructor(owner: FrameOwner) {
    this.owner = owner;
    this.main = this.make({
      parent: null,
      url: () => owner.getURL(),
      gone: () => owner.isDestroyed(),
      send: (channel: string, ...args: unknown[]) => owner.send(channel, ...args),
      executeJavaScript: (code: string, userGesture?: boolean) => owner.executeJavaScript(code, userGesture),
    });
  }

  /** @param id Chromium's @param parent Chromium's id of the frame around it */
  attach(id: string, parent: string): void {
    const around = this.inner.get(parent)?.frame ?? this.main;
    const url = (): string => {
      const known = this.inner.get(id);
      if (known === undefined) throw new Error('Render frame was disposed before WebFrameMain could be accessed');
      return known.url;
    };
    this.inner.set(id, {
      frame: this.make({ parent: around, url, gone: () => !this.inner.has(id) }),
      url: 'about:blank',
    });
  }
  navigate(id: string, url: string): void {
    const known = this.inner.get(id);
    if (known !== undefined) known.url = fromChromium(url);
  }
  detach(id: string): void {
    this.inner.delete(id);
  }

  /** @returns null for a frame that is gone */
  of(id: string, main: string): WebFrameMain | null {
    return id === main ? this.main : (this.inner.get(id)?.frame ?? null);
  }

  private within(frame: WebFrameMain): readonly WebFrameMain[] {
    return [...this.inner.values()].flatMap((each) => (each.frame.parent === frame ? [each.frame] : []));
  }

  private make({
    parent,
    url,
    gone,
    ...methods
  }: {
    readonly parent: WebFrameMain | null;
    readonly url: () => string;
    readonly gone: () => boolean;
    readonly send?: FrameOwner['send'];
    readonly executeJavaScript?: FrameOwner['executeJavaScript'];
  }): WebFrameMain {
    const { owner } = this;
    const within = (): readonly WebFrameMain[] => this.within(frame);
    const main = (): WebFrameMain => this.main;
    lastFrame += 1;
    const frame = strict('WebFrameMain', {
      get url(): string {
        return url();
      },
      get origin(): string {
        return originOf(url());
      },
      get top(): WebFrameMain {
        return main();
      },
      get frames(): readonly WebFrameMain[] {
        return within();
      },
      get framesInSubtree(): readonly WebFrameMain[] {
        return [frame, ...within().flatMap((each) => each.framesInSubtree)];
      },
      parent,
      name: '',
      routingId: lastFrame,
      processId: owner.id,
      frameTreeNodeId: lastFrame,
      detached: false,
      isDestroyed: gone,
      ...methods,
    }) as WebFrameMain;
    return frame;
  }
}
