/** JSON read without loss: numbers as they came, repeated members reported, hostile values bounded. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseAnswer } from '#electron/gateway/answers/answer-text.ts';
import { parseExactly } from '#electron/gateway/answers/exact-json.ts';
import { times } from '#test/support/thorough.ts';

const contradicted = (text: string): readonly string[] => [...(parseExactly(text)?.contradicted ?? ['beyond bounds'])];

/** A value with every number as the text that `JSON.stringify` writes. */
function withTexts(value: unknown): unknown {
  if (typeof value === 'number') return JSON.stringify(value);
  if (Array.isArray(value)) return value.map(withTexts);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, withTexts(member)]));
}

describe('numbers', () => {
  test.each(['12345678901234567891', '9007199254740993', '1.0', '1e3', '-0', '0.1000', '4.1e2', '1E400'])(
    'the number %s keeps its text',
    (number) => {
      expect(parseExactly(`{"a":${number},"b":[${number}]}`)?.value).toEqual({ a: number, b: [number] });
    },
  );

  test('any JSON value is read as JSON.parse reads it, with numbers as text', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5, noUnicodeString: false }), fc.nat(3), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        fc.pre(!text.includes('__proto__'));
        const read = parseExactly(text);
        expect(read?.value).toEqual(withTexts(JSON.parse(text)));
        expect([...(read?.contradicted ?? ['beyond bounds'])]).toEqual([]);
      }),
      { numRuns: times(200, 1_000) },
    );
  });
});

describe('members that come twice', () => {
  test.each([
    ['two statuses', '{"data":{"status":1,"codOper":"A","status":0}}', ['data.status']],
    ['two codes, one with an escape', '{"headerStatus":{"code":200,"co\\u0064e":620}}', ['headerStatus.code']],
    ['two records', '{"data":{"status":1},"data":{"status":0}}', ['data']],
    ['a record and none', '{"data":{"status":1},"data":[]}', ['data']],
    ['three values, the last as the first', '{"success":true,"success":false,"success":true}', ['success']],
    ['inside a relation', '{"data":{"relatedTx":{"codOper":"A","codOper":"B"}}}', ['data.relatedTx.codOper']],
    ['in other letters', '{"data":{"Status":1,"status":0}}', ['data.Status', 'data.status']],
    ['equal values', '{"success":true, "success" : true}', []],
    ['equal values in other letters', '{"success":true,"Success":true}', []],
    ['equal records in another layout', '{"data":{"a":[1,2]},"data":{ "a": [ 1, 2 ] }}', []],
    ['the same key in two objects', '{"a":{"status":1},"b":{"status":0}}', []],
    ['a value with the text of a key', '{"status":"status","a":"status"}', []],
    ['values with commas and braces', '{"a":"},{\\",","a":"},{\\"]"}', ['a']],
    ['inside a list', '{"data":[{"status":1},"status",{"status":1,"status":0}]}', ['data.status']],
    ['in two objects of a list', '[{"status":1},{"status":0}]', []],
  ])('%s', (_name, text, expected) => {
    expect(contradicted(text)).toEqual(expected);
  });

  test('any member that comes twice is reported exactly when its values differ', () => {
    // A value whose own members differ in letters alone is told as well, which the cases above are about.
    const value = fc.jsonValue({ maxDepth: 2 }).filter((each) => !hasTwins(each));
    const member = fc.tuple(fc.constantFrom('a', 'b', 'status', '"\\'), value);
    fc.assert(
      fc.property(fc.array(member, { maxLength: 6 }), fc.boolean(), (members, nested) => {
        const object = `{${members.map(([key, value]) => `${JSON.stringify(key)} : ${JSON.stringify(value)}`).join(' , ')}}`;
        const values = Map.groupBy(members, ([key]) => key);
        const differing = [...values]
          .filter(([, same]) => same.some(([, value], at) => at > 0 && !isSame(value, same[at - 1]?.[1])))
          .map(([key]) => (nested ? `data.${key}` : key));
        expect(contradicted(nested ? `{"data":${object}}` : object).toSorted()).toEqual(differing.toSorted());
      }),
      { numRuns: times(200, 1_000) },
    );
  });
  const hasTwins = (value: unknown): boolean => {
    if (typeof value !== 'object' || value === null) return false;
    const names = Object.keys(value).map((name) => name.toLowerCase());
    return new Set(names).size < names.length || Object.values(value).some(hasTwins);
  };
  const isSame = (one: unknown, other: unknown): boolean =>
    JSON.stringify(withTexts(one)) === JSON.stringify(withTexts(other));
});

describe('hostile values', () => {
  test('a key __proto__ is dropped and changes nothing', () => {
    const read = parseExactly('{"__proto__":{"success":true},"data":{"__proto__":{"status":1}}}');
    expect(read?.value).toEqual({ data: {} });
    expect(read?.value).not.toHaveProperty('success');
  });

  test.each([
    ['nesting beyond any answer', `${'['.repeat(65)}${']'.repeat(65)}`],
    ['more members than any answer', `[${'0,'.repeat(20_001)}0]`],
    ['more objects than any answer', `[${'[]'.repeat(20_001)}]`],
  ])('%s is not read', (_name, text) => {
    expect(parseExactly(text)).toBeNull();
    expect(parseAnswer(text)).toEqual({ ok: false, cause: 'not-understood' });
  });

  const size = 1_048_576;
  test.each([
    ['zeros', `[${'0,'.repeat(size / 2)}0]`],
    ['brackets', '['.repeat(size)],
    ['braces', '{}'.repeat(size / 2)],
    ['quotes', '"'.repeat(size)],
    ['escapes', `{"a":"${'\\"'.repeat(size / 2)}"}`],
    ['two long records', `{"data":{"a":"${'x'.repeat(size / 2)}"},"data":{"a":"${'y'.repeat(size / 2)}"}}`],
  ])('1 MiB of %s costs less than half a second of the processor', (_name, text) => {
    const times = Array.from({ length: 3 }, () => {
      const begun = process.cpuUsage();
      parseAnswer(text);
      const { user, system } = process.cpuUsage(begun);
      return (user + system) / 1_000;
    });
    expect(Math.min(...times)).toBeLessThan(500);
  });
});
