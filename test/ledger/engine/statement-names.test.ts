/** Names of prepared statements, against a model of the server that knows and forgets as PostgreSQL does. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nameOf, nameStatement, PreparedNames } from '#electron/ledger/engine/statement-names.ts';

/** Prepared statements of one session: an error makes the server skip the rest, and what it prepared before stays. */
class Server {
  readonly #prepared = new Set<string>();
  readonly faults: string[] = [];

  /** @param failing index of the statement that is refused; none when it is negative */
  run(names: PreparedNames, used: readonly string[], failing: number): number {
    let parsed = 0;
    let skips = false;
    for (const [index, name] of used.entries()) {
      // All messages are sent before the first answer, so what the server skips is planned as well.
      const preparation = names.prepare(name);
      if (skips) continue;
      if (preparation === 'close and parse') this.#prepared.delete(name);
      if (preparation !== 'none') {
        if (this.#prepared.has(name)) this.faults.push('42P05');
        this.#prepared.add(name);
        parsed += 1;
      }
      if (!this.#prepared.has(name)) this.faults.push('26000');
      skips = index === failing;
    }
    names.settle(skips || failing >= 0 ? 'failed' : 'succeeded');
    return parsed;
  }
}

const pipelines = fc.array(
  fc
    .array(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { minLength: 1, maxLength: 6 })
    .chain((used) => fc.tuple(fc.constant(used), fc.integer({ min: -used.length, max: used.length - 1 }))),
  { maxLength: 30 },
);

describe('the prepared statements of a connection', () => {
  it('are never unknown to the server nor prepared twice, whichever transactions are refused', () => {
    fc.assert(
      fc.property(pipelines, (sequence) => {
        const [names, server] = [new PreparedNames(), new Server()];
        for (const [used, failing] of sequence) server.run(names, used, failing);
        expect(server.faults).toEqual([]);
      }),
    );
  });

  it('are prepared once each while transactions succeed', () => {
    fc.assert(
      fc.property(pipelines, (sequence) => {
        const [names, server] = [new PreparedNames(), new Server()];
        const parsed = sequence.map(([used]) => server.run(names, used, -1));
        const distinct = new Set(sequence.flatMap(([used]) => used));
        expect(parsed.reduce((sum, each) => sum + each, 0)).toBe(distinct.size);
      }),
    );
  });
});

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
