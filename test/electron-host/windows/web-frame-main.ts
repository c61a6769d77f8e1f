/** The main frame of a page. It is always the same object, so that senders can be compared with it. */
import { strict } from '../not-implemented.ts';
import { originOf } from '../schemes.ts';

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
  readonly parent: null;
  readonly top: WebFrameMain;
}

export function makeMainFrame(owner: FrameOwner): WebFrameMain {
  const frame = strict('WebFrameMain', {
    get url(): string {
      return owner.getURL();
    },
    get origin(): string {
      return originOf(owner.getURL());
    },
    get top(): WebFrameMain {
      return frame;
    },
    parent: null,
    frames: [],
    framesInSubtree: [],
    name: '',
    routingId: 1,
    processId: owner.id,
    frameTreeNodeId: owner.id,
    detached: false,
    isDestroyed: () => owner.isDestroyed(),
    send: (channel: string, ...args: unknown[]) => owner.send(channel, ...args),
    executeJavaScript: (code: string, userGesture?: boolean) => owner.executeJavaScript(code, userGesture),
  }) as WebFrameMain;
  return frame;
}
