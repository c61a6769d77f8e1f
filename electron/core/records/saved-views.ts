/**
 * Keeps the views of History that operators saved on this seat, each for its own operator. What they search for may name a customer,
 * which is as readable here as in the ledger beside it.
 */
import { compareNames } from '#shared/compare-names.ts';
import type { Actor } from '#electron/core/ports/host.ts';
import { tryToWrite, type DocumentStore } from '#electron/core/ports/stored-documents.ts';
import { failed, ok, type Result } from '#shared/failure.ts';
import { mostViews, viewKey, type SavedView, type StoredViews } from '#shared/ledger/saved-views.ts';

/** Most views of a seat, so that the file stays small. */
export const mostOfSeat = 5_000;

export function createSavedViews({ store }: { readonly store: DocumentStore<StoredViews> }) {
  const all = (): StoredViews['views'] => store.read()?.views ?? [];
  const of = ({ name }: Actor): readonly SavedView[] =>
    all()
      .filter(({ savedBy }) => savedBy === name)
      .map(({ view }) => view)
      .toSorted((one, other) => compareNames(one.name, other.name));

  function write(views: StoredViews['views'], actor: Actor): Result<readonly SavedView[]> {
    const kept = tryToWrite(() => store.write({ views }));
    return kept.ok ? ok(of(actor)) : kept;
  }

  const without = (names: readonly (string | null)[], actor: Actor): StoredViews['views'] => {
    const keys = new Set(names.map((name) => (name === null ? null : viewKey(name))));
    return all().filter(({ savedBy, view }) => savedBy !== actor.name || !keys.has(viewKey(view.name)));
  };

  return {
    of,
    /** Saves a view in place of the one with its name, and of the one that it was before. Returns the operator's views. */
    save(view: SavedView, former: string | null, actor: Actor): Result<readonly SavedView[]> {
      const others = without([view.name, former], actor);
      const own = others.filter(({ savedBy }) => savedBy === actor.name);
      if (own.length >= mostViews || others.length >= mostOfSeat)
        return failed({ kind: 'invalid', issues: [{ path: 'view', code: 'too_big' }] });
      return write([...others, { savedBy: actor.name, view }], actor);
    },
    remove(name: string, actor: Actor): Result<readonly SavedView[]> {
      const others = without([name], actor);
      return others.length === all().length ? ok(of(actor)) : write(others, actor);
    },
  };
}
