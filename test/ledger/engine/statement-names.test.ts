/** Names of prepared statements, against a model of the server that knows and forgets as PostgreSQL does. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nameOf, nameStatement, PreparedNames, type Preparation } from '#electron/ledger/engine/statement-names.ts';

/** Prepared statements of one session: an error makes the server skip the rest, and what it prepared before stays. */
class Server {
  readonly #prepared = new Set<string>();
  readonly faults: string[] = [];

  /** @param failing index of the statement that is refused; none when it is negative */
  run({ preparations, used }: Sent, failing: number): number {
    let parsed = 0;
    for (const [index, name] of used.entries()) {
      const preparation = preparations[index];
      if (preparation === 'close and parse') this.#prepared.delete(name);
      if (preparation === 'parse' || preparation === 'close and parse') {
        if (this.#prepared.has(name)) this.faults.push('42P05');
        this.#prepared.add(name);
        parsed += 1;
      }
      if (preparation !== 'unnamed' && !this.#prepared.has(name)) this.faults.push('26000');
      // What follows was sent too, and the server skips it.
      if (index === failing) return parsed;
    }
    return parsed;
  }
}

/** A pipeline whose messages were sent before its first answer. */
interface Sent {
  readonly used: readonly string[];
  readonly prepares: Set<string>;
  readonly preparations: readonly Preparation[];
}

function send(names: PreparedNames, used: readonly string[]): Sent {
  const prepares = new Set<string>();
  return { used, prepares, preparations: used.map((name) => names.prepare(name, prepares)) };
}

/** Sends all of them before the first answer. @returns number of statements that the server parsed under a name */
function overlapped(names: PreparedNames, server: Server, sent: readonly Pipeline[]): number {
  const underWay = sent.map(([used, failing]) => ({ sent: send(names, used), failing }));
  return underWay.reduce((parsed, { sent: pipeline, failing }) => {
    const more = server.run(pipeline, failing);
    names.settle(pipeline.prepares, failing >= 0 ? 'failed' : 'succeeded');
    return parsed + more;
  }, 0);
}

type Pipeline = readonly [used: readonly string[], failing: number];

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
        for (const pipeline of sequence) overlapped(names, server, [pipeline]);
        expect(server.faults).toEqual([]);
      }),
    );
  });

  it('are neither when pipelines are sent before the answers of earlier ones', () => {
    fc.assert(
      fc.property(fc.array(pipelines, { maxLength: 10 }), (groups) => {
        const [names, server] = [new PreparedNames(), new Server()];
        for (const group of groups) overlapped(names, server, group);
        expect(server.faults).toEqual([]);
      }),
    );
  });

  it('are prepared once each while transactions succeed', () => {
    fc.assert(
      fc.property(pipelines, (sequence) => {
        const [names, server] = [new PreparedNames(), new Server()];
        const parsed = sequence.map(([used]) => overlapped(names, server, [[used, -1]]));
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
