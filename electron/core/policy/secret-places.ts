/** Places that the secrets of this seat go to, read as the connections read them, and the note of a secret that was withheld. */
import type { Audit } from '#electron/core/ports/audit.ts';
import type { Misplaced, SecretPlace } from '#shared/seat/secret-place.ts';
import type { LedgerChoice } from '#shared/seat/settings.ts';
import type { Merchant } from '#shared/seat/merchant.ts';
import { parseLedgerAddress } from '#shared/seat/ledger-address.ts';

type PlaceSettings = Pick<Merchant, 'baseUrl' | 'recordsUrl' | 'extraCa' | 'proxy'>;

/** The API key goes to the service's records too, where a merchant has their address. */
const originsOf = (baseUrl: string, recordsUrl: string | null): readonly string[] => [
  ...new Set([baseUrl, ...(recordsUrl === null ? [] : [recordsUrl])].map((url) => new URL(url).origin)),
];

/** Returns the place of a merchant's secrets. A path of an address makes no difference. */
export const merchantPlace = ({ baseUrl, recordsUrl, extraCa, proxy }: PlaceSettings): SecretPlace => ({
  address: originsOf(baseUrl, recordsUrl).join(' '),
  authority: extraCa,
  proxy: proxy.kind === 'url' ? new URL(proxy.url).origin : proxy.kind,
});

/** Returns what a supervisor allows a change of: the settings that make the place of a merchant's secrets, as they were keyed. */
export const keyedPlace = ({ baseUrl, recordsUrl, extraCa, proxy }: PlaceSettings) => ({
  origin: originsOf(baseUrl, recordsUrl).join(' '),
  extraCa,
  proxy,
});

export type SharedLedgerChoice = Extract<LedgerChoice, { engine: 'postgres' }>;

/** Returns the place of the ledger's password. The order of its servers makes no difference. */
export function ledgerPlace({ url, ca }: Pick<SharedLedgerChoice, 'url' | 'ca'>): SecretPlace {
  const parsed = parseLedgerAddress(url);
  // No connection is made to an address that can't be read.
  if (!parsed.ok) return { address: url, authority: ca, proxy: null };
  const { user, database, hosts } = parsed.value;
  const servers = hosts.map(({ host, port }) => `${host.includes(':') ? `[${host}]` : host.toLowerCase()}:${port}`);
  return { address: `${user}@${servers.toSorted().join(',')}/${database}`, authority: ca, proxy: null };
}

/** @param merchant name of the merchant; null for the ledger's password */
export type NoteWithheld = (merchant: string | null, misplaced: Misplaced) => void;

/** Puts on the audit trail that a secret was withheld: once per place that asked, not at each try. */
export function createNoteWithheld(noteSoon: Audit['noteSoon'], actorName: () => string): NoteWithheld {
  const noted = new Set<string>();
  return (merchant, { keyedFor, asked }) => {
    const key = JSON.stringify([merchant, keyedFor, asked]);
    if (noted.has(key)) return;
    noted.add(key);
    noteSoon(actorName(), { kind: 'secret-withheld', merchant, keyedFor: keyedFor ?? '–', asked });
  };
}
