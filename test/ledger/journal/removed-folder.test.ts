/** Files of a program that runs are removed or locked: what it records from then on is kept and known at the next start, or nothing begins. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, vi } from 'vitest';
import { noPolicy } from '#electron/core/policy/policy.ts';
import { openSeatDocuments } from '#electron/documents/seat-documents.ts';
import { openRecords } from '#electron/open-records.ts';
import { createOsCipher } from '#electron/vault/os-cipher.ts';
import { createVault } from '#electron/vault/vault.ts';
import { newId } from '#shared/new-id.ts';
import { firstSettings } from '#shared/seat/settings.ts';
import { approved, newAttempt, record } from '#test/fixtures/examples.ts';
import { createKeyStore } from '#test/fixtures/key-store.ts';
import { openConf } from '#test/fixtures/open-conf.ts';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import { soon } from '#test/support/soon.ts';

function startIn(folder: string) {
  const reportBug = vi.fn();
  const seat = () => 'Till';
  const clock = () => new Date();
  return { reportBug, start };
  function start() {
    const newSeat = firstSettings({ locale: 'en', machine: 'Till' });
    const documents = openSeatDocuments({ folder, now: clock, open: openConf }, newSeat);
    const vault = createVault(documents.vault, createOsCipher(createKeyStore(), 'linux'));
    const outside = { clock, emit: () => undefined, reportBug, makeId: newId, policy: noPolicy, warn: vi.fn() };
    const records = openRecords({ ...outside, folder, vault, documents, seat, actorName: seat });
    const { selectedLedger, audit, journal, forUseCases } = records;
    return {
      ledger: selectedLedger.opened,
      refusal: forUseCases.ledgerRefusal,
      async close() {
        await audit.close();
        await selectedLedger.close();
        await journal.close();
      },
    };
  }
}

it('puts back what steers the seat and what its payments are proved by, or lets nothing begin', async () => {
  const folder = temporaryFolder();
  const { reportBug, start } = startIn(folder);
  const first = start();
  await first.ledger();
  rmSync(folder, { recursive: true });
  writeFileSync(folder, '');
  expect(first.refusal()).toMatchObject({ kind: 'file', doing: 'write' });
  rmSync(folder);
  mkdirSync(folder);
  expect(first.refusal()).toBe(null);
  const id = await record(await first.ledger(), newAttempt(), approved());
  await first.close();
  const told = reportBug.mock.calls.map(([error]) => String(error)).filter((text) => text.includes('put back'));
  expect(told).toEqual([
    expect.stringMatching(/vault\.json was removed/),
    expect.stringMatching(/journal\.db was removed/),
  ]);

  const second = start();
  expect(await (await second.ledger()).attempt(id)).toMatchObject({ state: 'approved' });
  expect(await (await second.ledger()).checkTrail()).toMatchObject({ breaks: 0 });
  await second.close();
});

it('lets nothing begin while the journal takes no entries, although the ledger does', async () => {
  const folder = temporaryFolder();
  const { start } = startIn(folder);
  const first = start();
  await record(await first.ledger(), newAttempt(), approved());
  await first.close();
  const { ledger, refusal, close } = start();
  const other = new DatabaseSync(path.join(folder, 'journal.db'));
  const refused = { kind: 'ledger', detail: expect.stringMatching(/journal\.db: /) as unknown };
  other.exec('begin immediate');
  expect(refusal()).toMatchObject(refused);
  other.exec('commit');
  expect(refusal()).toBe(null);
  other.exec('begin immediate');
  await record(await ledger(), newAttempt(), approved());
  await vi.waitFor(() => expect(refusal()).toMatchObject(refused), soon);
  other.exec('commit');
  other.close();
  expect(refusal()).toBe(null);
  await close();
});
