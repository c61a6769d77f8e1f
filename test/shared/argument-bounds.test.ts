/** Every text, list and record of every argument has a bound, and a text's bound comes before its other rules. */
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { contract } from '#shared/contract/contract.ts';
import { boundedText, trimmedText } from '#shared/bounded-text.ts';

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

/** Lists the paths of unbounded parts. */
function unboundedIn(schema: z.ZodType, path: string): readonly string[] {
  const definition = definitionOf(schema);
  const [first] = definition.checks ?? [];
  const inside = (part: unknown, name: string): readonly string[] => {
    if (isSchema(part)) return unboundedIn(part, `${path}${name}`);
    if (Array.isArray(part)) return part.flatMap((each, index) => inside(each, `${name}[${index}]`));
    return typeof part === 'object' && part !== null
      ? Object.entries(part).flatMap(([key, each]) => inside(each, `.${key}`))
      : [];
  };
  const parts = [
    'shape',
    'element',
    'items',
    'options',
    'innerType',
    'in',
    'out',
    'keyType',
    'valueType',
    'left',
    'right',
  ];
  const within = parts.flatMap((part) => inside(definition[part], part === 'shape' ? '' : `(${part})`));
  switch (definition.type) {
    case 'string': {
      const { check, abort } = first?._zod.def ?? {};
      return check === 'max_length' && abort === true ? [] : [path];
    }
    case 'array':
      return (definition.checks ?? []).some(({ _zod: { def } }) => def.check === 'max_length')
        ? within
        : [path, ...within];
    case 'pipe': {
      // A bounded look at the whole comes before what it leads to.
      const first = definition['in'];
      return isSchema(first) && definitionOf(first).type === 'custom' && refusesHuge(first) ? [] : within;
    }
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
      return isListed && isSchema(valueType) ? unboundedIn(valueType, `${path}.*`) : [path];
    }
    default:
      return within;
  }
}

/** True when neither ten thousand members nor one huge member is accepted. */
const refusesHuge = (schema: z.ZodType): boolean =>
  [
    Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`k${index}`, null])),
    { k: 'x'.repeat(1_000_000) },
    { ['k'.repeat(1_000_000)]: null },
  ].every((huge) => !schema.safeParse(huge).success);

const inputs = Object.entries(contract).flatMap(([group, calls]) =>
  Object.entries<{ readonly input: z.ZodType }>(calls).map(([name, { input }]) => [`${group}.${name}`, input] as const),
);

describe('the argument', () => {
  it.each(inputs)('of %s is bounded in every part', (name, input) => {
    expect(unboundedIn(input, name)).toEqual([]);
  });

  it('is found unbounded where one part is', () => {
    const unbounded = z.strictObject({
      text: z.string(),
      late: z.string().regex(/a/).max(3),
      soft: z.string().max(3),
      id: z.uuid(),
      mail: z.email().max(9),
      list: z.array(boundedText(3)).readonly(),
      deep: z.discriminatedUnion('kind', [
        z.strictObject({ kind: z.literal('a'), note: z.string().nullable().default(null) }),
      ]),
      names: z.record(boundedText(3), boundedText(3)),
      free: z.unknown(),
      fine: trimmedText(3).optional(),
    });
    expect(
      unboundedIn(unbounded, 'it').map((path) => /[a-z]+/.exec(path.slice(2).replaceAll(/\(\w+\)|\[\d\]/g, ''))?.[0]),
    ).toEqual(['text', 'late', 'soft', 'id', 'mail', 'list', 'deep', 'names', 'free']);
  });
});

it('no rule looks at a text that is longer than its bound', () => {
  let looked = 0;
  const rule = (): boolean => (looked += 1) > 0;
  for (const schema of [boundedText(5).refine(rule), trimmedText(5).refine(rule)]) {
    const { error } = schema.safeParse('x'.repeat(1_000));
    expect(error?.issues.map(({ code }) => code)).toEqual(['too_big']);
  }
  expect(looked).toBe(0);
  expect(trimmedText(5).parse('  abcde  ')).toBe('abcde');
});
