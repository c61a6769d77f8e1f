/** Encodes structured clones as text. Its source is also injected into pages, so it imports nothing. */

export interface Codec {
  encode(
    value: unknown,
    onFunction?: (value: AnyFunction) => number,
    onPromise?: (value: PromiseLike<unknown>) => number,
  ): string;
  decode(text: string, onFunction?: (id: number) => AnyFunction, onPromise?: (id: number) => Promise<unknown>): unknown;
}

export type AnyFunction = (...args: unknown[]) => unknown;

type Encoded = string | number | boolean | null | readonly [string, ...unknown[]];

/** Makes a codec. With `plainErrors` errors keep only their message, as over Electron's context bridge. */
export function makeCodec(plainErrors: boolean): Codec {
  const views: Record<string, new (buffer: ArrayBuffer) => ArrayBufferView> = {
    Int8Array,
    Uint8Array,
    Uint8ClampedArray,
    Int16Array,
    Uint16Array,
    Int32Array,
    Uint32Array,
    Float32Array,
    Float64Array,
    BigInt64Array,
    BigUint64Array,
    DataView,
  };
  const errors: Record<string, ErrorConstructor> = {
    RangeError,
    TypeError,
    SyntaxError,
    ReferenceError,
    EvalError,
    URIError,
  };
  const refuse = (): never => {
    throw new Error('An object could not be cloned.');
  };
  const toBase64 = (bytes: Uint8Array): string => {
    let text = '';
    for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
    return btoa(text);
  };
  const fromBase64 = (text: string): ArrayBuffer => {
    const binary = atob(text);
    const bytes = new Uint8Array(binary.length);
    for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at);
    return bytes.buffer;
  };

  const encode: Codec['encode'] = (root, onFunction, onPromise) => {
    const seen = new Map<object, number>();
    const one = (value: unknown): Encoded => {
      if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
      if (typeof value === 'number') {
        if (Object.is(value, -0)) return ['number', '-0'];
        return Number.isFinite(value) ? value : ['number', String(value)];
      }
      if (value === undefined) return ['undefined'];
      if (typeof value === 'bigint') return ['bigint', String(value)];
      if (typeof value === 'function') return onFunction ? ['function', onFunction(value as AnyFunction)] : refuse();
      if (typeof value === 'symbol') return refuse();
      return object(value);
    };
    const object = (value: object): Encoded => {
      const earlier = seen.get(value);
      if (earlier !== undefined) return ['again', earlier];
      const kind = Object.prototype.toString.call(value).slice(8, -1);
      if (kind === 'Promise') return onPromise ? ['promise', onPromise(value as Promise<unknown>)] : refuse();
      if (kind === 'WeakMap' || kind === 'WeakSet' || kind === 'WeakRef') return refuse();
      seen.set(value, seen.size);
      if (Array.isArray(value)) return ['array', Array.from(value, one)];
      if (kind === 'Date') return ['date', (value as Date).getTime()];
      if (kind === 'RegExp') return ['regexp', (value as RegExp).source, (value as RegExp).flags];
      if (kind === 'Map')
        return ['map', [...(value as Map<unknown, unknown>)].map(([key, item]) => [one(key), one(item)])];
      if (kind === 'Set') return ['set', [...(value as Set<unknown>)].map(one)];
      if (kind === 'ArrayBuffer') return ['buffer', toBase64(new Uint8Array(value as ArrayBuffer))];
      if (kind in views) {
        const { buffer, byteOffset, byteLength } = value as ArrayBufferView;
        return ['view', kind, toBase64(new Uint8Array(buffer, byteOffset, byteLength))];
      }
      if (value instanceof Error || kind === 'Error') return ['error', (value as Error).name, (value as Error).message];
      return ['object', Object.entries(value).map(([key, item]) => [key, one(item)])];
    };
    return JSON.stringify(one(root));
  };

  const decode: Codec['decode'] = (text, onFunction, onPromise) => {
    const made: unknown[] = [];
    const keep = <Value>(value: Value): Value => {
      made.push(value);
      return value;
    };
    const one = (encoded: unknown): unknown => {
      if (!Array.isArray(encoded)) return encoded;
      const [kind, first, second] = encoded as [string, never, never];
      switch (kind) {
        case 'undefined':
          return undefined;
        case 'number':
          return Number(first);
        case 'bigint':
          return BigInt(first);
        case 'function':
          return onFunction ? onFunction(first) : refuse();
        case 'promise':
          return onPromise ? onPromise(first) : refuse();
        case 'again':
          return made[first];
        case 'date':
          return keep(new Date(first));
        case 'regexp':
          return keep(new RegExp(first, second));
        case 'buffer':
          return keep(fromBase64(first));
        case 'view':
          return keep(new (views[first] ?? refuse())(fromBase64(second)));
        case 'error':
          return keep(
            plainErrors ? new Error(second) : Object.assign(new (errors[first] ?? Error)(second), { name: first }),
          );
        default:
          return container(kind, first);
      }
    };
    const container = (kind: string, items: readonly unknown[]): unknown => {
      if (kind === 'array') {
        const array: unknown[] = keep([]);
        for (const item of items) array.push(one(item));
        return array;
      }
      if (kind === 'map') {
        const map = keep(new Map<unknown, unknown>());
        for (const [key, item] of items as [unknown, unknown][]) map.set(one(key), one(item));
        return map;
      }
      if (kind === 'set') {
        const set = keep(new Set<unknown>());
        for (const item of items) set.add(one(item));
        return set;
      }
      const object = keep({});
      for (const [key, item] of items as [string, unknown][]) {
        // Defined rather than assigned, because `__proto__` must become an ordinary property.
        Object.defineProperty(object, key, { value: one(item), writable: true, enumerable: true, configurable: true });
      }
      return object;
    };
    return one(JSON.parse(text));
  };
  return { encode, decode };
}
