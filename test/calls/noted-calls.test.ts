/** What each call of the contract leaves in the audit trail, on the real ledger: made as the screens make it, by an operator. */
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createCalls } from '#electron/calls/calls.ts';
import type { Services } from '#electron/calls/services.ts';
import { createAudit } from '#electron/core/audit/audit.ts';
import { createInFlight } from '#electron/core/payments/in-flight.ts';
import { noPolicy } from '#electron/core/policy/policy.ts';
import { createSeat } from '#electron/core/seat.ts';
import { seatParts } from '#test/fixtures/ledger/open-ledger.ts';
import { openSqliteLedger } from '#electron/ledger/open-ledger.ts';
import { openDeedSpool } from '#electron/ledger/journal/spools.ts';
import { wordsOf } from '#electron/shell/words.ts';
import type { Call } from '#shared/contract/call.ts';
import { contract } from '#shared/contract/contract.ts';
import { failed, ok, type Result } from '#shared/failure.ts';
import { usualBackups } from '#shared/ledger/backups.ts';
import { createOrders } from '#electron/core/orders/orders.ts';
import { newId } from '#shared/new-id.ts';
import type { LedgerChoice } from '#shared/seat/settings.ts';
import { callArguments } from '#test/fixtures/call-arguments.ts';
import { captureOf, draft, supervisor, unknown, visa } from '#test/fixtures/drafts.ts';
import { journalIn } from '#test/fixtures/ledger/journal-in.ts';
import { longWork } from '#test/fixtures/long-work.ts';
import { aSeat } from '#test/fixtures/seat-settings.ts';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import { aMerchant, createWorld, secrets } from '#test/fixtures/world.ts';
import { reportBug } from '#test/fixtures/report-bug.ts';

/** A call, what it is given, and the deeds that it leaves. */
type Step = readonly [call: string, input: unknown, deeds: readonly unknown[]];

const calls: Readonly<Record<string, Readonly<Record<string, Call>>>> = contract;
const argumentsOf: Readonly<Record<string, Readonly<Record<string, readonly unknown[]>>>> = callArguments;

const passphrase = 'a long enough passphrase';
/** An answer whose payment is in no ledger here. */
const stray = {
  id: newId(),
  operation: 'sell',
  amount: 12_000,
  currencySign: 'B/.',
  startedAt: '2026-11-20T10:00:00.000Z',
  outcome: 'approved',
  reference: 'SANDBOX_QX1K',
} as const;
const shared = { engine: 'postgres', url: 'postgres://caja@db-1:5433,db-2/caja', ca: null, poolSize: 2 } as const;

async function seatUnderTest() {
  const folder = temporaryFolder();
  const clock = () => new Date();
  const file = path.join(folder, 'audited.db');
  const ledger = await openSqliteLedger({ ...seatParts('Caja 1'), file });
  onTestFinished(() => ledger.close());
  const world = await createWorld({ folder, sharedLedger: ledger });
  const journal = journalIn(path.join(folder, 'journal.db'), reportBug);
  const audit = createAudit({
    opened: () => Promise.resolve(ledger),
    spool: openDeedSpool(journal, reportBug),
    clock,
    makeId: newId,
    reportBug,
  });
  let choice: LedgerChoice = { engine: 'sqlite' };
  let chosen = 0;
  const status = () => ({ choice, otherServer: null });
  const backups = { plan: usualBackups, folder: '/backups', done: null, failed: null };
  const answer = <Value>(value: Value) => Promise.resolve(ok(value));
  const handlers = createCalls({
    orders: createOrders({ clock: () => new Date(), emit: () => undefined, makeId: newId }),
    ...world,
    audit,
    session: {
      actor: () => supervisor,
      access: () => ({ kind: 'first-supervisor' }),
      signIn: () => answer(undefined),
      signOut: () => undefined,
      lock: () => undefined,
      keepAwake: () => undefined,
      changePasscode: () => answer(undefined),
      createSupervisor: () => answer(undefined),
    },
    seat: createSeat(world.documents.seat, aSeat({ seat: 'Caja 1' }), () => undefined, noPolicy),
    selectedLedger: {
      opened: () => Promise.resolve({ ...ledger, admitSeat: () => Promise.resolve({ seat: 'Bar' }) }),
      status: () => Promise.resolve(status()),
      choose: (next: LedgerChoice) => {
        choice = next;
        return answer(status());
      },
      acceptServer: () => Promise.resolve(status()),
      move: () => answer({ attempts: 1, amount: 100, verified: true }),
      async restore(file: string, { operatorName }: { readonly operatorName: string }) {
        await ledger.note(operatorName, { kind: 'restore', attempts: 3, file });
        return ok({ attempts: 3 });
      },
    },
    backups: {
      status: () => backups,
      plan: (plan: typeof usualBackups) => ok({ ...backups, plan }),
      keepIn: (place: string) => ok({ ...backups, folder: place }),
    },
    vault: { ...world.vault, unlock: () => answer({}), setPassphrase: () => answer({}) },
    inFlight: createInFlight(),
    longWork: longWork(),
    showInFolder: () => undefined,
    busy: () => false,
    training: async () => null,
    updates: {
      state: () => ({ kind: 'not-looked' }),
      look: () => Promise.resolve({ kind: 'found', version: '0.3.0', notes: '' }),
      restart: () => ok({ version: '0.3.0' }),
    },
    answers: { ...world.answers, setAside: () => answer(stray) },
    damagedFiles: {
      list: () => [],
      goOnWithout: () => Promise.resolve(ok({ document: 'vault', file: '/kept', reason: 'damaged' })),
    },
    provisioning: { waiting: () => null, allow: () => answer(null), dismiss: () => undefined },
    tellPage: () => undefined,
    legalFiles: { packages: () => Promise.resolve(null), show: () => undefined },
    version: '0.2.0',
    dataFolder: path.join(folder, 'data'),
    dialogs: {
      askWhereToSave: () => Promise.resolve(path.join(folder, `chosen-${++chosen}`)),
      askWhatToOpen: () => Promise.resolve('/copies/one.db'),
      askForFolder: () => Promise.resolve('/elsewhere'),
    },
    words: () => wordsOf('en'),
    printer: { pdf: () => Promise.resolve(Buffer.from('%PDF-')), print: () => answer(true) },
    copyText: () => Promise.resolve(),
    openMessage: () => Promise.resolve(true),
    clock,
    emit: () => undefined,
    openReceipt: () => answer(undefined),
    checkConnection: () => Promise.reject(new Error('not asked')),
  } as unknown as Services) as unknown as Record<string, Record<string, (input: unknown) => Promise<Result<unknown>>>>;
  let before = 0;
  /** Makes the call with the parsed input, and returns its result and the deeds that it left, oldest first. */
  async function make(call: string, input: unknown) {
    const [group = '', name = ''] = call.split('.');
    const result = await handlers[group]?.[name]?.(calls[group]?.[name]?.input.parse(input));
    await audit.close();
    const { events } = await ledger.events({ after: null, limit: 200 });
    const left = events.slice(0, events.length - before).toReversed();
    before = events.length;
    for (const { operatorName } of left) expect(operatorName, call).toBe(supervisor.name);
    return { result, left: left.map(({ deed }) => deed) };
  }
  return { make, world };
}

/**
 * Calls that leave nothing. There is no operators' file yet: each change of it writes its own entry, tested in `test/core/operators`. The
 * session, and provisioning, note themselves what they do.
 */
const silent = {
  payments:
    'forgetCard waitingOrder warm tryAgain keepCard lookalikes customers keepDraft keptDraft dropDraft dropOrder cancel',
  holds: 'unseenBatches list find void stopBatch',
  history: 'unknowns reach views operators search sums saveView removeView',
  paper: 'showFile',
  merchants: 'list active checkConnection',
  seat:
    'settings program policy insidePackages showLegalFiles damagedFiles waitingProvisioning dismissProvisioning cardOnScreen ' +
    'printable allowProvisioning',
  updates: 'state',
  vault: 'status',
  ledger: 'status backups eventOperators events',
  work: 'current cancel dismiss showFile',
  answers: 'waiting',
  training: 'status order',
  operators: 'list add change resetPasscode setIdleMinutes setLimits approve',
  session: 'current signOut lock keepAwake signIn changePasscode createSupervisor',
  reports: 'figures closes reconcile exportJournal',
};

it('each call leaves its deed in the audit trail, in the name of the operator, or none', async () => {
  const { make, world } = await seatUnderTest();
  const shop = aMerchant();
  const batchId = newId();
  const unanswered = draft({ amount: 77_00 });
  const [held, other] = [draft({ amount: 10_00 }), draft({ amount: 11_00 })];
  const sold = draft({ amount: 12_00 });
  const exportedTo = (what: string) => ({ kind: 'exported', what, rows: expect.any(Number), file: expect.any(String) });

  const steps: readonly Step[] = [
    ['payments.authorize', held, []],
    ['payments.sell', sold, []],
    ['payments.refund', { draftId: newId(), chargeId: sold.draftId, amount: 1_00, description: 'Returned' }, []],
    ['payments.earlierCard', { attemptId: sold.draftId }, []],
    [
      'payments.recharge',
      {
        draftId: newId(),
        merchantId: 'training',
        attemptId: sold.draftId,
        amount: 13_00,
        taxAmount: 0,
        concept: 'Order 9',
        description: 'The same again',
        consent: 'Ana agreed on the telephone',
      },
      [{ kind: 'charge-agreed', attemptId: expect.any(String), text: 'Ana agreed on the telephone' }],
    ],
    [
      'payments.forgetEarlierCard',
      { attemptId: sold.draftId },
      [{ kind: 'card-forgotten', attemptId: expect.any(String) }],
    ],
    ['payments.authorize', other, []],
    ['holds.check', { captures: [captureOf({ id: held.draftId, amount: held.amount })] }, []],
    ['holds.capture', captureOf({ id: held.draftId, amount: held.amount }), []],
    [
      'holds.captureMany',
      {
        batchId,
        captures: [
          captureOf({ id: other.draftId, amount: other.amount }),
          captureOf({ id: held.draftId, amount: 10_00 }),
        ],
      },
      [{ kind: 'batch-captured', batchId, rows: 1 }],
    ],
    ['holds.exportBatch', { batchId, format: 'csv' }, [exportedTo('batch')]],
    ['holds.dismissBatch', { batchId }, []],
    ['history.show', { id: sold.draftId }, []],
    ['history.lookUp', { id: sold.draftId }, []],
    ['history.export', { filter: {}, format: 'csv' }, [{ ...exportedTo('history'), rows: 7 }]],
    ['history.openReceipt', { id: sold.draftId }, [{ kind: 'receipt-opened', attemptId: sold.draftId }]],
    ...(['print', 'savePdf'] as const).map((name): Step => [
      `paper.${name}`,
      { document: { kind: 'receipt', attemptId: sold.draftId, size: 'roll-80', copies: 'both' }, language: 'es' },
      [{ kind: 'receipt-given', attemptId: sold.draftId, how: name === 'print' ? 'paper' : 'pdf' }],
    ]),
    [
      'paper.print',
      { document: { kind: 'holds', query: { show: 'all' }, size: 'letter' }, language: 'en' },
      [{ kind: 'printed', what: 'hold-list' }],
    ],
    [
      'paper.savePdf',
      { document: { kind: 'holds', query: { show: 'all' }, size: 'a4' }, language: 'en' },
      [exportedTo('hold-list')],
    ],
    [
      'paper.copy',
      { attemptId: sold.draftId, as: 'text', language: 'en' },
      [{ kind: 'receipt-given', attemptId: sold.draftId, how: 'text' }],
    ],
    [
      'paper.send',
      { attemptId: sold.draftId, by: 'mail', language: 'es' },
      [{ kind: 'receipt-sent', attemptId: sold.draftId, by: 'mail', to: 'm…@example.com' }],
    ],
    [
      'merchants.save',
      { merchant: shop, secrets: { cclw: secrets.cclw } },
      [
        {
          kind: 'merchant-saved',
          name: 'Shop',
          environment: 'test',
          added: true,
          origin: 'https://sandbox.example.com',
          changed: [],
          secrets: ['cclw'],
        },
      ],
    ],
  ];
  const seen = new Set<string>();
  async function take([call, input, deeds]: Step) {
    seen.add(call);
    const { result, left } = await make(call, input);
    expect(left, call).toEqual(deeds);
    return result;
  }
  let saved: unknown;
  for (const step of steps) saved = await take(step);
  const { merchant } = (saved as { value: { merchant: typeof shop } }).value;
  world.service.answer = () => unknown;
  const resolution = { outcome: 'declined', reference: 'R-1', note: 'Looked up' };
  const moved = { ...merchant, baseUrl: 'https://live.example.com/api', taxRates: [0] };
  const view = { kind: 'merchant-saved', name: 'Shop', environment: 'test', added: false };
  const rest: readonly Step[] = [
    ['payments.sell', unanswered, []],
    [
      'history.resolve',
      { id: unanswered.draftId, resolution },
      [{ kind: 'resolve', attemptId: unanswered.draftId, ...resolution }],
    ],
    ['merchants.save', { merchant, secrets: {} }, []],
    [
      'merchants.save',
      { merchant: moved, secrets: { cclw: secrets.cclw, apiKey: secrets.apiKey } },
      [{ ...view, origin: 'https://live.example.com', changed: ['taxRates', 'baseUrl'], secrets: ['cclw', 'apiKey'] }],
    ],
    [
      'merchants.save',
      { merchant: moved, secrets: { apiKey: null } },
      [{ ...view, origin: 'https://live.example.com', changed: ['apiKey'], secrets: [] }],
    ],
    ['merchants.save', { merchant: { ...moved, name: 'Practice', environment: 'training' }, secrets: {} }, []],
    [
      'merchants.activate',
      { merchantId: merchant.id },
      [{ kind: 'merchant-in-use', name: 'Shop', environment: 'test' }],
    ],
    ['merchants.activate', { merchantId: merchant.id }, []],
    [
      'merchants.confirmCaptureField',
      { merchantId: merchant.id, field: 'AuthRefNum' },
      [{ kind: 'capture-field-confirmed', name: 'Shop', field: 'AuthRefNum' }],
    ],
    [
      'merchants.remove',
      { merchantId: merchant.id },
      [{ kind: 'merchant-removed', name: 'Shop', environment: 'test' }],
    ],
    ['merchants.remove', { merchantId: merchant.id }, []],
    ['session.practise', undefined, [{ kind: 'merchant-in-use', name: expect.any(String), environment: 'training' }]],
    ['seat.save', aSeat({ seat: 'Caja 1' }), []],
    [
      'seat.save',
      aSeat({ seat: 'Front', theme: 'dark' }),
      [{ kind: 'seat-changed', changed: ['theme', 'seat'], seat: 'Front' }],
    ],
    [
      'seat.saveDiagnostics',
      undefined,
      [{ kind: 'diagnostics-saved', parts: expect.any(Number), file: expect.any(String) }],
    ],
    ['updates.look', undefined, [{ kind: 'update-looked', found: '0.3.0' }]],
    ['updates.restart', undefined, [{ kind: 'update-asked', version: '0.3.0' }]],
    [
      'seat.goOnWithout',
      { document: 'vault' },
      [{ kind: 'damaged-set-aside', document: 'vault', file: '/kept', reason: 'damaged' }],
    ],
    ['vault.unlock', { passphrase }, [{ kind: 'vault-unlocked' }]],
    ['vault.setPassphrase', { passphrase }, [{ kind: 'vault-passphrase' }]],
    ['ledger.choose', { choice: { engine: 'sqlite' }, password: null }, []],
    [
      'ledger.choose',
      { choice: shared, password: 'secret-of-the-ledger' },
      [{ kind: 'ledger-chosen', host: 'db-1:5433, db-2:5432', password: true }],
    ],
    [
      'ledger.choose',
      { choice: { engine: 'sqlite' }, password: null },
      [{ kind: 'ledger-chosen', host: null, password: false }],
    ],
    ['ledger.move', undefined, [{ kind: 'move', attempts: 1, amount: 100, verified: true }]],
    ['ledger.planBackups', { every: 'week', keep: 3 }, [{ kind: 'backups-planned', folder: '/backups' }]],
    ['ledger.planBackups', { every: 'off', keep: 3 }, [{ kind: 'backups-planned', folder: null }]],
    ['ledger.chooseBackupFolder', undefined, [{ kind: 'backups-planned', folder: path.resolve('/elsewhere') }]],
    ['ledger.backUp', undefined, [{ kind: 'backup', attempts: 8, file: expect.any(String), scheduled: false }]],
    ['ledger.acceptServer', {}, []],
    ['ledger.restore', {}, [{ kind: 'restore', attempts: 3, file: '/copies/one.db' }]],
    [
      'ledger.purge',
      { before: '2020-01-01T00:00:00.000Z' },
      [
        { kind: 'purge-begun', before: '2020-01-01T00:00:00.000Z', exported: 0, file: expect.any(String) },
        { kind: 'purge', before: '2020-01-01T00:00:00.000Z', removed: 0, file: expect.any(String) },
      ],
    ],
    ['ledger.checkTrail', undefined, [{ kind: 'trail-verified', entries: expect.any(Number), breaks: 0 }]],
    ['ledger.admitSeat', { signer: 'A'.repeat(43) }, [{ kind: 'seat-admitted', seat: 'Bar' }]],
    ['ledger.exportTrail', { format: 'csv' }, [exportedTo('audit-trail')]],
    ['answers.setAside', { id: stray.id }, [{ kind: 'answer-set-aside', ...stray }]],
    [
      'reports.close',
      { day: '2026-01-01', environment: 'training', merchantId: 'training' },
      [
        {
          kind: 'day-closed',
          closeId: expect.any(String),
          merchant: expect.any(String),
          environment: 'training',
          day: '2026-01-01',
          digest: expect.any(String),
        },
      ],
    ],
    [
      'reports.export',
      { query: { first: '2026-01-01', last: '2026-01-01', environment: 'training' }, format: 'csv' },
      [exportedTo('day-close')],
    ],
  ];
  for (const step of rest) await take(step);
  for (const [group, names] of Object.entries(silent))
    for (const name of names.split(' ')) await take([`${group}.${name}`, argumentsOf[group]?.[name]?.[0], []]);
  const all = Object.entries(calls).flatMap(([group, named]) => Object.keys(named).map((name) => `${group}.${name}`));
  expect([...seen].toSorted()).toEqual(all.toSorted());
  expect(JSON.stringify(await make('ledger.events', { limit: 200 }))).not.toMatch(
    new RegExp([visa, secrets.cclw, 'KEY1', 'secret-of-the-ledger', passphrase].join('|')),
  );
});

it('a call that fails leaves nothing', async () => {
  const { make } = await seatUnderTest();
  for (const [call, input] of [
    ['merchants.activate', { merchantId: 'nobody' }],
    ['merchants.confirmCaptureField', { merchantId: 'nobody', field: 'AuthRefNum' }],
    ['holds.exportBatch', { batchId: newId(), format: 'csv' }],
    ['history.openReceipt', { id: newId() }],
  ] as const) {
    const { result, left } = await make(call, input);
    expect(result, call).toMatchObject(failed({ kind: 'not-found' }));
    expect(left, call).toEqual([]);
  }
});
