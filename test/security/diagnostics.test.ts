/** The file for support: complete, readable without the program, and without a card, a secret or a customer. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { saveDiagnostics, type DiagnosticsParts } from '#electron/calls/diagnostics/save-diagnostics.ts';
import { noPolicy } from '#electron/core/policy/policy.ts';
import { createSeat } from '#electron/core/seat.ts';
import { seatParts } from '#test/fixtures/ledger/open-ledger.ts';
import { openSqliteLedger } from '#electron/ledger/open-ledger.ts';
import { openLog } from '#electron/shell/log.ts';
import { wordsOf } from '#electron/shell/words.ts';
import { usualBackups } from '#shared/ledger/backups.ts';
import type { LedgerChoice } from '#shared/seat/settings.ts';
import type { Language } from '#shared/languages.ts';
import { secrets as given, draft as keyedDraft } from '#test/fixtures/call-arguments.ts';
import { draft, securityCode, supervisor, visa } from '#test/fixtures/drafts.ts';
import { value } from '#test/fixtures/examples.ts';
import { longWork } from '#test/fixtures/long-work.ts';
import { aSeat } from '#test/fixtures/seat-settings.ts';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import { aMerchant, createWorld, useMerchant } from '#test/fixtures/world.ts';
import { textForms, zipMembers } from './byte-search.ts';
import { leaksInBytes } from './leaks.ts';

/** Texts of a customer, each long enough not to be found by chance. */
const customer = {
  firstName: 'Rosalinda',
  lastName: 'Etxeberria',
  email: 'rosalinda.etxeberria@example.org',
  phone: '50769981234',
  concept: 'Honeymoon suite',
  description: 'Two nights with breakfast',
};
const proxyPassword = 'password-of-the-proxy';

/** A seat with payments, secrets, operators and a log in which everything was written that must not get out. */
async function usedSeat(changes: Partial<DiagnosticsParts> = {}, language: Language = 'en') {
  const folder = temporaryFolder();
  const clock = () => new Date();
  const file = path.join(folder, 'ledger.db');
  const ledger = await openSqliteLedger({ ...seatParts('Caja 1'), file });
  onTestFinished(() => ledger.close());
  const world = await createWorld({ folder, sharedLedger: ledger });
  const shop = aMerchant({
    baseUrl: 'https://service.example.com/tenant-of-the-shop',
    collectorUrl: 'https://collector.example.com/script.js?account=number-of-the-account',
    receiptPhone: '269-1234',
  });
  const merchant = await useMerchant(world, shop, {
    cclw: given.cclw,
    apiKey: given.apiKey,
    clientCertificate: { kind: 'pkcs12', file: given.certificateFile, passphrase: given.certificatePassphrase },
  });
  for (const amount of [10_00, 11_00]) {
    value(await world.payments.sell(draft({ merchantId: merchant.id, amount, ...customer }), supervisor));
  }
  value(await world.operators.addFirst('Celia', given.passcode, 'Celia'));
  const log = openLog(path.join(folder, 'logs'));
  log.info('Request', { ...customer, ...keyedDraft(1), cclw: given.cclw });
  log.error('Bug', new Error(`at https://u:${proxyPassword}@proxy of ${JSON.stringify(JSON.stringify(customer))}`));
  log.error(`Called +507 6998-1234 and ${customer.phone}, apiKey=${given.apiKey}, firstName=Rosalinda`);
  const choice: LedgerChoice = {
    engine: 'postgres',
    url: 'postgres://user-of-the-ledger@db-1/caja',
    ca: null,
    poolSize: 2,
  };
  const saved = path.join(temporaryFolder(), 'diagnostics.zip');
  let asked = '';
  const parts = {
    ...world,
    longWork: longWork({ viewer: () => supervisor }),
    dialogs: {
      askWhereToSave: (_title: string, name: string) => {
        asked = name;
        return Promise.resolve(saved);
      },
    },
    words: () => wordsOf(language),
    clock,
    dataFolder: folder,
    version: '0.2.0',
    policy: noPolicy,
    seat: createSeat(world.documents.seat, aSeat({ seat: 'Recepción 2' }), () => undefined, noPolicy),
    backups: { status: () => ({ plan: usualBackups, folder, done: null, failed: null }) },
    selectedLedger: { opened: () => Promise.resolve(ledger), status: () => Promise.resolve({ choice, trail: null }) },
    ...changes,
  } as unknown as DiagnosticsParts;
  const result = value(await saveDiagnostics(parts, supervisor));
  const bytes = readFileSync(saved);
  const members = zipMembers(bytes).map(String);
  return { result, asked, bytes, members, readMe: members[0] ?? '' };
}

it('the file for support has every part, and no card, secret or customer in any form', async () => {
  const { result, asked, bytes, members, readMe } = await usedSeat();
  expect(asked).toMatch(/^caja-diagnostics-Recepcion-2-\d{4}-\d\d-\d\d$/);
  expect(result?.rows).toBe(6);
  expect(members).toHaveLength(7);
  for (const name of ['versions', 'checks', 'ledger', 'settings', 'files']) expect(readMe).toContain(`${name}.json`);
  expect(readMe).not.toContain('NOT IN THIS FILE');
  const [, , checks = '', ledger = '', settings = '', files = '', log = ''] = members;
  expect(JSON.parse(checks)).toMatchObject({ keyStore: { reason: null }, disk: { free: expect.any(Number) } });
  expect(JSON.parse(ledger)).toMatchObject({
    engine: 'sqlite',
    attempts: [{ operation: 'sell', environment: 'test', standing: 'approved', count: 2 }],
  });
  const told = JSON.parse(settings) as { readonly merchants: readonly object[] };
  expect(told).toMatchObject({
    ledger: { hosts: [{ host: 'db-1', port: 5432 }] },
    operators: { active: { supervisor: 1 } },
  });
  expect(told.merchants[1]).toMatchObject({
    settings: { name: 'Shop', baseUrl: 'https://service.example.com', taxRates: [700], receiptPhone: '(8 characters)' },
    secretsSet: { cclw: true, apiKey: true, clientCertificate: true },
  });
  expect(files).toContain('"ledger.db"');
  expect(log).toContain('Request');

  expect(leaksInBytes(bytes, [{ number: visa, securityCode, email: customer.email }])).toEqual([]);
  const others = [
    'tenant-of-the-shop',
    'number-of-the-account',
    'user-of-the-ledger',
    '269-1234',
    '6998-1234',
    proxyPassword,
  ];
  for (const content of [bytes, ...members.map((member) => Buffer.from(member))]) {
    const found = [...Object.values(customer), ...Object.values(given), ...others].filter((sought) =>
      textForms(sought).some(([, pattern]) => content.includes(pattern)),
    );
    expect(found).toEqual([]);
  }
});

it('a part that can’t be read leaves the others in, and both the file and the check say so', async () => {
  const gone = () => Promise.reject(new Error(`gone: ${customer.email}`));
  const dataFolder = temporaryFolder();
  writeFileSync(path.join(dataFolder, 'ledger.db'), 'not a database, but as long as the header of one would be');
  const { result, members, readMe } = await usedSeat(
    {
      dataFolder,
      vault: { status: gone },
      selectedLedger: { opened: gone, status: () => Promise.resolve({ choice: { engine: 'sqlite' }, trail: null }) },
    } as unknown as Partial<DiagnosticsParts>,
    'es',
  );
  expect(result?.rows).toBe(4);
  expect(readMe).toContain('NO ESTÁ EN ESTE ARCHIVO, porque no se pudo leer: gone: [removed]');
  expect(readMe).toContain('logs/main.log');
  const [, , checks = ''] = members;
  const fault = expect.any(String);
  expect(JSON.parse(checks)).toMatchObject({ keyStore: { fault }, ledgerFile: { fault }, clock: { now: fault } });
});
