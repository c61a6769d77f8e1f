/** Binds secrets of older programs, which carry no place, to the places of this seat: once in the life of the vault's file. */
import { ledgerPlace, merchantPlace } from '#electron/core/merchants/secret-places.ts';
import { ok, type Result } from '#shared/failure.ts';
import type { Merchant } from '#shared/seat/merchant.ts';
import type { SecretPlace } from '#shared/seat/secret-place.ts';
import type { LedgerChoice } from '#shared/seat/settings.ts';
import { boundTo } from './bound-place.ts';
import { ledgerEntry, merchantEntry } from './entry-names.ts';
import { isForNow, type Entries, type OpenedEntry } from './entries.ts';

/** Places at the start of the program, by the entry of the vault. */
export type FormerPlaces = ReadonlyMap<string, SecretPlace>;

export const formerPlaces = (merchants: readonly Merchant[], ledger: LedgerChoice | null): FormerPlaces =>
  new Map([
    ...merchants.map((merchant) => [merchantEntry(merchant.id), merchantPlace(merchant)] as const),
    ...(ledger?.engine === 'postgres' ? [[ledgerEntry, ledgerPlace(ledger)] as const] : []),
  ]);

/** Marks a file whose secrets all carry their places. An entry, because older programs keep entries that they don't know. */
const boundEntry = 'bound-secrets';

/**
 * Binds what is unbound unless the file is marked, and marks it. Once it is marked, a secret without a place is given to nobody, or
 * else an older copy of an entry could be bound to an address that somebody edited.
 */
export async function bindFormerSecrets(entries: Entries, places: FormerPlaces): Promise<Result<void>> {
  const { entries: kept, passphrase } = entries.content();
  if (kept[boundEntry] !== undefined) return ok(undefined);
  const bound = new Map<string, OpenedEntry>();
  for (const [name, place] of places) {
    const opened = kept[name] === undefined ? ok(null) : await entries.read(name);
    // Bytes of another key stay as they are, and unbound. Others wait until their key is there, unless a passphrase replaced it.
    const isLost = entries.unreadable().has(name) || (passphrase !== null && kept[name]?.cipher === 'os');
    if (!opened.ok && (!isLost || isForNow(opened))) return opened;
    if (opened.ok && opened.value?.place === null) bound.set(name, { ...opened.value, place: boundTo(place) });
  }
  return entries.writeAll(bound.set(boundEntry, { text: 'yes', place: null }));
}
