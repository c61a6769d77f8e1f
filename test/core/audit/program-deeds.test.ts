/** The start of the program in the audit trail, and its update since the last one. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { noteStart } from '#electron/core/audit/program-deeds.ts';
import { openSeatDocuments } from '#electron/documents/seat-documents.ts';
import { firstSettings } from '#shared/seat/settings.ts';
import type { LedgerDeed } from '#shared/audit/ledger-events.ts';
import { openConf } from '#test/fixtures/open-conf.ts';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';

/** Starts this version on the data folder, and returns what it noted. */
function start(folder: string, version: string) {
  const noted: { by: string; deed: LedgerDeed }[] = [];
  const bugs: unknown[] = [];
  noteStart({
    version,
    system: 'Linux 6.8',
    account: 'rosa',
    store: openSeatDocuments(
      { open: openConf, folder, now: () => new Date() },
      firstSettings({ locale: 'en', machine: 'Till' }),
    ).program,
    audit: { noteSoon: (by, deed) => void noted.push({ by, deed }) },
    reportBug: (error) => void bugs.push(error),
  });
  return { noted, bugs };
}

const started = (version: string) => ({ by: 'rosa', deed: { kind: 'program-started', version, system: 'Linux 6.8' } });

it('each start is noted by the system’s account, and an update once, with both versions', () => {
  const folder = temporaryFolder();
  expect(start(folder, '0.2.0').noted).toEqual([started('0.2.0')]);
  expect(start(folder, '0.2.0').noted).toEqual([started('0.2.0')]);
  const update = { by: 'rosa', deed: { kind: 'program-updated', from: '0.2.0', to: '0.3.0' } };
  expect(start(folder, '0.3.0').noted).toEqual([update, started('0.3.0')]);
  expect(start(folder, '0.3.0').noted).toEqual([started('0.3.0')]);
});

it('an update keeps what the seat knew of lists of updates', () => {
  const folder = temporaryFolder();
  start(folder, '0.2.0');
  const store = () =>
    openSeatDocuments(
      { open: openConf, folder, now: () => new Date() },
      firstSettings({ locale: 'en', machine: 'Till' }),
    ).program;
  store().write({ lastVersion: '0.2.0', newestList: 7, notInstalledAt: null });
  start(folder, '0.3.0');
  expect(store().read()).toEqual({ lastVersion: '0.3.0', newestList: 7, notInstalledAt: null });
});

it('a start on a document of a newer version is noted all the same, and leaves the document', () => {
  const folder = temporaryFolder();
  const file = join(folder, 'program.json');
  writeFileSync(file, '{"version":99}');
  const { noted, bugs } = start(folder, '0.2.0');
  expect(noted).toEqual([started('0.2.0')]);
  expect(bugs).toHaveLength(1);
  expect(readFileSync(file, 'utf8')).toBe('{"version":99}');
});
