/** Good arguments for every call of the contract, with secrets in all that take one: for the specs that try each call. */
import type { CallName, GroupName } from '#shared/contract.ts';
import { profileSchema } from '#shared/profile.ts';

/** What is handed in and must stay in: keys, passwords, the card. */
export const secrets = {
  cclw: 'CAFE0123456789AB'.repeat(8),
  apiKey: 'SEGMENTOFTHEKEYONE|SEGMENTOFTHEKEYTWO',
  certificatePassphrase: 'passphrase-of-the-client-certificate',
  certificateFile: Buffer.from('the-bytes-of-a-client-certificate').toString('base64'),
  ledgerPassword: 'password-of-the-shared-ledger',
  vaultPassphrase: 'passphrase-of-the-vault-itself',
  cardNumber: '4916012776136988',
  passcode: 'passcode-of-the-first-supervisor',
  nextPasscode: 'passcode-that-took-its-place',
  cashierPasscode: 'passcode-of-a-new-cashier',
} as const;

export const id = (digit: number) => `01928374-5566-7788-99aa-bbccddeeff0${digit}`;
export const card = { number: secrets.cardNumber, expMonth: '12', expYear: '40', securityCode: '642', brand: 'VISA' };
export const draft = (digit: number, profileId = 'training') => ({
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
export const profile = profileSchema.parse({
  id: 'bakery',
  name: 'Bakery',
  environment: 'test',
  baseUrl: 'https://localhost:1',
  proxy: { kind: 'none' },
});
const seatSettings = { language: 'en', theme: 'light', seat: 'Seat 1' };
export const shared = { engine: 'postgres', url: 'postgres://caja@127.0.0.1:1/caja', ca: null, poolSize: 2 };
const day = { from: '2026-01-01T00:00:00.000Z', until: '2036-01-01T00:00:00.000Z' };

/** At least one good argument for each call, in the order in which they are made; a call without one does not compile. */
export const callArguments: {
  readonly [Group in GroupName]: { readonly [Name in CallName<Group>]: readonly unknown[] };
} = {
  // The rest is then done as the supervisor that these make.
  session: {
    createSupervisor: [{ name: 'Sol', passcode: secrets.passcode }],
    changePasscode: [{ current: secrets.passcode, next: secrets.nextPasscode }],
    stir: [undefined],
    lock: [undefined],
    signOut: [undefined],
    practise: [undefined],
    signIn: [
      { name: 'Sol', passcode: secrets.passcode },
      { name: 'Sol', passcode: secrets.nextPasscode },
    ],
    current: [undefined],
  },
  operators: {
    list: [undefined],
    add: [{ name: 'Ana', role: 'cashier', passcode: secrets.cashierPasscode }],
    change: [{ id: id(9), role: 'back-office', active: true }],
    resetPasscode: [{ id: id(9), passcode: secrets.cashierPasscode }],
    setIdleMinutes: [{ minutes: 15 }],
    approve: [
      { name: 'Sol', passcode: secrets.nextPasscode, profileId: 'training', amount: 12_000, lastFour: '6988' },
      { name: 'Ana', passcode: secrets.cashierPasscode, profileId: 'training', amount: 12_000, lastFour: '6988' },
    ],
  },
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
