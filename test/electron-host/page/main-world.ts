/** Sets up the page's own world before its scripts run: exposed APIs and permission checks. */
import type { makeBridgeSide } from './bridge-side.ts';
import type { AnyFunction, makeCodec } from './codec.ts';

type AskPermission = (name: string, details: object) => Promise<boolean>;

/** Runs in the page. `window.open` returns null, as Electron does for a denied window. Its source is injected into pages. */
export function runMainWorld(
  secret: string,
  subFrames: boolean,
  codec: typeof makeCodec,
  bridgeSide: typeof makeBridgeSide,
): void {
  if (globalThis.top !== globalThis.self && !subFrames) return;
  let askPermission: AskPermission | undefined;

  const freeze = <Value>(value: Value): Value => {
    if (typeof value === 'object' && value !== null) {
      Object.values(value).forEach(freeze);
      Object.freeze(value);
    }
    return value;
  };
  bridgeSide(codec(true), `${secret}:page`, `${secret}:preload`, (kind, payload) => {
    if (kind === 'permissions') {
      askPermission = payload as AskPermission;
    } else if (kind === 'expose') {
      const [name, value] = payload as [string, unknown];
      if (name in globalThis) throw new Error('Cannot bind an API on top of an existing property on the window object');
      Object.defineProperty(globalThis, name, { value: freeze(value), enumerable: true });
    }
    return undefined;
  });

  /** Wraps a web platform method so that the program's permission handler is asked first. */
  const guard = (
    owner: object | undefined,
    method: string,
    permission: string,
    detailsOf: (args: unknown[]) => object = () => ({}),
  ) => {
    const original = owner === undefined ? undefined : (Reflect.get(owner, method) as AnyFunction | undefined);
    if (owner === undefined || original === undefined) return;
    const guarded = function (this: unknown, ...args: unknown[]): unknown {
      const asked = askPermission?.(permission, detailsOf(args)) ?? Promise.resolve(false);
      return asked.then(() => original.apply(this, args));
    };
    Object.defineProperty(owner, method, { configurable: true, writable: true, value: guarded });
  };
  guard(globalThis.Notification, 'requestPermission', 'notifications');
  guard(globalThis.Geolocation?.prototype, 'getCurrentPosition', 'geolocation');
  guard(globalThis.Geolocation?.prototype, 'watchPosition', 'geolocation');
  guard(globalThis.Clipboard?.prototype, 'read', 'clipboard-read');
  guard(globalThis.Clipboard?.prototype, 'readText', 'clipboard-read');
  guard(globalThis.MediaDevices?.prototype, 'getUserMedia', 'media', ([wanted]) => {
    const { video, audio } = wanted as MediaStreamConstraints;
    return { mediaTypes: [...(video ? ['video'] : []), ...(audio ? ['audio'] : [])] };
  });
  const open = globalThis.open;
  globalThis.open = (...args) => {
    const opened = open(...args);
    return opened === globalThis.self ? opened : null;
  };
}
