/** The definitions of all documents, and the documents that earlier releases wrote. */
import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  backupsDocument,
  draftsDocument,
  ledgerDocument,
  merchantsDocument,
  operatorsDocument,
  programDocument,
  seatDocument,
  type SeatDocuments,
  vaultDocument,
  viewsDocument,
} from '#electron/documents/seat-documents.ts';
import type { DocumentDefinition } from '#electron/documents/versioned-document.ts';
import type { SeatSettings } from '#shared/seat/settings.ts';
import { aSeat } from '#test/fixtures/seat-settings.ts';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';

export const newSeat: SeatSettings = aSeat({ theme: 'system', seat: 'New seat' });

const seatDocuments = {
  vault: vaultDocument,
  merchants: merchantsDocument,
  seat: seatDocument(newSeat),
  ledger: ledgerDocument,
  backups: backupsDocument,
  operators: operatorsDocument,
  program: programDocument,
  drafts: draftsDocument,
  views: viewsDocument,
} satisfies Record<keyof SeatDocuments, unknown>;

/** Documents that are one file in the data folder. */
export const definitions = Object.values(seatDocuments) as readonly DocumentDefinition<unknown>[];

const fixtures = join(import.meta.dirname, '../fixtures/documents');

export const releases: readonly string[] = readdirSync(fixtures, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

/** A data folder with the documents of the release. */
export function folderOf(release: string): string {
  const folder = temporaryFolder();
  cpSync(join(fixtures, release), folder, { recursive: true });
  return folder;
}

const textOf = (release: string, name: string): string => readFileSync(join(fixtures, release, name), 'utf8');

export interface Fixture {
  readonly release: string;
  readonly definition: DocumentDefinition<unknown>;
  /** Content of the file. */
  readonly text: string;
}

/** Every fixture of every document, with the title of its test. */
export const allFixtures: readonly (readonly [string, Fixture])[] = releases.flatMap((release) => {
  const names = readdirSync(join(fixtures, release), { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => name.endsWith('.json'))
    .map((name) => {
      const definition = definitions.find((each) => name.startsWith(each.name));
      if (definition === undefined) throw new Error(`no document is called ${name}`);
      return [`${name} of ${release}`, { release, definition, text: textOf(release, name) }] as const;
    });
});

/** Returns the paths of everything in `before` that `after` lacks or has otherwise. */
export function lostFrom(before: unknown, after: unknown, path: readonly string[] = []): readonly string[] {
  if (typeof before !== 'object' || before === null) return Object.is(before, after) ? [] : [path.join('.')];
  if (typeof after !== 'object' || after === null) return [path.join('.')];
  const now = new Map<string, unknown>(Object.entries(after));
  return Object.entries(before).flatMap(([key, value]) =>
    now.has(key) ? lostFrom(value, now.get(key), [...path, key]) : [[...path, key].join('.')],
  );
}
