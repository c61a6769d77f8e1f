/** Damaged files that steer payments: nothing is sent until a supervisor goes on without them. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createDamagedFiles, type DamagedFiles } from '#electron/core/damaged-files.ts';
import { openSeatDocuments } from '#electron/documents/seat-documents.ts';
import { newSeat } from '#electron/core/seat.ts';
import { watchLog } from '#electron/ledger/sqlite/damaged-log.ts';
import { openConf } from '#test/fixtures/open-conf.ts';
import { temporaryFolder } from '#test/fixtures/world.ts';
import { now } from '#test/vault/support.ts';

const files = { merchants: 'profiles.json', vault: 'vault.json', ledger: 'ledger.json' } as const;

function open(folder: string, events: string[] = []): DamagedFiles {
  const documents = openSeatDocuments({ open: openConf, folder, now }, newSeat('en', 'Caja'));
  return createDamagedFiles({
    documents: { ...documents, log: watchLog(join(folder, 'ledger.db'), now) },
    openLedger: () => void events.push('opened'),
    emit: (name) => void events.push(name),
  });
}

test.each(['merchants', 'vault', 'ledger'] as const)(
  'a damaged file of the %s stops payments at every start until it is set aside',
  (document) => {
    const folder = temporaryFolder();
    const file = join(folder, files[document]);
    writeFileSync(file, '{"half":');
    const events: string[] = [];
    expect(open(folder).refusal()).toEqual({ kind: 'damaged-file', file });
    const second = open(folder, events);
    expect([second.refusal(), second.list()]).toEqual([{ kind: 'damaged-file', file }, [{ document, file }]]);
    const gone = second.goOnWithout(document);
    if (!gone.ok) throw new Error('refused');
    expect(gone.value.document).toBe(document);
    expect(readFileSync(gone.value.file, 'utf8')).toBe('{"half":');
    expect([existsSync(file), second.refusal(), second.list(), events]).toEqual([
      false,
      null,
      [],
      document === 'ledger' ? ['opened', 'ledger.changed'] : [`${document}.changed`],
    ]);
    expect(second.goOnWithout(document)).toEqual({ ok: false, failure: { kind: 'not-found' } });
    expect(open(folder).refusal()).toBeNull();
  },
);

test('whole and missing files stop nothing', () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, files.ledger), '{"engine":"sqlite"}');
  const damaged = open(folder);
  expect([damaged.refusal(), damaged.list()]).toEqual([null, []]);
});
