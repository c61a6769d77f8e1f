/**
 * What nobody is told of yet when it is changed by hand. Each entry is asserted to be untold, so that whoever closes a hole takes its
 * entry out. A column stands for its change to another value and to none.
 */
import type { EngineName } from '#test/fixtures/ledger/engines.ts';

interface Open extends Readonly<Record<EngineName, readonly string[]>> {
  readonly both: readonly string[];
}

const on = (both: readonly string[], SQLite: readonly string[] = [], PostgreSQL: readonly string[] = []): Open => ({
  both,
  SQLite,
  PostgreSQL,
});

/**
 * Columns that say nothing about money: the index of words, a checksum against flipped bits, tries, and what a later signature covers.
 * Settings: a seat makes the mark of its chain again at its next start, and those who have met it don't ask for the mark; the revision is
 * no part of what operators are signed with; the first mark of a server, before anybody has noticed another one, counts for nothing but
 * being there, and a seat with its journal misses it (`awaited-by-hand.test.ts`); without the server’s identity, seats go by that mark.
 */
export const steersNothing: Readonly<Record<string, readonly string[]>> = {
  attempts: ['checksum', 'words', 'indexed'],
  audit_links: ['signature'],
  operators: ['wrong_count', 'wrong_at', 'last_try'],
  ledger_settings: [
    'chain-mark',
    'chain-mark emptied',
    'chain-mark removed',
    'operators-revision',
    'operators-revision emptied',
    'operators-revision removed',
    'compared',
    'compared removed',
    'server removed',
  ],
};

export const open = {
  attempts: on([]),
  holds: on([]),
  ledger_events: on([]),
  audit_links: on([]),
  day_closes: on([]),
  operators: on([]),
  ledger_settings: on([]),
  excuses: on([]),
  acts: on([]),
  replays: on(['an older ledger and folder']),
};
