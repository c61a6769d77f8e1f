/** Messages are bounded before anything reads them: few values are looked at, whatever the message claims to hold. */
import { describe, expect, it } from 'vitest';
import { excessOf } from '#electron/ipc/message-size.ts';
import { contract } from '#shared/contract/contract.ts';
import { batchLimit } from '#shared/ledger/holds.ts';
import { callArguments } from '#test/fixtures/call-arguments.ts';

const message = (input: unknown, group = 'history', name = 'search') => ({ group, name, input });
const id = '01928374-5566-7788-99aa-bbccddeeff00';

function deep(levels: number): unknown {
  let value: unknown = 'x';
  for (let level = 0; level < levels; level++) value = { value };
  return value;
}

describe('a message', () => {
  it('within its call’s bounds passes, also the largest that a screen sends', () => {
    for (const [group, calls] of Object.entries(callArguments)) {
      for (const [name, inputs] of Object.entries<readonly unknown[]>(calls)) {
        for (const input of inputs) expect(excessOf(message(input, group, name)), `${group}.${name}`).toBeNull();
      }
    }
    const captures = Array.from({ length: batchLimit }, () => ({
      holdId: id,
      amount: 99_999_999_999,
      description: 'x'.repeat(150),
    }));
    expect(excessOf(message({ batchId: id, captures }, 'holds', 'captureMany'))).toBeNull();
    expect(excessOf(message({ ids: captures.map(({ holdId }) => holdId) }, 'holds', 'find'))).toBeNull();
    const pem = 'x'.repeat(200_000);
    const clientCertificate = { kind: 'pem', certificate: pem, key: pem };
    expect(
      excessOf(message({ merchant: { extraCa: pem }, secrets: { clientCertificate } }, 'merchants', 'save')),
    ).toBeNull();
  });

  it.each<[string, unknown, string]>([
    ['a long text', { text: 'x'.repeat(30_000) }, 'too-large'],
    ['many short texts', Array.from({ length: 150 }, () => 'x'.repeat(150)), 'too-large'],
    ['a long name of a member', { ['x'.repeat(30_000)]: 1 }, 'too-large'],
    ['many members', Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`k${index}`, 1])), 'too-large'],
    ['a list that claims billions', { list: Object.assign([], { length: 4_000_000_000 }) }, 'too-large'],
    ['a deep object', deep(20), 'too-deep'],
    ['a date', { from: new Date() }, 'not-data'],
    ['a map', new Map([['text', 'x']]), 'not-data'],
    ['a set', new Set(), 'not-data'],
    ['bytes', new Uint8Array(4), 'not-data'],
    ['a buffer', new ArrayBuffer(4), 'not-data'],
    ['a big integer', { limit: 10n }, 'not-data'],
    ['an expression', /x/, 'not-data'],
    ['an error', new Error('x'), 'not-data'],
    ['a boxed text', Object('x'), 'not-data'],
  ])('with %s is refused', (_what, input, excess) => {
    expect(excessOf(message(input))).toBe(excess);
  });

  it('that refers to itself is refused', () => {
    const loop: Record<string, unknown> = {};
    loop['self'] = [loop];
    expect(excessOf(message(loop))).toBe('too-deep');
    expect(excessOf(loop)).toBe('too-deep');
  });

  it('gets the larger bounds of a call only by that call’s name', () => {
    const large = { ids: Array.from({ length: 500 }, () => id) };
    expect(excessOf(message(large, 'holds', 'find'))).toBeNull();
    for (const [group, name] of [
      ['holds', 'list'],
      ['holds', 'nothing'],
      ['__proto__', 'find'],
      ['holds', 'constructor'],
    ]) {
      expect(excessOf(message(large, group, name)), name).toBe('too-large');
    }
    expect(excessOf(large)).toBe('too-large');
    expect(excessOf([message(large, 'holds', 'find')])).toBe('too-large');
  });

  it('costs no more looks than its bounds, however much it holds', () => {
    let looks = 0;
    const counted = <Value extends object>(value: Value): Value =>
      new Proxy(value, {
        get: (target, name, receiver): unknown => {
          looks += 1;
          return Reflect.get(target, name, receiver);
        },
        getPrototypeOf: (target) => Reflect.getPrototypeOf(target),
      });
    const members = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`k${index}`, index]));
    const list = Array.from({ length: 100_000 }, () => 1);
    const lists = Array.from({ length: 100 }, () => counted(list));
    for (const input of [counted(members), counted(lists)]) {
      looks = 0;
      expect(excessOf(message(input))).toBe('too-large');
      expect(looks).toBeLessThan(600);
    }
  });
});

it('every call that needs a larger message says so in the table', () => {
  const larger = Object.entries(contract).flatMap(([group, calls]) =>
    Object.entries<{ readonly size: { readonly characters: number } }>(calls).flatMap(([name, { size }]) =>
      size.characters > 20_000 ? [`${group}.${name}`] : [],
    ),
  );
  expect(larger.toSorted()).toEqual(
    ['holds.captureMany', 'holds.check', 'holds.find', 'ledger.choose', 'merchants.save', 'training.order'].toSorted(),
  );
});
