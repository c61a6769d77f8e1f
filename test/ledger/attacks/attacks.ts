/** What the owner of a ledger, or of a seat's folder, may try: edits, and what might pass for their explanation. */
import { generateKeyPairSync, sign } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { closeDigest } from '#electron/ledger/days/day-closes.ts';
import { eventDigest, factsDigest, linkHash, type LinkRow, type UnsignedLink } from '#electron/ledger/trail/link.ts';
import { linkedFacts } from '#electron/ledger/trail/linked-payments.ts';
import type { LedgerDeed } from '#shared/audit/ledger-events.ts';
import { newId } from '#shared/new-id.ts';
import type { AttackedLedger, Hands, Row } from './attacked-ledger.ts';

type Value = string | number | null;

const quoted = (value: Value | undefined): string =>
  typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value ?? null);

async function insert(hands: Hands, table: string, row: Row): Promise<void> {
  const values = Object.values(row).map(quoted).join(', ');
  await hands.run(`insert into ${table} (${Object.keys(row).join(', ')}) values (${values})`);
}

export const set = (hands: Hands, table: string, values: Row, where: string): Promise<void> =>
  hands.run(
    `update ${table} set ${Object.entries(values)
      .map(([name, value]) => `${name} = ${quoted(value)}`)
      .join(', ')} where ${where}`,
  );

export const byId = (id: string): string => `id = ${quoted(id)}`;

async function onlyRow(hands: Hands, query: string): Promise<Row> {
  const [row] = await hands.rows(query);
  if (row === undefined) throw new Error(`no row: ${query}`);
  return row;
}

interface Column {
  readonly name: string;
  readonly nullable: boolean;
  readonly isNumber: boolean;
}

async function columnsOf({ engine, hands }: AttackedLedger, table: string): Promise<readonly Column[]> {
  const rows = await hands.rows(
    engine === 'SQLite'
      ? `select name, type, "notnull" as needed from pragma_table_info('${table}') order by cid`
      : `select column_name as name, data_type as type, case is_nullable when 'NO' then 1 else 0 end as needed
         from information_schema.columns where table_schema = 'public' and table_name = '${table}' order by ordinal_position`,
  );
  return rows.map(({ name, type, needed }) => ({
    name: String(name),
    nullable: needed === 0,
    isNumber: /int/i.test(String(type)),
  }));
}

/** Values that Caja itself could have written. */
const others: Row = {
  operation: 'authorize',
  environment: 'production',
  family: 'form',
  state: 'declined',
  standing: 'declined',
  resolved_outcome: 'approved',
  resolved_how: 'late-answer',
  unknown_cause: 'timeout',
  not_sent_cause: 'refused',
  brand: 'MC',
  last_four: '0002',
  lang: 'EN',
  status: 'done',
  skip_reason: 'taken',
  role: 'supervisor',
  kind: 'exported',
  subject: 'event',
  custom_fields: '[{"id":"1","nameOrLabel":"Room","value":"13"}]',
  receipt_url: 'https://evil.example/receipt',
  challenge_url: 'https://evil.example/challenge',
  raw_answer: '{"success":"maybe"}',
};

const anInstant = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;

/** Returns a value that a reader would take for true. */
function otherValue({ name, isNumber }: Column, present: Value | undefined): Value {
  if (name === 'position') return Number(present) - 24 * 3_600_000 * 256;
  // Another link has the next number.
  if (name === 'link') return Number(present) + 1_000;
  if (isNumber) return ['active', 'must_change', 'finished'].includes(name) ? 1 - Number(present) : Number(present) + 1;
  const given = others[name];
  if (given !== undefined && given !== present) return given;
  if (typeof present === 'string' && anInstant.test(present)) return `2020${present.slice(4)}`;
  if (name === 'id' || name.endsWith('_id')) return newId();
  return `${present ?? ''}x`;
}

export interface Attack {
  readonly name: string;
  readonly only?: AttackedLedger['engine'];
  run(ledger: AttackedLedger): Promise<unknown>;
}

/** Keys of the tables, by which a row is found again. */
const keys = ['id', 'signer', 'link', 'batch_id', 'hold_id', 'name', 'seat'];
const ownKeys: Readonly<Record<string, readonly string[]>> = {
  attempts: ['id'],
  holds: ['id'],
  audit_links: ['signer', 'link'],
};

/** Changes of one column of a table, to another value that looks true and to none. */
export async function columnAttacks(ledger: AttackedLedger, table: string): Promise<readonly Attack[]> {
  await ledger.restore();
  const columns = await columnsOf(ledger, table);
  const rows = await ledger.hands.rows(`select * from ${table}`);
  return columns.flatMap((column) => {
    const { name, nullable } = column;
    const row = rows.find((each) => each[name] !== null) ?? rows[0];
    if (row === undefined) throw new Error(`nothing in ${table}`);
    const names = ownKeys[table] ?? keys.filter((key) => Object.hasOwn(row, key));
    const where = names.map((key) => `${key} = ${quoted(row[key])}`).join(' and ');
    const values = [otherValue(column, row[name]), ...(nullable && row[name] !== null ? [null] : [])];
    return values.map((value) => ({
      name: value === null ? `${name} emptied` : name,
      run: ({ hands }) => set(hands, table, { [name]: value }, where),
    }));
  });
}

/** Changes of each setting: to another value, to none, and taken out. */
export async function settingAttacks(ledger: AttackedLedger): Promise<readonly Attack[]> {
  await ledger.restore();
  const settings = await ledger.hands.rows('select name, value from ledger_settings order by name');
  return settings.flatMap(({ name, value }): readonly Attack[] => {
    const where = `name = ${quoted(name)}`;
    // A chain's key differs from run to run.
    const [kind = ''] = String(name).split(' ');
    return [
      { name: kind, run: ({ hands }) => set(hands, 'ledger_settings', { value: `${value}x` }, where) },
      { name: `${kind} emptied`, run: ({ hands }) => set(hands, 'ledger_settings', { value: '' }, where) },
      { name: `${kind} removed`, run: ({ hands }) => hands.run(`delete from ledger_settings where ${where}`) },
    ];
  });
}

const now = (): string => new Date().toISOString();

/** Entry of the audit trail that nobody signed. */
async function insertEntry(hands: Hands, deed: LedgerDeed, changes: Row = {}): Promise<Row> {
  const row = { id: newId(), at: now(), operator_name: 'Sol', seat: 'Old till', ...changes };
  const event = { ...row, kind: deed.kind, facts: JSON.stringify(deed) };
  await insert(hands, 'ledger_events', event);
  return event;
}

/** Deeds that explain, or seem to explain, that a payment is not as it was. */
const deedsAbout = (attemptId: string): readonly LedgerDeed[] => [
  { kind: 'written-back', attemptId },
  { kind: 'resolve', attemptId, outcome: 'declined', reference: '', note: 'Seen' },
  {
    kind: 'contradiction',
    attemptId,
    answered: 'declined',
    resolved: 'approved',
    resolvedBy: 'Sol',
    resolvedAt: '2026-01-01T00:00:00.000Z',
  },
  { kind: 'restore', attempts: 1, file: '/copy.db' },
  { kind: 'begun-anew', keptFile: '/copy.db' },
  { kind: 'server-accepted', missing: 1, awaited: [] },
  { kind: 'purge-begun', before: '2099-01-01T00:00:00.000Z', exported: 1, file: '/copy.xlsx' },
];

type Linked = Pick<LinkRow, 'subject' | 'subject_id' | 'revision' | 'facts' | 'digest'>;

/** Inserts a link of a seat that never was, with a key of the attacker's. */
async function insertMadeUp(hands: Hands, about: Linked, seat = 'TillC'): Promise<string> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const signer = publicKey.export({ format: 'der', type: 'spki' }).subarray(12).toString('base64url');
  const unsigned: UnsignedLink = { ...about, signer, link: 1, seat, linked_at: now() };
  const hash = linkHash('', unsigned);
  const signature = sign(null, Buffer.from(hash), privateKey).toString('base64url');
  await insert(hands, 'audit_links', { ...unsigned, hash, signature });
  return signer;
}

/** Names a key in the unsigned part of the seat's file, as one that signed while its vault was locked. */
async function nameAsOwn({ folder }: AttackedLedger, signer: string): Promise<void> {
  const file = path.join(folder, 'trail.json');
  const document = JSON.parse(await readFile(file, 'utf8')) as { unvouched: unknown[] };
  document.unvouched.push({ ledger: 'embedded', signer });
  await writeFile(file, JSON.stringify(document));
}

/** Inserts a link in the name of the seat, which its key has not signed. */
async function insertUnsigned({ hands, payments }: AttackedLedger, link: number, about: Linked): Promise<void> {
  const { signer } = await onlyRow(hands, `select signer from audit_links where subject_id = ${quoted(payments.sale)}`);
  const hash = unsignedHash;
  await insert(hands, 'audit_links', {
    ...about,
    signer: String(signer),
    link,
    seat: 'Till',
    linked_at: now(),
    hash,
    signature: 'x',
  });
}

const unsignedHash = 'unsigned';

/** Takes all such links out again, with their entries. */
export const withoutUnsigned = ({ hands }: AttackedLedger): Promise<void> =>
  hands.run(`delete from ledger_events where id in (select subject_id from audit_links where hash = '${unsignedHash}');
    delete from audit_links where hash = '${unsignedHash}'`);

const linkOfEntry = (event: Row) =>
  ({
    subject: 'event',
    subject_id: String(event['id']),
    revision: 0,
    facts: null,
    digest: eventDigest(event as unknown as Parameters<typeof eventDigest>[0]),
  }) as const;

/** Makes up a link that says of the payment what it is now, or that it is gone. */
async function linkAsItIs(hands: Hands, id: string): Promise<Linked> {
  const [row] = await hands.rows(`select * from attempts where ${byId(id)}`);
  const facts = row === undefined ? null : linkedFacts(row as unknown as Parameters<typeof linkedFacts>[0]);
  return { subject: 'payment', subject_id: id, revision: 9, facts, digest: factsDigest(id, facts) };
}

const linkAsItIsNow = async (hands: Hands, id: string, seat?: string): Promise<string> =>
  insertMadeUp(hands, await linkAsItIs(hands, id), seat);

type Run = Attack['run'];
const attacks = (runs: Readonly<Record<string, Run>>, only?: AttackedLedger['engine']): readonly Attack[] =>
  Object.entries(runs).map(([name, run]) => ({ name, run, ...(only && { only }) }));

/** An explanation of a payment's change. */
export interface Excuse extends Omit<Attack, 'run'> {
  run(ledger: AttackedLedger, paymentId: string): Promise<unknown>;
}

const renamed = (name: string, changes: Row): Excuse => ({
  name,
  run: ({ hands }, id) => set(hands, 'attempts', changes, byId(id)),
});

const kinds = deedsAbout(newId()).map(({ kind }) => kind);

function deedOfKind(kind: LedgerDeed['kind'], attemptId: string): LedgerDeed {
  const deed = deedsAbout(attemptId).find((each) => each.kind === kind);
  if (deed === undefined) throw new Error(kind);
  return deed;
}

const bySol = { resolved_by: 'Sol', resolved_how: 'person' } as const;

export const excuses: readonly Excuse[] = [
  renamed('the seat is unknown', { seat: 'Old till' }),
  renamed('the seat is another', { seat: 'TillB' }),
  renamed('the program run is another', { instance_id: newId() }),
  renamed('a supervisor’s word', { ...bySol, resolved_at: now(), resolved_note: 'ok' }),
  { ...renamed('the row’s checksum is removed', { checksum: null }), only: 'SQLite' },
  renamed('it says that it was written back', { restored_at: '2026-11-24T10:00:00.000Z' }),
  ...['Old till', 'TillB', 'Till'].flatMap((seat) =>
    kinds.map((kind): Excuse => ({
      name: `an unsigned entry ${kind} of ${seat}`,
      run: ({ hands }, id) => insertEntry(hands, deedOfKind(kind, id), { seat }),
    })),
  ),
  ...kinds.map((kind): Excuse => ({
    name: `an entry ${kind} that a made-up seat has signed`,
    run: async ({ hands }, id) =>
      insertMadeUp(hands, linkOfEntry(await insertEntry(hands, deedOfKind(kind, id), { seat: 'TillC' }))),
  })),
  { name: 'a link of a made-up seat', run: ({ hands }, id) => linkAsItIsNow(hands, id) },
  {
    name: 'a link of a made-up seat in another’s name, with the seat unknown',
    async run({ hands }, id) {
      await set(hands, 'attempts', { seat: 'TillC' }, byId(id));
      await linkAsItIsNow(hands, id);
    },
  },
];

/** Forgets what the seat’s own disk knows of the ledger. */
export const withoutJournal = ({ folder }: AttackedLedger): Promise<void> =>
  rm(path.join(folder, 'journal.db'), { force: true });

/** Inserts a copy of the approved sale. @returns its id */
async function copySale({ hands, payments }: AttackedLedger, changes: Row): Promise<string> {
  const sale = await onlyRow(hands, `select * from attempts where ${byId(payments.sale)}`);
  const [id, position] = [newId(), Number(sale['position']) + 9_000_000];
  const own = { id, position, cod_oper: 'X', auth_token: 'X', idtx: 'X', card_fingerprint: 'X', checksum: null };
  await insert(hands, 'attempts', { ...sale, ...own, indexed: 0, ...changes });
  return id;
}

const resolution = { resolved_outcome: null, resolved_how: null, resolved_by: null, resolved_at: null };
const seenDeclined = { ...bySol, standing: 'declined', resolved_outcome: 'declined' } as const;
const noAnswer = { state: 'unknown', standing: 'unknown', unknown_cause: 'crash', answered_at: null, ...resolution };
const unanswered = { ...noAnswer, state: 'sending', standing: 'sending', unknown_cause: null, answered_amount: null };

const cutLinks = (id: string): string => `delete from audit_links where subject_id = ${quoted(id)}`;
const gone = (id: string): string => `delete from attempts where ${byId(id)}`;
const printed = { kind: 'printed', what: 'reports' } as const;

type Change = (hands: Hands, id: string) => Promise<void>;
const edit: Change = (hands, id) => set(hands, 'attempts', { amount: 1, answered_amount: 1 }, byId(id));
const forget: Change = (hands, id) => set(hands, 'attempts', noAnswer, byId(id));
const unanswer: Change = (hands, id) => set(hands, 'attempts', unanswered, byId(id));
const resolve: Change = (hands, id) => set(hands, 'attempts', { ...seenDeclined, resolved_at: now() }, byId(id));
const remove: Change = (hands, id) => hands.run(gone(id));

/** Changes of a payment that a key of a locked vault may be made to vouch for. */
const namedChanges: readonly (readonly [string, 'sale' | 'unknown', Change])[] = [
  ['edited', 'sale', edit],
  ['put back to unknown', 'sale', forget],
  ['resolved', 'unknown', resolve],
  ['removed', 'sale', remove],
];

/** Where a link that nobody has signed may stand: before the first one of its chain, or behind the last one. */
const unsignedPlaces = { 'before the first': 0, 'behind the last': 1_000 } as const;

/** Attacks by links that nobody has signed, which may be taken out once the seat has gone by them. */
export const unsigned: readonly Attack[] = Object.entries(unsignedPlaces).flatMap(([place, number]): Attack[] => {
  const changed = (what: string, change: Change): Attack => ({
    name: `a payment ${what}, with a link ${place}`,
    async run(ledger) {
      await change(ledger.hands, ledger.payments.sale);
      await insertUnsigned(ledger, number, await linkAsItIs(ledger.hands, ledger.payments.sale));
    },
  });
  return [
    ...kinds.map((kind): Attack => ({
      name: `a payment removed, with an entry ${kind} ${place}`,
      async run(ledger) {
        const { hands, payments } = ledger;
        const event = await insertEntry(hands, deedOfKind(kind, payments.sale), { seat: 'Till' });
        await insertUnsigned(ledger, number, linkOfEntry(event));
        await remove(hands, payments.sale);
      },
    })),
    changed('edited', edit),
    changed('put back to being sent', unanswer),
  ];
});

/** Attacks that are no change of one column. */
export const acts: readonly Attack[] = [
  ...attacks({ 'a payment removed': ({ hands, payments }) => remove(hands, payments.sale) }),
  ...excuses
    .filter(({ name }) => name.includes('entry'))
    .map((excuse): Attack => ({
      name: `a payment removed, with ${excuse.name}`,
      async run(ledger) {
        await excuse.run(ledger, ledger.payments.sale);
        await remove(ledger.hands, ledger.payments.sale);
      },
    })),
  ...attacks({
    'a payment removed, with its links': ({ hands, payments: { sale } }) =>
      hands.run(`${gone(sale)}; ${cutLinks(sale)}`),
    async 'a capture removed, and its hold opened again'({ hands, payments }) {
      await remove(hands, payments.capture);
      await set(hands, 'holds', { state: 'open', settlement_id: null }, byId(payments.captured));
    },
    'a resolution taken back': ({ hands, payments }) =>
      set(hands, 'attempts', { ...resolution, standing: 'unknown' }, byId(payments.resolved)),
    'an unknown payment resolved': ({ hands, payments }) => resolve(hands, payments.unknown),
    'an approved payment put back to unknown': ({ hands, payments }) => forget(hands, payments.sale),
    'an approved payment put back to being sent': ({ hands, payments }) => unanswer(hands, payments.sale),
  }),
  ...['Till', 'TillB', 'TillC', 'Old till'].flatMap((seat) =>
    Object.entries({
      approved: {},
      unknown: noAnswer,
      'being sent': { ...unanswered, instance_id: newId() },
      'of last year': { position: 1_000, started_at: '2025-11-24T10:00:00.000Z' },
    }).map(([state, changes]): Attack => ({
      name: `a payment ${state} inserted in the name of ${seat}`,
      run: (ledger) => copySale(ledger, { seat, ...changes }),
    })),
  ),
  ...attacks({
    'a payment inserted with a link of a made-up seat': async (ledger) =>
      linkAsItIsNow(ledger.hands, await copySale(ledger, { seat: 'TillC' })),
  }),
  ...attacks(
    {
      async 'a payment inserted with a link of a key that the seat’s file names'(ledger) {
        const sale = await onlyRow(ledger.hands, `select position from attempts where ${byId(ledger.payments.sale)}`);
        const id = await copySale(ledger, { seat: 'Till', position: Number(sale['position']) + 1 });
        await nameAsOwn(ledger, await linkAsItIsNow(ledger.hands, id, 'Till'));
      },
    },
    'SQLite',
  ),
  ...namedChanges.map(([name, of, change]): Attack => ({
    name: `a payment ${name} with a link of a key that the seat’s file names`,
    async run(ledger) {
      const id = ledger.payments[of];
      await change(ledger.hands, id);
      await nameAsOwn(ledger, await linkAsItIsNow(ledger.hands, id, 'Till'));
    },
  })),
  ...attacks({
    async 'a payment removed, with a purge signed by a key that the seat’s file names'(ledger) {
      const { hands, payments } = ledger;
      const before = new Date(Date.now() + 3_600_000).toISOString();
      const deed = { kind: 'purge-begun', before, exported: 1, file: '/copy.xlsx' } as const;
      const event = await insertEntry(hands, deed, { seat: 'Till' });
      await nameAsOwn(ledger, await insertMadeUp(hands, linkOfEntry(event), 'Till'));
      await remove(hands, payments.sale);
    },
    'a hold removed': ({ hands, payments }) => hands.run(`delete from holds where ${byId(payments.hold)}`),
    async 'a hold inserted'({ hands, payments }) {
      const hold = await onlyRow(hands, `select * from holds where ${byId(payments.hold)}`);
      await insert(hands, 'holds', { ...hold, id: payments.sale });
    },
  }),
  ...['Till', 'TillB', 'TillC', 'Old till'].map((seat): Attack => ({
    name: `an entry inserted in the name of ${seat}`,
    run: ({ hands }) => insertEntry(hands, printed, { seat }),
  })),
  ...attacks({
    'an entry inserted that a made-up seat has signed': async ({ hands }) =>
      insertMadeUp(hands, linkOfEntry(await insertEntry(hands, printed, { seat: 'TillC' }))),
    'an entry removed': ({ hands }) => hands.run(`delete from ledger_events where operator_name = 'Ana'`),
    async 'an entry removed, with its link'({ hands }) {
      const { id } = await onlyRow(hands, `select id from ledger_events where operator_name = 'Ana'`);
      await hands.run(`delete from ledger_events where ${byId(String(id))}; ${cutLinks(String(id))}`);
    },
    'a close removed': ({ hands }) => hands.run('delete from day_closes'),
    async 'a close removed, with its entry and link'({ hands }) {
      const { id } = await onlyRow(hands, `select id from ledger_events where kind = 'day-closed'`);
      const entry = `delete from ledger_events where ${byId(String(id))}`;
      await hands.run(`delete from day_closes; ${entry}; ${cutLinks(String(id))}`);
    },
    async 'a close inserted, with an unsigned entry'({ hands }) {
      const close = await onlyRow(hands, 'select * from day_closes');
      const told = await onlyRow(hands, `select facts from ledger_events where kind = 'day-closed'`);
      const deed = JSON.parse(String(told['facts'])) as Extract<LedgerDeed, { readonly kind: 'day-closed' }>;
      const row = { ...close, id: newId(), seat: 'Old till' };
      await insert(hands, 'day_closes', row);
      const digest = closeDigest(row as unknown as Parameters<typeof closeDigest>[0]);
      await insertEntry(hands, { ...deed, closeId: row.id, digest });
    },
  }),
  ...attacks(
    {
      async 'a supervisor inserted'({ hands }) {
        const sol = await onlyRow(hands, `select * from operators where name = 'Sol'`);
        await insert(hands, 'operators', { ...sol, id: newId(), name: 'Eve', name_key: 'eve' });
      },
      'an operator removed': ({ hands }) => hands.run(`delete from operators where name = 'Ana'`),
      'the limits of amounts removed': ({ hands }) =>
        set(hands, 'ledger_settings', { value: '{"idleMinutes":15}' }, `name = 'operators-policy'`),
      // Acts on a list of seats that nobody captures before.
      'a seat put among those that are awaited': ({ hands }) =>
        insert(hands, 'awaited_seats', { seat: 'TillB', since: '2099-01-01T00:00:00.000Z' }),
    },
    'PostgreSQL',
  ),
  ...attacks({
    'all links removed': ({ hands }) => hands.run('delete from audit_links'),
    async 'all links and heads removed'({ hands, folder }) {
      await hands.run('delete from audit_links');
      await rm(path.join(folder, 'trail.json'));
    },
  }),
];
