/** Every call of the contract, with good and bad arguments, on a program that holds secrets: none of them comes back. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { contract, type CallName, type GroupName } from '#shared/contract.ts';
import { profileSchema } from '#shared/profile.ts';
import { expect, test } from './fixture.ts';

/** What is handed in and must stay in: keys, passwords, the card. */
const secrets = {
  cclw: 'CAFE0123456789AB'.repeat(8),
  apiKey: 'SEGMENTOFTHEKEYONE|SEGMENTOFTHEKEYTWO',
  certificatePassphrase: 'passphrase-of-the-client-certificate',
  certificateFile: Buffer.from('the-bytes-of-a-client-certificate').toString('base64'),
  ledgerPassword: 'password-of-the-shared-ledger',
  vaultPassphrase: 'passphrase-of-the-vault-itself',
  cardNumber: '4916012776136988',
} as const;

const id = (digit: number) => `01928374-5566-7788-99aa-bbccddeeff0${digit}`;
const card = { number: secrets.cardNumber, expMonth: '12', expYear: '40', securityCode: '642', brand: 'VISA' };
const draft = (digit: number, profileId = 'training') => ({
  draftId: id(digit),
  profileId,
  amount: 12_000 + digit,
  taxAmount: 0,
  firstName: 'Ana',
  lastName: 'Pérez',
  email: 'ana@example.org',
  phone: '50760201236',
  concept: 'Order',
  description: 'Order 7',
  customFieldValues: [],
  card,
});
const profile = profileSchema.parse({
  id: 'bakery',
  name: 'Bakery',
  environment: 'test',
  baseUrl: 'https://localhost:1',
  proxy: { kind: 'none' },
});
const seatSettings = { language: 'en', theme: 'light', seat: 'Seat 1' };
const shared = { engine: 'postgres', url: 'postgres://caja@127.0.0.1:1/caja', ca: null, poolSize: 2 };
const day = { from: '2026-01-01T00:00:00.000Z', until: '2036-01-01T00:00:00.000Z' };

/** At least one good argument for each call, in the order in which they are made; a call without one does not compile. */
const arguments_: { readonly [Group in GroupName]: { readonly [Name in CallName<Group>]: readonly unknown[] } } = {
  session: { current: [undefined] },
  profiles: {
    save: [
      {
        profile,
        secrets: {
          cclw: secrets.cclw,
          apiKey: secrets.apiKey,
          clientCertificate: {
            kind: 'pkcs12',
            file: secrets.certificateFile,
            passphrase: secrets.certificatePassphrase,
          },
        },
      },
      // A name that is taken is refused, with the same secrets in the argument.
      { profile: { ...profile, id: 'other' }, secrets: { cclw: secrets.cclw, apiKey: secrets.apiKey } },
    ],
    list: [undefined],
    checkConnection: [{ profileId: 'bakery' }, { profileId: 'training' }],
    confirmCaptureField: [{ profileId: 'bakery', field: 'AuthRefNum' }],
    activate: [{ profileId: 'bakery' }, { profileId: 'training' }],
    remove: [{ profileId: 'nobody' }],
  },
  payments: {
    warm: [undefined],
    authorize: [draft(1), { ...draft(2), family: 'form' }, draft(3, 'bakery')],
    sell: [draft(4), { ...draft(5), amount: 906_00 }, { ...draft(6), amount: 901_00 }, draft(4)],
    cancel: [{ draftId: id(1) }],
  },
  holds: {
    list: [{ show: 'all' }],
    capture: [{ holdId: id(1), amount: 12_001, description: 'Order 7' }],
    captureMany: [{ batchId: id(8), captures: [{ holdId: id(2), amount: 12_002, description: 'Order 7' }] }],
    stopBatch: [{ batchId: id(8) }],
    interruptedBatches: [undefined],
    dismissBatch: [{ batchId: id(8) }],
    find: [{ ids: [id(1), id(2)] }],
  },
  history: {
    search: [{}, { text: secrets.cardNumber }],
    show: [{ id: id(1) }, { id: id(2) }, { id: id(5) }],
    unknowns: [undefined],
    resolve: [{ id: id(5), resolution: { outcome: 'declined', reference: 'R-1', note: 'Looked up' } }],
    export: [{ filter: {}, format: 'csv' }],
    dayClose: [{ ...day, offsetMinutes: -300, environment: 'training' }],
    operators: [undefined],
    events: [{}],
    openReceipt: [{ id: id(1) }],
  },
  settings: {
    save: [seatSettings],
    chooseLedger: [{ choice: shared, password: secrets.ledgerPassword }],
    moveLedger: [undefined],
    backUp: [undefined],
    planBackups: [{ every: 'week', keep: 7 }],
    chooseBackupFolder: [undefined],
    restore: [undefined],
    purge: [{ before: '2020-01-01T00:00:00.000Z' }],
  },
  vault: {
    setPassphrase: [{ passphrase: secrets.vaultPassphrase }],
    unlock: [{ passphrase: secrets.vaultPassphrase }, { passphrase: `${secrets.vaultPassphrase}?` }],
  },
  training: { status: [undefined], order: [{ fault: { kind: 'none' }, times: null }] },
};

/** Arguments that no call takes, with secrets in keys and values. */
const bad: readonly unknown[] = [
  null,
  secrets.cardNumber,
  [secrets.apiKey],
  { [secrets.cclw]: secrets.ledgerPassword },
  { ...draft(7), amount: secrets.cardNumber, card: { ...card, number: `${secrets.cardNumber}1`, extra: secrets.cclw } },
  { profile: { ...profile, baseUrl: `http://${secrets.ledgerPassword}` }, secrets: { cclw: [secrets.cclw] } },
  { choice: { ...shared, poolSize: secrets.ledgerPassword }, password: { text: secrets.ledgerPassword } },
];

/** The plain text, and what hex and base64 make of it; of a key each segment by itself. */
const formsOf = (secret: string): readonly string[] =>
  secret.split('|').flatMap((part) => {
    const bytes = Buffer.from(part);
    return [part, bytes.toString('hex'), bytes.toString('base64').replace(/=+$/, '')];
  });

test('no call answers with a secret, whatever it is asked', async ({ app, win, kept, userData, mainLog }) => {
  await app.evaluate(({ dialog }) => {
    dialog.showSaveDialog = async () => ({ canceled: true, filePath: '' });
    dialog.showOpenDialog = async () => ({ canceled: true, filePaths: [] });
  });
  const ask = (group: string, name: string, input: unknown): Promise<unknown> =>
    win.evaluate(([g, n, i]) => window.caja.call(g, n, i), [group, name, input] as const);
  const reached: string[] = [];
  for (const [group, calls] of Object.entries(arguments_)) {
    for (const [name, inputs] of Object.entries<readonly unknown[]>(calls)) {
      for (const input of inputs) {
        const answer = await ask(group, name, input);
        expect(answer, `${group}.${name}`).not.toMatchObject({ failure: { kind: 'invalid' } });
        expect(answer, `${group}.${name}`).not.toMatchObject({ failure: { kind: 'internal' } });
      }
      reached.push(`${group}.${name}`);
      for (const input of bad) {
        expect(await ask(group, name, input), `${group}.${name}`).toMatchObject({ failure: { kind: 'invalid' } });
      }
    }
  }
  const listed = Object.entries(contract).flatMap(([group, calls]) =>
    Object.keys(calls).map((name) => `${group}.${name}`),
  );
  expect(reached.toSorted()).toEqual(listed.toSorted());

  const record = readFileSync(path.join(kept, 'ipc.jsonl'), 'utf8');
  const log = readFileSync(path.join(userData, 'logs/main.log'), 'utf8');
  const vault = readFileSync(path.join(userData, 'vault.json'), 'utf8');
  for (const [what, secret] of Object.entries(secrets)) {
    for (const form of formsOf(secret)) {
      expect(record.includes(form), `${what} crossed the bridge`).toBe(false);
      expect(log.includes(form), `${what} is on the log`).toBe(false);
      expect(vault.includes(form), `${what} is readable in the vault`).toBe(false);
      expect(mainLog.join('').includes(form), `${what} was printed`).toBe(false);
    }
  }
});
