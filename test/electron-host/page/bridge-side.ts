/** One side of the context bridge. Functions and promises cross it as numbers, in synchronous DOM events. Its source is injected into pages. */
import type { AnyFunction, Codec } from './codec.ts';

export interface BridgeSide {
  /** Sends a message that is not the bridge's own. Returns the reply of the other side. */
  ask(kind: string, payload: unknown): unknown;
}

/** Makes a side that listens to one event and sends the other. `handle` answers messages sent with `ask`. */
export function makeBridgeSide(
  codec: Codec,
  listenTo: string,
  sendTo: string,
  handle: (kind: string, payload: unknown) => unknown,
): BridgeSide {
  type Settled = { readonly resolve: (value: unknown) => void; readonly reject: (reason: unknown) => void };
  type Reply = readonly [ok: boolean, value: unknown];
  // Captured before any page script can replace them.
  const Message = CustomEvent;
  const dispatch = EventTarget.prototype.dispatchEvent.bind(document);
  const own = new Map<number, AnyFunction>();
  const idOf = new WeakMap<AnyFunction, number>();
  const proxies = new Map<number, AnyFunction>();
  const promised = new Map<number, Settled>();
  let lastId = 0;
  let reply: Reply | undefined;

  const registerFunction = (value: AnyFunction): number => {
    const known = idOf.get(value);
    if (known !== undefined) return known;
    lastId += 1;
    own.set(lastId, value);
    idOf.set(value, lastId);
    return lastId;
  };
  const registerPromise = (value: PromiseLike<unknown>): number => {
    lastId += 1;
    const id = lastId;
    Promise.resolve(value).then(
      (result) => emit('settle', [id, true, result]),
      (reason: unknown) => emit('settle', [id, false, reason]),
    );
    return id;
  };
  const emit = (kind: string, payload: unknown): void => {
    dispatch(new Message(sendTo, { detail: codec.encode([kind, payload], registerFunction, registerPromise) }));
  };
  const ask = (kind: string, payload: unknown): unknown => {
    reply = undefined;
    emit(kind, payload);
    const answered = reply as Reply | undefined;
    reply = undefined;
    if (answered === undefined) throw new Error('The other side of the context bridge is gone');
    if (!answered[0]) throw answered[1];
    return answered[1];
  };
  const proxyOf = (id: number): AnyFunction => {
    const known = proxies.get(id);
    if (known !== undefined) return known;
    const proxy: AnyFunction = (...args) => ask('call', [id, args]);
    proxies.set(id, proxy);
    return proxy;
  };
  const promiseOf = (id: number): Promise<unknown> =>
    new Promise((resolve, reject) => promised.set(id, { resolve, reject }));

  const answer = (work: () => unknown): void => {
    let result: Reply;
    try {
      result = [true, work()];
    } catch (error) {
      result = [false, error];
    }
    emit('reply', result);
  };
  EventTarget.prototype.addEventListener.call(document, listenTo, (event) => {
    event.stopImmediatePropagation();
    const [kind, payload] = codec.decode((event as CustomEvent<string>).detail, proxyOf, promiseOf) as [string, never];
    if (kind === 'reply') {
      reply = payload;
    } else if (kind === 'settle') {
      const [id, ok, value] = payload as [number, boolean, unknown];
      if (ok) promised.get(id)?.resolve(value);
      else promised.get(id)?.reject(value);
      promised.delete(id);
    } else if (kind === 'call') {
      const [id, args] = payload as [number, unknown[]];
      answer(() => own.get(id)?.(...args));
    } else {
      answer(() => handle(kind, payload));
    }
  });
  return { ask };
}
