/**
 * `Notification`, held weakly as in Electron: when the program keeps no reference, the object is collected, and a click
 * reaches nobody (electron issue 12690).
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { StandInEmitter } from '../not-implemented.ts';

/** What stays on the screen: its words, and not its object. */
interface ShownNotification {
  readonly title: string;
  readonly body: string;
  readonly object: WeakRef<Notification>;
}

/** Collects what the program left behind, as happens before any click that comes a while later. */
async function collectGarbage(): Promise<void> {
  setFlagsFromString('--expose-gc');
  // A weak reference holds its object until the turn ends that looked at it.
  await nextTurn();
  (runInNewContext('gc') as () => void)();
}

export class Notification extends StandInEmitter {
  /** On the stand-in only. */
  static readonly shown: ShownNotification[] = [];
  static isSupported = (): boolean => true;
  readonly title: string;
  readonly body: string;

  constructor({ title = '', body = '' }: { readonly title?: string; readonly body?: string } = {}) {
    super();
    this.title = title;
    this.body = body;
  }
  show(): void {
    Notification.shown.push({ title: this.title, body: this.body, object: new WeakRef(this) });
    this.emit('show');
  }
  close(): void {
    this.emit('close');
  }

  /**
   * Clicks a shown notification, as an operator does a while later. On the stand-in only.
   * @returns false when its object is gone, and the click with it
   */
  static async click(at: number): Promise<boolean> {
    await collectGarbage();
    const object = Notification.shown[at]?.object.deref();
    object?.emit('click', {});
    return object !== undefined;
  }
}
