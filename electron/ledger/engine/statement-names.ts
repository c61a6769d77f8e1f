/**
 * Names for statements that the ledger runs again and again, so that PostgreSQL plans them once per connection. Saves a tenth
 * of a search: p50 2.97 ms instead of 3.29 at 100,000 attempts (docs/benchmarks.md).
 */
import { createHash } from 'node:crypto';

const names = new Map<string, string>();

/**
 * Marks a statement as one that gets a name. Only for the few texts written in this folder, because names are never dropped.
 * A name follows from its text, so that a pooler that mixes up connections can't run another statement under it.
 */
export function nameStatement(text: string): void {
  if (names.has(text)) return;
  names.set(text, `caja_${createHash('sha256').update(text).digest('hex').slice(0, 32)}`);
}

/** Returns the name of a marked statement, or the empty name. */
export const nameOf = (text: string): string => names.get(text) ?? '';

/** Messages that precede the use of a name. `unnamed`: the statement goes without its name. */
export type Preparation = 'none' | 'parse' | 'close and parse' | 'unnamed';

/** Names that one connection has prepared. The server keeps them when their transaction fails, and skips those after an error. */
export class PreparedNames {
  readonly #prepared = new Set<string>();
  /** Names whose last preparation may have been skipped. */
  readonly #doubtful = new Set<string>();
  /** Names that pipelines without an answer prepare. */
  readonly #underWay = new Set<string>();

  /**
   * Returns the messages that the name needs in a pipeline. Closing a name that does not exist is no error. A name that an earlier
   * pipeline prepares is not used before its answer, because that one may fail.
   * @param sent names that the pipeline prepares, to which this one is added
   */
  prepare(name: string, sent: Set<string>): Preparation {
    if (this.#prepared.has(name) || sent.has(name)) return 'none';
    if (this.#underWay.has(name)) return 'unnamed';
    sent.add(name);
    this.#underWay.add(name);
    return this.#doubtful.has(name) ? 'close and parse' : 'parse';
  }

  /** Ends a pipeline. */
  settle(sent: Set<string>, outcome: 'succeeded' | 'failed'): void {
    for (const name of sent) {
      this.#underWay.delete(name);
      (outcome === 'succeeded' ? this.#prepared : this.#doubtful).add(name);
      if (outcome === 'succeeded') this.#doubtful.delete(name);
    }
    sent.clear();
  }
}
