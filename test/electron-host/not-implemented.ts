/** Makes whatever the stand-in lacks throw, so that no test passes on an `undefined` where Electron has a method. */
import { EventEmitter } from 'node:events';

/** Names that inspectors, promises and loggers ask any object for. */
const harmless = new Set(['then', 'toJSON', 'inspect', 'nodeType', 'asymmetricMatch', 'domain', '$$typeof']);

/** Throws for an API that exists in Electron and not here. */
export function notImplemented(name: string): never {
  throw new Error(`${name} is not implemented in the stand-in for Electron`);
}

/** A prototype that throws for every name that neither the object nor `behind` has. */
function refusing(owner: string, behind: object): object {
  return new Proxy(behind, {
    get(target, key, receiver) {
      if (typeof key === 'string' && !(key in target) && !harmless.has(key) && !key.startsWith('_')) {
        return notImplemented(`${owner}.${key}`);
      }
      return Reflect.get(target, key, receiver) as unknown;
    },
  });
}

/** An object of the API: what is not listed in `members` throws. Tests may replace members. */
export function strict<Members extends object>(owner: string, members: Members): Members {
  const own = Object.getPrototypeOf(members) as object;
  Object.setPrototypeOf(members, refusing(owner, own));
  return members;
}

/** The base of the API's classes that emit events: a missing method throws instead of being undefined. */
export class StandInEmitter extends EventEmitter {
  constructor() {
    super();
    this.setMaxListeners(0);
  }
}
Object.setPrototypeOf(StandInEmitter.prototype, refusing('electron object', EventEmitter.prototype));

/** An event that listeners can prevent, as Electron's are. */
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

/** Emits a preventable event; false when a listener prevented it. */
export function mayGoOn(emitter: EventEmitter, name: string, properties: object = {}, ...rest: unknown[]): boolean {
  const event = preventable(properties);
  emitter.emit(name, event, ...rest);
  return !event.defaultPrevented;
}
