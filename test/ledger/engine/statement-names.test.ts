/** Names of the statements that PostgreSQL keeps for a connection. */
import { describe, expect, it } from 'vitest';
import { nameOf, nameStatement } from '#electron/ledger/engine/statement-names.ts';

describe('the name of a statement', () => {
  it('is empty for a text that was not marked', () => {
    expect(nameOf('select 1 as unmarked')).toBe('');
  });

  it('follows from the text alone and fits the 63 bytes of PostgreSQL', () => {
    const texts = ['select 1', 'select 2'];
    for (const text of texts) nameStatement(text);
    expect(new Set(texts.map(nameOf)).size).toBe(2);
    expect(nameOf('select 1')).toBe('caja_822ae07d4783158bc1912bb623e5107c');
    for (const text of texts) expect(nameOf(text).length).toBeLessThan(63);
  });
});
