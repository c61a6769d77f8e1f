/** Every text field of the screens has a longest length, from the limits that the schemas use. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '#build/paths.ts';

const folder = path.join(root, 'renderer');
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.tsx'));

/** Returns the opening tags of text fields, with all their attributes. */
function fieldsIn(source: string): readonly string[] {
  return [
    ...source.matchAll(/<(?:TextInput|Textarea|PasswordInput|Autocomplete|TagsInput|NumberInput|input|textarea)\b/g),
  ].map(({ index }) => {
    let depth = 0;
    let end = index;
    for (; end < source.length; end++) {
      if (source[end] === '{') depth += 1;
      if (source[end] === '}') depth -= 1;
      if (source[end] === '>' && depth === 0 && source[end - 1] !== '=') break;
    }
    return source.slice(index, end);
  });
}

const fields = files.flatMap((file) =>
  fieldsIn(readFileSync(path.join(folder, file), 'utf8')).map((tag) => [file, tag] as const),
);

describe('a text field of the screens', () => {
  it('has a longest length, unless it takes a day, a choice, a file, a press or nothing', () => {
    expect(fields.length).toBeGreaterThan(25);
    const unbounded = fields.filter(
      ([, tag]) =>
        !/maxLength=\{/.test(tag) &&
        !/type="(?:date|file|checkbox|radio|submit)"/.test(tag) &&
        !/\sdisabled\s/.test(tag) &&
        !/\{\.\.\.shared\}/.test(tag),
    );
    expect(unbounded).toEqual([]);
  });

  it('takes its length from a limit by name, not from a number', () => {
    expect(fields.filter(([, tag]) => /maxLength=\{\d{2,}\}/.test(tag))).toEqual([]);
  });
});
