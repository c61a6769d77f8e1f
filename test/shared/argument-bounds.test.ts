/**
 * Every text, list and record of every argument has a bound, and a text's bound comes before its other rules. Every text of every
 * argument refuses a card number, unless its kind says why it may hold the digits of one.
 */
import { describe, expect, it, test } from 'vitest';
import { z } from 'zod';
import { contract } from '#shared/contract/contract.ts';
import { captureDraftSchema } from '#shared/payments/attempt.ts';
import { cardNumberHere, freeText, nameText, readBack, secretText } from '#shared/texts/text-kinds.ts';

/** The part of zod's definitions that the walk needs. */
interface Definition {
  readonly type: string;
  readonly checks?: readonly {
    readonly _zod: { readonly def: { readonly check: string; readonly abort?: boolean } };
  }[];
  readonly [part: string]: unknown;
}

const definitionOf = (schema: z.ZodType): Definition => schema._zod.def as unknown as Definition;
const isSchema = (value: unknown): value is z.ZodType => value instanceof z.ZodType;

type Part = readonly [schema: z.ZodType, path: string];

/** Returns the schemas directly within one, with their paths. */
function partsOf([schema, path]: Part): readonly Part[] {
  const definition = definitionOf(schema);
  const inside = (part: unknown, name: string): readonly Part[] => {
    if (isSchema(part)) return [[part, `${path}${name}`]];
    if (Array.isArray(part)) return part.flatMap((each, index) => inside(each, `${name}[${index}]`));
    return typeof part === 'object' && part !== null
      ? Object.entries(part).flatMap(([key, each]) => inside(each, `.${key}`))
      : [];
  };
  const names = ['element', 'items', 'options', 'innerType', 'in', 'out', 'keyType', 'valueType', 'left', 'right'];
  return [
    ...inside(definition['shape'], ''),
    ...names.flatMap((name) => inside(definition[name], name === 'innerType' ? '' : `(${name})`)),
  ];
}

/** Lists the paths of unbounded parts. */
function unboundedIn([schema, path]: Part): readonly string[] {
  const definition = definitionOf(schema);
  const [first] = definition.checks ?? [];
  const within = partsOf([schema, path]).flatMap(unboundedIn);
  switch (definition.type) {
    case 'string': {
      const { check, abort } = first?._zod.def ?? {};
      return check === 'max_length' && abort === true ? [] : [path];
    }
    case 'array':
      return (definition.checks ?? []).some(({ _zod: { def } }) => def.check === 'max_length')
        ? within
        : [path, ...within];
    case 'pipe':
      return isLook(definition['in']) ? [] : within;
    case 'any':
    case 'unknown':
    case 'custom':
    case 'map':
    case 'set':
    case 'bigint':
      return [path];
    // Its keys are those of a list.
    case 'record': {
      const { keyType, valueType } = definition;
      const isListed = isSchema(keyType) && definitionOf(keyType).type === 'enum';
      return isListed && isSchema(valueType) ? unboundedIn([valueType, `${path}.*`]) : [path];
    }
    default:
      return within;
  }
}

/** True for a bounded look at a whole record, which comes before what it leads to. */
const isLook = (schema: unknown): schema is z.ZodType =>
  isSchema(schema) && definitionOf(schema).type === 'custom' && refusesHuge(schema);

/** True when neither ten thousand members nor one huge member is accepted. */
const refusesHuge = (schema: z.ZodType): boolean =>
  [
    Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`k${index}`, null])),
    { k: 'x'.repeat(1_000_000) },
    { ['k'.repeat(1_000_000)]: null },
  ].every((huge) => !schema.safeParse(huge).success);

const inputs: readonly Part[] = Object.entries(contract).flatMap(([group, calls]) =>
  Object.entries<{ readonly input: z.ZodType }>(calls).map(([name, { input }]) => [input, `${group}.${name}`] as const),
);

describe('the argument', () => {
  it.each(inputs.map(([input, name]) => [name, input] as const))('of %s is bounded in every part', (name, input) => {
    expect(unboundedIn([input, name])).toEqual([]);
  });

  it('is found unbounded where one part is', () => {
    const unbounded = z.strictObject({
      text: z.string(),
      late: z.string().regex(/a/).max(3),
      soft: z.string().max(3),
      id: z.uuid(),
      mail: z.email().max(9),
      list: z.array(freeText(3)).readonly(),
      deep: z.discriminatedUnion('kind', [
        z.strictObject({ kind: z.literal('a'), note: z.string().nullable().default(null) }),
      ]),
      names: z.record(freeText(3), freeText(3)),
      free: z.unknown(),
      fine: nameText(3).optional(),
    });
    expect(
      unboundedIn([unbounded, 'it']).map((path) => /[a-z]+/.exec(path.slice(2).replaceAll(/\(\w+\)|\[\d\]/g, ''))?.[0]),
    ).toEqual(['text', 'late', 'soft', 'id', 'mail', 'list', 'deep', 'names', 'free']);
  });
});

/** Lists the texts of a schema. A record that is looked at as a whole is one of them. */
function textsIn(part: Part): readonly Part[] {
  const [schema] = part;
  const { type, in: look } = definitionOf(schema);
  return type === 'string' || isLook(look) ? [part] : partsOf(part).flatMap(textsIn);
}

/** Published test card numbers: plain, grouped, in full-width and Arabic digits. */
const cards = [
  '4059310181757001',
  '4059 3101 8175 7001',
  '5517-7479-5203-9692',
  '４０５９３１０１８１７５７００１',
  '٤٠٥٩٣١٠١٨١٧٥٧٠٠١',
];
/** Near misses: the same with a wrong check digit, or other digits. */
const harmless = ['4059310181757002', 'Order 417', '12', '123', '2026-11-23', '10.0.0.7'];
/** Texts of every form that an argument asks for, around a number. */
const forms: readonly ((number: string) => unknown)[] = [
  (number) => number,
  (number) => `paid with ${number}, thanks`,
  (number) => `https://example.com/${number}`,
  (number) => `https://example.com/${number.replaceAll(' ', '%20')}`,
  (number) => `postgres://caja@localhost/${number}`,
  (number) => `${number}@example.com`,
  (number) => `_${number}`,
  (number) => ({ a: JSON.stringify(number) }),
  (number) => ({ [number]: 'null' }),
];
const formed = ['2026-11-23T12:00:00.000Z', '01990000-0000-7000-8000-000000000001'];

const accepts = (schema: z.ZodType, value: unknown): boolean => schema.safeParse(value).success;
const kindOf = (schema: z.ZodType): unknown => schema.meta()?.['kind'];

/** Kinds that may hold the digits of a card, with the reason. */
const exceptions: Readonly<Record<string, string>> = {
  card: 'the keyed card itself, from submit to the wire (invariant 5)',
  secret: 'kept as a hash or ciphertext, never shown; issued keys may look like a card number',
  opaque: 'made by a program, compared or sent on, and not recorded',
  file: 'a certificate file as it was chosen; its base64 may look like a card number',
};

describe('a card number', () => {
  const texts = [...inputs, [captureDraftSchema, 'holds.captureMany(row)'] as const].flatMap(textsIn);

  test.each(texts.map(([schema, path]) => [path, schema] as const))('is refused in %s', (_path, schema) => {
    const kind = kindOf(schema);
    if (kind !== undefined) expect(Object.keys(exceptions)).toContain(kind);
    if (kind === 'card') return;
    // A text that takes none of these forms would be refused for its form alone.
    const asked = [...harmless.flatMap((number) => forms.map((form) => form(number))), ...formed];
    expect(asked.some((value) => accepts(schema, value))).toBe(true);
    const held = cards.flatMap((number) => forms.map((form) => form(number))).filter((value) => accepts(schema, value));
    if (kind === undefined) expect(held).toEqual([]);
  });

  test('is found where a text takes one, and the exceptions are few', () => {
    const planted = z.strictObject({
      note: z.string().max(99),
      deep: z.array(z.strictObject({ key: secretText(9) })).max(1),
    });
    expect(textsIn([planted, 'it']).map(([schema, path]) => [path, kindOf(schema), accepts(schema, cards[0])])).toEqual(
      [
        ['it.note', undefined, true],
        ['it.deep(element).key', 'secret', false],
      ],
    );
    const named = Map.groupBy(
      texts.filter(([schema]) => kindOf(schema) !== undefined),
      ([schema]) => String(kindOf(schema)),
    );
    const lastNames = [...named].map(([kind, parts]) => [
      kind,
      [...new Set(parts.map(([, path]) => path.split('.').at(-1) ?? ''))].toSorted(),
    ]);
    expect(Object.fromEntries(lastNames)).toEqual({
      card: ['cardNumber', 'expMonth', 'expYear', 'number', 'securityCode'],
      file: ['ca', 'certificate', 'extraCa', 'file', 'key'],
      opaque: ['deviceSession', 'signer', 'subject'],
      secret: ['apiKey', 'cclw', 'current', 'next', 'passcode', 'passphrase', 'password'],
    });
  });

  test('is passed over where a text is read back, whatever surrounds it', () => {
    const shape = z.strictObject({
      name: nameText(40),
      list: z.array(z.tuple([freeText(40)])).max(2),
      note: freeText(3).nullable(),
    });
    const kept = { name: ` ${cards[0]} `, list: [[cards[1]]], note: null };
    expect(shape.safeParse(kept).error?.issues.map(({ message }) => message)).toEqual([cardNumberHere, cardNumberHere]);
    expect(readBack(shape).parse(kept)).toEqual({ ...kept, name: cards[0] });
    expect(readBack(shape).safeParse({ ...kept, note: 'long' }).success).toBe(false);
    expect(
      z.encode(readBack(shape), { ...kept, name: 'a', list: [], note: cards[0]?.slice(0, 2) ?? '' }),
    ).toMatchObject({ name: 'a' });
  });
});

it('no rule looks at a text that is longer than its bound', () => {
  let looked = 0;
  const rule = (): boolean => (looked += 1) > 0;
  for (const schema of [freeText(5).refine(rule), nameText(5).refine(rule)]) {
    const { error } = schema.safeParse('x'.repeat(1_000));
    expect(error?.issues.map(({ code }) => code)).toEqual(['too_big']);
  }
  expect(looked).toBe(0);
  expect(nameText(5).parse('  abcde  ')).toBe('abcde');
});
