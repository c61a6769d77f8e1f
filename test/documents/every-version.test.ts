/** Documents of every released version, opened as the program opens them: nothing is lost. */
import { describe, expect, test } from 'vitest';
import { copyFileSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { noPolicy } from '#electron/core/policy/policy.ts';
import { createMerchants } from '#electron/core/merchants/merchants.ts';
import { openSeatDocuments } from '#electron/documents/seat-documents.ts';
import { openDocument } from '#electron/documents/document-store.ts';
import { changeDocument, readDocument } from '#electron/documents/versioned-document.ts';
import { openStateFile } from '#electron/training/bank/state-file.ts';
import { createOsCipher } from '#electron/vault/os-cipher.ts';
import { createVault } from '#electron/vault/vault.ts';
import { createKeyStore } from '#test/fixtures/key-store.ts';
import { openConf } from '#test/fixtures/open-conf.ts';
import { openSeatOf, passcodes } from '#test/fixtures/seat-of.ts';
import { trainingTexts } from '#test/fixtures/shown/training-texts.ts';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import { trainingOrigin } from '#test/fixtures/world.ts';
import { aSeat } from '#test/fixtures/seat-settings.ts';
import { choiceInMemory } from '#test/fixtures/ledger/choice-in-memory.ts';
import { now } from '#test/vault/support.ts';
import { allFixtures, definitions, folderOf, lostFrom, newSeat, releases } from './support.ts';
import { runningAt } from '#test/fixtures/running-at.ts';

const open = (folder: string) => openSeatDocuments({ open: openConf, folder, now }, newSeat);
const vaultIn = (folder: string) => {
  const { vault } = open(folder);
  const cipher = createOsCipher(createKeyStore(), 'linux');
  return createVault(vault, cipher);
};

describe.each(allFixtures)('%s', (_title, { release, definition, text }) => {
  test('keeps everything when it is read and written, and gains newer fields', () => {
    const read = readDocument(definition, text);
    if (read.kind !== 'read') throw new Error('newer');
    const { content } = read.document;
    const folder = temporaryFolder();
    const store = openDocument({ open: openConf, folder, now }, definition);
    store.write(content);
    const again = openDocument({ open: openConf, folder, now }, definition);
    expect(again.read()).toEqual(content);
    const written = JSON.parse(readFileSync(join(folder, `${definition.name}.json`), 'utf8')) as object;
    if (release === releases.at(-1)) expect(written).toMatchObject(JSON.parse(text) as object);
    expect(lostFrom(JSON.parse(text), written)).toEqual([]);
  });

  test('is read and written with a text that the rule for card numbers refuses today', () => {
    const older = text.replaceAll(/("(?:name|seat)":\s*")(?=[^"])/g, '$14059 3101 8175 7001 ');
    const read = readDocument(definition, older);
    if (read.kind !== 'read') throw new Error('newer');
    const cards = (content: unknown): number => JSON.stringify(content).split('4059 3101 8175 7001').length;
    expect(cards(read.document.content)).toBe(cards(older));
    expect(cards(changeDocument(definition, read.document.content, read.document).stored)).toBe(cards(older));
  });
});

test('every document has a fixture', () => {
  const has = new Set(allFixtures.map(([, { definition }]) => definition));
  expect(definitions.filter((each) => !has.has(each))).toEqual([]);
});

describe.each(releases)('a data folder of release %s', (release) => {
  test('opens without a damaged file, and opening it writes nothing', () => {
    const folder = folderOf(release);
    const before = readdirSync(folder, { recursive: true });
    const documents = open(folder);
    expect(Object.values(documents).map((document) => document.unread)).toEqual(definitions.map(() => null));
    expect(Object.values(documents).map((document) => document.read())).not.toContain(null);
    expect(documents.program.read()?.lastVersion).toBe(release);
    expect(readdirSync(folder, { recursive: true })).toEqual(before);
  });
});

describe('the data folder of release 1.0.0', () => {
  test('has the saved settings of the seat', () => {
    const { seat, ledger, backups } = open(folderOf('1.0.0'));
    expect(seat.read()).toEqual(aSeat({ language: 'es', theme: 'dark', seat: 'Caja 3' }));
    expect(ledger.read()).toMatchObject({ engine: 'postgres', url: 'postgres://caja@db.example.com:5432/caja' });
    expect(backups.read()).toMatchObject({
      plan: { every: 'week', keep: 5 },
      folder: '/media/backups',
      done: { attempts: 12 },
      files: ['/media/backups/caja-2026-11-28.db', '/media/backups/caja-2026-12-06.db'],
    });
  });

  test('has its merchants with their secrets, and the active one is active', async () => {
    const folder = folderOf('1.0.0');
    const parts = {
      vault: vaultIn(folder),
      seals: choiceInMemory().seals,
      training: runningAt(trainingOrigin),
      trainingTexts,
      noteWithheld: () => undefined,
      policy: noPolicy,
      emit: () => undefined,
    };
    const merchants = createMerchants({ store: open(folder).merchants, ...parts });
    expect(merchants.active().name).toBe('Hotel Miramar');
    const views = await merchants.list();
    expect(views.map(({ merchant, has }) => [merchant.name, has.cclw.set, has.apiKey.set])).toEqual([
      ['Training', true, true],
      ['Café Ñandú', true, false],
      ['Hotel Miramar', true, true],
    ]);
    expect(merchants.all().find(({ id }) => id === 'cafe')).toMatchObject({
      taxRates: [1000, 0],
      captureTokenField: 'TokenRef',
      captureTokenFieldConfirmed: true,
      jsonHoldDays: 7,
    });
  });

  test('has the keys of its vault, also under a passphrase', async () => {
    const folder = folderOf('1.0.0');
    const key = { ok: true, value: new Uint8Array(32).fill(7) };
    expect(await vaultIn(folder).fingerprintKey()).toEqual(key);
    copyFileSync(join(folder, 'vault-with-passphrase.json'), join(folder, 'vault.json'));
    const locked = vaultIn(folder);
    expect(await locked.unlock('correct horse battery')).toMatchObject({ ok: true });
    expect(await locked.fingerprintKey()).toEqual(key);
  });

  test('lets operators sign in with their passcodes, and wrong tries still count', async () => {
    const { operators, session } = openSeatOf(folderOf('1.0.0'));
    expect(operators.names()).toEqual(['Ana', 'Sol']);
    expect(operators.idleMinutes()).toBe(5);
    expect(await session.signIn('Sol', passcodes.Sol)).toMatchObject({ ok: true });
    expect(session.access()).toEqual({ kind: 'working' });
    expect(await operators.check('Ana', 'wrong-three')).toMatchObject({ failure: { kind: 'wrong-passcode', left: 2 } });
  });

  test('begins training anew, and keeps the former file beside it', () => {
    const state = openStateFile(join(folderOf('1.0.0'), 'training.jsonl'), now);
    expect([state.unread?.reason, state.port, state.entries.length]).toEqual(['damaged', null, 0]);
    state.close();
  });
});
