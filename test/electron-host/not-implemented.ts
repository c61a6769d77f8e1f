/** Makes missing APIs throw, because a test must not pass on an `undefined` where Electron has a method. */
import { EventEmitter } from 'node:events';

/** Names that inspectors, promises and loggers look up on any object. */
const harmless = new Set(['then', 'toJSON', 'inspect', 'nodeType', 'asymmetricMatch', 'domain', '$$typeof']);

/** Throws for an API of Electron that the stand-in lacks. */
export function notImplemented(name: string): never {
  throw new Error(`${name} is not implemented in the stand-in for Electron`);
}

/** Makes a prototype that throws for names missing from both the object and `fallback`. */
function refusing(owner: string, fallback: object): object {
  return new Proxy(fallback, {
    get(target, key, receiver) {
      if (typeof key === 'string' && !(key in target) && !harmless.has(key) && !key.startsWith('_')) {
        return notImplemented(`${owner}.${key}`);
      }
      return Reflect.get(target, key, receiver) as unknown;
    },
  });
}

/** Makes an API object that throws for names missing from `members`. Tests may replace members. */
export function strict<Members extends object>(owner: string, members: Members): Members {
  const own = Object.getPrototypeOf(members) as object;
  Object.setPrototypeOf(members, refusing(owner, own));
  return members;
}

/** Base class of the API's emitters. A missing method throws instead of being undefined. */
export class StandInEmitter extends EventEmitter {
  constructor() {
    super();
    this.setMaxListeners(0);
  }
}
Object.setPrototypeOf(StandInEmitter.prototype, refusing('electron object', EventEmitter.prototype));

/** Methods of a destroyed object that Electron leaves. */
const left = new Set(['constructor', 'isDestroyed', 'destroy']);

/**
 * Makes the methods of an object throw, as those of a closed window do in Electron. It still emits events.
 * @param properties names of others that throw as well
 */
export function destroyMethods(object: StandInEmitter, ...properties: readonly string[]): void {
  const names = new Set(properties);
  let holder: object = object;
  while (holder !== StandInEmitter.prototype) {
    for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(holder)))
      if (typeof value === 'function' && !left.has(name)) names.add(name);
    holder = Object.getPrototypeOf(holder) as object;
  }
  const get = (): never => {
    throw new TypeError('Object has been destroyed');
  };
  for (const name of names) Object.defineProperty(object, name, { get });
}

/** An event that listeners can prevent, as in Electron. */
export interface PreventableEvent {
  defaultPrevented: boolean;
  preventDefault(): void;
}

/** Makes an event with the given properties. */
export function preventable<Properties extends object>(properties: Properties): Properties & PreventableEvent {
  return Object.assign(
    {
      defaultPrevented: false,
      preventDefault(this: PreventableEvent) {
        this.defaultPrevented = true;
      },
    },
    properties,
  );
}

/** Emits a preventable event. Returns false when a listener prevented it. */
export function mayGoOn(emitter: EventEmitter, name: string, properties: object = {}, ...rest: unknown[]): boolean {
  const event = preventable(properties);
  emitter.emit(name, event, ...rest);
  return !event.defaultPrevented;
}
