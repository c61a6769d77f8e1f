/** Reads everything that a filter finds, newest first, in portions. */
import type { HistoryFilter } from '#shared/ledger/history.ts';
import { positionAt } from '#electron/ledger/rows/position.ts';
import type { Engine } from '#electron/ledger/engine/engine.ts';
import { soughtWords } from '#electron/ledger/rows/search-tokens.ts';
import type { ListedRow } from '#electron/ledger/rows/attempt-columns.ts';

const portion = 500;

/** Yields the rows that the filter finds. */
export async function* foundPortions(engine: Engine, filter: HistoryFilter): AsyncGenerator<readonly ListedRow[]> {
  let before = filter.until === null ? null : positionAt(filter.until);
  const from = filter.from === null ? null : positionAt(filter.from);
  const words = soughtWords(filter.text);
  for (;;) {
    const scope = { words, filter, from, before, limit: portion };
    const rows = await engine.read((db) => engine.search.page(db, scope));
    yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < portion) return;
    before = last.position;
  }
}
