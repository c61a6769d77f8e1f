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

/** Messages that precede the use of a name. */
export type Preparation = 'none' | 'parse' | 'close and parse';

/** Names that one connection has prepared. The server keeps them when their transaction fails, and skips those after an error. */
export class PreparedNames {
  readonly #prepared = new Set<string>();
  /** Names whose last preparation may have been skipped. */
  readonly #doubtful = new Set<string>();
  /** Names that the present pipeline prepares. */
  readonly #sent = new Set<string>();

  /** Returns the messages that the name needs in the present pipeline. Closing a name that does not exist is no error. */
  prepare(name: string): Preparation {
    if (this.#prepared.has(name) || this.#sent.has(name)) return 'none';
    this.#sent.add(name);
    return this.#doubtful.has(name) ? 'close and parse' : 'parse';
  }

  /** Ends the pipeline. */
  settle(outcome: 'succeeded' | 'failed'): void {
    for (const name of this.#sent) {
      (outcome === 'succeeded' ? this.#prepared : this.#doubtful).add(name);
      if (outcome === 'succeeded') this.#doubtful.delete(name);
    }
    this.#sent.clear();
  }
}
