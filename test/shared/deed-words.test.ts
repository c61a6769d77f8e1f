/** Sentences of the audit trail: one for every kind of deed in both languages, without a name of the code in it. */
import { describe, expect, it } from 'vitest';
import { newId } from '#shared/new-id.ts';
import { wordsOf } from '#electron/shell/words.ts';
import { deedGroups, groupOfKind, kindsOfGroup } from '#shared/audit/deed-groups.ts';
import {
  ledgerDeedKinds,
  ledgerDeedSchema,
  type LedgerDeed,
  type LedgerDeedKind,
} from '#shared/audit/ledger-events.ts';
import { updateFailureReasonSchema } from '#shared/updates/updates.ts';
import { merchantSettingNames } from '#shared/seat/merchant.ts';
import { seatSettingsSchema } from '#shared/seat/settings.ts';

const attemptId = '01928374-5566-7788-99aa-bbccddeeff01';
const at = '2026-11-20T12:00:00.000Z';
const file = '/files/one.csv';
const name = 'Rosa';

/** Deeds of each kind, with every choice that changes the sentence. A missing kind does not compile. */
const samples: { readonly [Kind in LedgerDeedKind]: readonly Omit<Extract<LedgerDeed, { kind: Kind }>, 'kind'>[] } = {
  'signed-in': [{ unlocked: true }, { unlocked: false }],
  'sign-in-failed': [
    { name, why: 'wrong-passcode' },
    { name, why: 'locked-out' },
    { name: null, why: 'unknown-name' },
    { name, why: 'operators-unconfirmed' },
  ],
  'signed-out': [{}],
  locked: [{ why: 'idle' }, { why: 'command' }, { why: 'suspend' }, { why: 'system' }, { why: 'step-up' }],
  'damaged-set-aside': [
    { document: 'vault', file: '/data/vault.damaged.json', reason: 'damaged' },
    { document: 'ledger', file: '/data/ledger.damaged.json', reason: 'changed' },
    { document: 'merchants', file: '/data/merchants.json', reason: 'unsealed' },
    { document: 'merchants', file: '/data/merchants.json', reason: 'earlier' },
  ],
  'answer-set-aside': [
    {
      id: newId(),
      operation: 'sell',
      amount: 12_000,
      currencySign: 'B/.',
      startedAt: at,
      outcome: 'approved',
      reference: 'SANDBOX_QX1K',
    },
  ],
  'settings-sealed': [{ stamp: 'a1B2c3D4e5F6' }],
  'vault-unlocked': [{}],
  'vault-passphrase': [{}],
  'step-up': [{ act: 'purge', operator: name }],
  'step-up-refused': [{ act: 'export', operator: name, name: null }],
  'merchant-saved': [
    {
      name,
      environment: 'test',
      added: false,
      origin: 'https://pay.example.com',
      changed: [...merchantSettingNames, 'name', 'environment', 'baseUrl'],
      secrets: ['cclw', 'apiKey', 'clientCertificate'],
    },
    { name, environment: 'test', added: true, origin: 'https://pay.example.com', changed: [], secrets: [] },
  ],
  'day-closed': [{ closeId: attemptId, merchant: name, environment: 'test', day: '2026-11-20', digest: '' }],
  'merchant-removed': [{ name, environment: 'test' }],
  'merchant-in-use': [{ name, environment: 'test' }],
  'capture-field-confirmed': [{ name, field: 'AuthRefNum' }],
  'secret-withheld': [
    { merchant: name, keyedFor: 'https://a.example', asked: 'https://b.example' },
    { merchant: null, keyedFor: 'db-1', asked: 'db-2' },
  ],
  'seat-changed': [{ changed: Object.keys(seatSettingsSchema.shape), seat: 'Till' }],
  'ledger-chosen': [
    { host: null, password: false },
    { host: 'db-1', password: true },
    { host: 'db-1', password: false },
  ],
  'backups-planned': [{ folder: null }, { folder: '/copies' }],
  'amount-limits': [
    { role: 'cashier', payment: 100_00, day: null, reversal: null, again: null },
    { role: 'back-office', payment: null, day: null, reversal: 20_00, again: 50_00 },
  ],
  'idle-lock': [{ minutes: 1 }, { minutes: 5 }],
  provisioned: [
    { file, created: [name], updated: [], how: 'signed' },
    { file, created: [], updated: [], how: 'first' },
  ],
  'provisioning-refused': [{ file, why: 'not-vouched' }],
  exported: (['history', 'batch', 'day-close', 'audit-trail'] as const).map((what) => ({ what, rows: 2, file })),
  'diagnostics-saved': [{ parts: 6, file }],
  printed: (['charge', 'holds', 'history', 'reports', 'settings'] as const).map((what) => ({ what })),
  'receipt-opened': [{ attemptId }],
  'receipt-sent': (['mail', 'whatsapp'] as const).map((by) => ({ attemptId, by, to: '+5076…36' })),
  'receipt-given': (['paper', 'pdf', 'link', 'text'] as const).map((how) => ({ attemptId, how })),
  backup: [
    { attempts: 1, file, scheduled: false },
    { attempts: 2, file, scheduled: true },
  ],
  'batch-captured': [{ batchId: attemptId, rows: 2 }],
  'trail-verified': [
    { entries: 2, breaks: 0 },
    { entries: 2, breaks: 1 },
  ],
  'program-started': [{ version: '0.2.0', system: 'Linux' }],
  'program-updated': [{ from: '0.1.0', to: '0.2.0' }],
  'program-ended': [{}],
  'update-looked': [{ found: null }, { found: '0.2.0' }],
  'update-refused': updateFailureReasonSchema.options.map((why) => ({ why })),
  'update-asked': [{ version: '0.2.0' }],
  'update-begun': [{ version: '0.2.0' }],
  'left-out': [{ counts: { locked: 2, 'vault-unlocked': 1, 'of-the-future': 1 }, until: at }],
  'purge-begun': [{ before: at, exported: 1, file }],
  purge: [{ before: at, removed: 2, file }],
  restore: [{ attempts: 1, file }],
  'begun-anew': [{ keptFile: file }],
  move: [
    { attempts: 1, amount: 1, verified: true },
    { attempts: 2, amount: 1, verified: false },
  ],
  'server-accepted': [
    { missing: 0, awaited: [] },
    { missing: 1, awaited: ['Hotel desk'] },
  ],
  'seats-awaited': [
    { seats: [], since: at, mark: 'A', before: null },
    { seats: ['Hotel desk', '?'], since: at, mark: 'B', before: 'A' },
    { seats: ['?'], since: at, mark: 'file C', before: null },
  ],
  'seat-compared': [{ mark: 'B' }],
  'awaited-put-back': [{ seats: [] }, { seats: ['Hotel desk'] }],
  'written-back': [{ attemptId }],
  'close-written-back': [{ closeId: attemptId, merchant: name, day: '2026-11-20' }],
  resolve: [
    { attemptId, outcome: 'declined', reference: 'R-1', note: 'Looked up' },
    { attemptId, outcome: 'approved', reference: 'R-1', note: '', against: 'declined' },
  ],
  contradiction: [{ attemptId, answered: 'approved', resolved: 'declined', resolvedBy: name, resolvedAt: at }],
  'charge-agreed': [{ attemptId, text: 'Ana agreed' }],
  'card-forgotten': [{ attemptId }],
  override: [
    { attemptId, reason: 'Two rooms' },
    { attemptId, reason: 'Two rooms', approvedBy: name },
  ],
  'operator-added': [{ name, role: 'cashier' }],
  'operator-changed': [
    { name, role: 'back-office', active: true },
    { name, role: 'cashier', active: false },
  ],
  'operator-passcode': [{ name }],
  'operator-locked-out': [{ name, tries: 5 }],
  'operators-adopted': [{ names: [name] }],
  'operators-put-back': [{ names: [name] }],
  'seat-admitted': [{ seat: name }],
  'operators-provisioned': [{ added: [name], changed: [] }],
  unlisted: [{ name: 'something-else' }],
};

/** Names of settings and kinds as the code writes them: `baseUrl`, `vault-unlocked`. */
const codeNames = new RegExp(
  [...merchantSettingNames.filter((each) => /[A-Z]/.test(each)), 'baseUrl', 'apiKey', 'vault-unlocked'].join('|'),
);

describe.each(['en', 'es'] as const)('the sentence in %s', (language) => {
  const { deed: sentence } = wordsOf(language);

  it.each(ledgerDeedKinds)('of %s is whole', (kind) => {
    for (const sample of samples[kind]) {
      const text = sentence(ledgerDeedSchema.parse({ kind, ...sample }));
      expect(text).toMatch(/^[\p{Lu}\d«“]/u);
      expect(text).not.toMatch(/\{\{|audit:|deed\.|settings:|undefined|null/);
      expect(text).not.toMatch(codeNames);
      expect(text).toMatch(/[^:\s]$/);
    }
  });

  it('of a setting that only a newer version knows keeps its name', () => {
    expect(sentence({ kind: 'seat-changed', changed: ['theme', 'ofTheFuture'], seat: 'Till' })).toContain(
      'ofTheFuture',
    );
  });
});

it('every kind is in one group, and an unknown one among those of the program', () => {
  expect(deedGroups.flatMap((group) => kindsOfGroup(group)).toSorted()).toEqual(ledgerDeedKinds.toSorted());
  expect(groupOfKind('of-the-future')).toBe('program');
});
