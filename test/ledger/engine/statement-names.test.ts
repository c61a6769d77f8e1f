/** Names of the statements that PostgreSQL keeps for a connection. */
import { describe, expect, it } from 'vitest';
import type * as Pipeline from '#electron/ledger/postgres/statements/pipeline.ts';

// A copy of the module: the files of tests before this one may have filled the process's own with their reads.
const pipeline = import.meta.resolve('#electron/ledger/postgres/statements/pipeline.ts');
const { nameOf, nameRepeated, nameStatement } = (await import(`${pipeline}?of-this-test`)) as typeof Pipeline;

describe('the name of a statement', () => {
  it('is empty for a text that was not marked', () => {
    expect(nameOf('select 1 as unmarked')).toBe('');
  });

  it('is given to a read that comes again, and to so few that a search with texts of its own fills no server', () => {
    nameRepeated('select 3');
    expect(nameOf('select 3')).toBe('');
    nameRepeated('select 3');
    expect(nameOf('select 3')).not.toBe('');
    const others = Array.from({ length: 1_000 }, (_, index) => `select ${index} as other`);
    for (const text of [...others, ...others]) for (let times = 0; times < 2; times++) nameRepeated(text);
    expect(others.filter((text) => nameOf(text) !== '').length).toBeLessThanOrEqual(250);
  });

  it('follows from the text alone and fits the 63 bytes of PostgreSQL', () => {
    const texts = ['select 1', 'select 2'];
    for (const text of texts) nameStatement(text);
    expect(new Set(texts.map(nameOf)).size).toBe(2);
    expect(nameOf('select 1')).toBe('caja_822ae07d4783158b');
    for (const text of texts) expect(nameOf(text).length).toBeLessThan(63);
  });
});
