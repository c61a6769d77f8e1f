/** Payments that somebody changed in the database: no money follows from them, whatever the check of the trail has found so far (invariant 12). */
import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql, type Kysely } from 'kysely';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { abandonAttempts } from '#electron/ledger/attempts/finish.ts';
import type { StoredLedger } from '#electron/ledger/stored-ledger.ts';
import { factsDigest, linkHash, type LinkRow } from '#electron/ledger/trail/link.ts';
import { linkedColumns, linkedFacts, type LinkedRow } from '#electron/ledger/trail/linked-payments.ts';
import { createTrailKey } from '#electron/ledger/trail/trail-key.ts';
import { newId } from '#shared/new-id.ts';
import type { Attempt } from '#shared/payments/attempt.ts';
import {
  approved,
  backOffice,
  captureOf,
  cashier,
  draft,
  rechargeOf,
  refundOf,
  supervisor,
} from '#test/fixtures/drafts.ts';
import { lost, newAttempt, resolution, value } from '#test/fixtures/examples.ts';
import { hold, sold } from '#test/fixtures/holds.ts';
import { onDatabase } from '#test/fixtures/ledger/bare-ledger.ts';
import { engines, enginesOfSameSql } from '#test/fixtures/ledger/engines.ts';
import { withoutHeartbeats } from '#test/fixtures/ledger/without-heartbeats.ts';
import { aMerchant, createWorld, useMerchant, type World } from '#test/fixtures/world.ts';
import { times } from '#test/support/thorough.ts';
import { byHand, deed, makeSigningSeat, seenDeclined, type SigningSeat } from '#test/ledger/trail/signing-seat.ts';
import { soon } from '#test/support/soon.ts';

// One would write back what an edit has taken out, and take a change that is undone for a server that went back.
withoutHeartbeats();

const shop = aMerchant({ allowVoids: true, allowRefunds: true, allowChargeAgain: true });

let amount = 100_00;
/** No two payments are lookalikes. */
const draftOfOwn = () => draft({ merchantId: shop.id, amount: (amount += 1) });
const held = (world: World): Promise<Attempt> => hold(world, draftOfOwn());
const charged = (world: World): Promise<Attempt> => sold(world, draftOfOwn());

const altered = { ok: false, failure: { kind: 'payment-altered' } } as const;
const notOpen = { ok: false, failure: { kind: 'hold-not-open', state: 'altered' } } as const;

/** Acts that move money of an earlier payment. `said` stands for a payment that was altered. */
const acts = {
  capture: {
    before: held,
    act: (world: World, before: Attempt) => world.captures.capture(captureOf(before), backOffice),
    said: notOpen,
  },
  batch: {
    before: held,
    act: (world: World, before: Attempt) =>
      world.batches.captureMany({ batchId: newId(), captures: [captureOf(before)] }, backOffice),
    said: { ok: true, value: { rows: [{ status: 'skipped', skipReason: 'altered', attempt: null }] } },
  },
  'check of a batch': {
    before: held,
    act: (world: World, before: Attempt) => world.batches.check([captureOf(before)]),
    said: { ok: true, value: [{ reason: 'altered' }] },
  },
  void: {
    before: held,
    act: (world: World, { id: holdId }: Attempt) => world.reversals.void({ holdId, description: 'Gone' }, supervisor),
    said: notOpen,
  },
  refund: {
    before: charged,
    act: (world: World, before: Attempt) => world.reversals.refund(refundOf(before), supervisor),
    said: altered,
  },
  recharge: {
    before: charged,
    act: (world: World, before: Attempt) =>
      world.recharges.recharge(rechargeOf(before.id, { merchantId: shop.id }), cashier),
    said: altered,
  },
} as const;

type Hands = Kysely<Readonly<Record<string, never>>>;

/** Edits the ledger of a seat as the owner of its database. */
const byOwner = ({ store }: SigningSeat, edit: (db: Hands) => Promise<unknown>): Promise<void> =>
  byHand(store, (db) => edit(db as unknown as Hands));

/** Signs an edited payment under another key, as the last link about it or in place of all others. */
async function plant(db: Hands, id: string, changes: Partial<LinkRow>): Promise<void> {
  const columns = sql.join(linkedColumns.map((name) => sql.ref(name)));
  const { rows } = await sql<LinkedRow>`select ${columns} from attempts where id = ${id}`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('no payment');
  const key = createTrailKey(randomBytes(32)).signerOf('any');
  const facts = linkedFacts(row);
  const about = { subject: 'payment', subject_id: id, revision: 9, facts, digest: factsDigest(id, facts) } as const;
  const unsigned = { signer: key.signer, link: 1, seat: 'Till', ...about, linked_at: new Date().toISOString() };
  const hash = linkHash('', unsigned);
  const link: LinkRow = { ...unsigned, hash, signature: key.sign(hash), ...changes };
  const [names, values] = [Object.keys(link).map((name) => sql.ref(name)), Object.values(link)];
  await sql`insert into audit_links (${sql.join(names)}) values (${sql.join(values)})`.execute(db);
}

/** Matches payments that settled a hold or refunded a charge. */
const later = (id: string) => sql<boolean>`(hold_id = ${id} or charge_id = ${id})`;

const opened = (db: Hands) => sql`update holds set state = 'open', settlement_id = null`.execute(db);

const dearer = (db: Hands, id: string) => sql`update attempts set amount = 99999 where id = ${id}`.execute(db);

let planted = 9_000;

/** Edits by somebody who owns the database, and knows what links look like. */
const edits: Readonly<Record<string, (db: Hands, id: string) => Promise<unknown>>> = {
  'a reference': (db, id) => sql`update attempts set cod_oper = 'STOLEN_1' where id = ${id}`.execute(db),
  'an answer’s text': (db, id) => sql`update attempts set raw_answer = '{}' where id = ${id}`.execute(db),
  'an amount': dearer,
  'an amount, and its links removed': async (db, id) => {
    await dearer(db, id);
    await sql`delete from audit_links where subject_id = ${id}`.execute(db);
  },
  'an amount, linked under a key that nobody knows': async (db, id) => {
    await dearer(db, id);
    await plant(db, id, {});
  },
  'an amount, its links replaced by one of a made-up seat': async (db, id) => {
    await dearer(db, id);
    await sql`delete from audit_links where subject_id = ${id}`.execute(db);
    await plant(db, id, {});
  },
  'an amount, linked under the seat’s key without its signature': async (db, id) => {
    await dearer(db, id);
    const { rows } = await sql<LinkRow>`select signer from audit_links where subject_id = ${id}`.execute(db);
    await plant(db, id, { signer: rows[0]?.signer ?? '', link: (planted += 1) });
  },
};

/** Bodies of triggers, which run for each row, in both dialects. */
type Hook = Readonly<Record<(typeof engines)[number], string>>;

const hooks = {
  ignore: { SQLite: 'select raise(ignore)', PostgreSQL: 'return null' },
  raise: { SQLite: `select raise(abort, 'Call us')`, PostgreSQL: `raise exception 'Call us'` },
} as const satisfies Readonly<Record<string, Hook>>;

const replaced = (column: string, by: string, table = 'attempts'): Hook => ({
  SQLite: `update ${table} set ${column} = ${by} where id = new.id`,
  PostgreSQL: `new.${column} := ${by}; return new`,
});

type Edit = (seat: SigningSeat) => Promise<unknown>;

/** Ways in which the owner of a server can hide payments from a seat, and what undoes them. */
const hiding: readonly (readonly [what: string, statements: readonly string[], undoes: readonly string[]])[] = [
  [
    'with a policy for its rows',
    ['alter table attempts enable row level security'],
    ['alter table attempts disable row level security'],
  ],
  [
    'with a view',
    ['alter table holds rename to theirs', 'create view holds as select * from theirs'],
    ['drop view holds', 'alter table theirs rename to holds'],
  ],
  [
    'with a table that inherits',
    ['create table theirs () inherits (attempts)'],
    // The server forgets with new statistics that there was one, as it does below with a rule.
    ['drop table theirs', 'analyze attempts'],
  ],
  [
    'with a table that a crash empties',
    ['alter table awaited_seats set unlogged'],
    ['alter table awaited_seats set logged'],
  ],
  [
    'with settings that a crash empties',
    ['alter table ledger_settings set unlogged'],
    ['alter table ledger_settings set logged'],
  ],
  [
    'with a column too short for its default',
    [`alter table attempts add theirs varchar(1), alter theirs set default 'long'`],
    ['alter table attempts drop theirs'],
  ],
  [
    'with a numbering that has come to its end',
    [`select setval(pg_get_serial_sequence('attempts_unindexed', 'number'), 9223372036854775807)`],
    [`select setval(pg_get_serial_sequence('attempts_unindexed', 'number'), 9000)`],
  ],
  [
    'with a key of its own',
    [
      `do $$ begin
        execute format('create unique index audit_links_link_key on audit_links ((1)) where link >= %s', (select max(link) from audit_links));
      end $$`,
    ],
    ['drop index audit_links_link_key'],
  ],
  [
    'with a type that keeps as many letters as its values have',
    ['alter table attempts alter merchant_id type char(4)'],
    ['alter table attempts alter merchant_id type text'],
  ],
  [
    'with a column that nobody fills in',
    [`alter table attempts add theirs text not null default 'x'`, 'alter table attempts alter theirs drop default'],
    ['alter table attempts drop theirs'],
  ],
  [
    'with a list of its own that merchants have to be on',
    [
      'create table theirs (id text primary key)',
      'alter table attempts add foreign key (merchant_id) references theirs not valid',
    ],
    ['drop table theirs cascade'],
  ],
  ...Object.entries({ divides: 'perform 1 / 0; return new', 'gives nothing back': 'null', commits: 'commit' }).map(
    ([what, does]): (typeof hiding)[number] => [
      `with a trigger that ${what}`,
      [
        `create function theirs() returns trigger language plpgsql as 'begin ${does}; end'`,
        'create trigger theirs before insert on attempts for each row execute function theirs()',
      ],
      ['drop function theirs cascade'],
    ],
  ),
  [
    'with a rule',
    ['create rule theirs as on delete to awaited_seats do instead nothing'],
    ['drop rule theirs on awaited_seats', 'analyze awaited_seats'],
  ],
  [
    'with a check by which the planner may leave the table out',
    [
      `create function theirs() returns boolean language sql immutable as 'select true'`,
      'alter table attempts add check (theirs())',
    ],
    ['drop function theirs cascade'],
  ],
  [
    'with an index that lacks what was there before its condition became true',
    [
      `create function theirs() returns boolean language sql immutable as 'select false'`,
      'create index theirs on attempts (card_fingerprint, amount, merchant_id) where theirs()',
      `create or replace function theirs() returns boolean language sql immutable as 'select true'`,
      'alter index theirs set (fillfactor = 90)',
    ],
    ['drop function theirs cascade'],
  ],
  [
    'with another table of the name in the role’s own schema',
    [
      `do $$ begin
        execute format('create schema %I', current_user);
        execute format('create table %I.attempts as table public.attempts', current_user);
      end $$`,
    ],
    [`do $$ begin execute format('drop schema %I cascade', current_user); end $$`],
  ],
  [
    'with a type whose values are never the same',
    [
      `create type theirs as enum ('${shop.id}')`,
      `create function differ(theirs, theirs) returns boolean language sql immutable as 'select false'`,
      'create operator = (leftarg = theirs, rightarg = theirs, function = differ)',
      'alter table attempts alter merchant_id type theirs using merchant_id::theirs',
    ],
    ['alter table attempts alter merchant_id type text', 'drop type theirs cascade'],
  ],
  [
    'with an order in which earlier instants are later',
    [
      `create collation theirs (provider = icu, locale = 'und', rules = '&9 < 0')`,
      'alter table attempts alter started_at type text collate theirs',
    ],
    ['alter table attempts alter started_at type text collate "default"', 'drop collation theirs'],
  ],
  [
    'with an operator for the types that the guard compares',
    [
      `create function never(bigint, numeric) returns boolean language sql immutable as 'select false'`,
      'create operator > (leftarg = bigint, rightarg = numeric, function = never)',
    ],
    ['drop function never cascade'],
  ],
  [
    'with a function for the types that the lock is made of',
    [`create function hashtextextended(text, integer) returns bigint language sql as 'select 1::bigint'`],
    ['drop function hashtextextended(text, integer)'],
  ],
  [
    'with a cast that makes a number of what the checks of the server fail with',
    [
      `create function theirs(text) returns integer language sql immutable as 'select 1'`,
      'create cast (text as integer) with function theirs(text)',
    ],
    ['drop function theirs(text) cascade'],
  ],
];

async function runAll(db: Parameters<Parameters<typeof onDatabase>[1]>[0], statements: readonly string[]) {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/** Runs statements in the ledger that a seat has open. */
const run = ({ store }: SigningSeat, statements: readonly string[]) =>
  onDatabase(store.address, (db) => runAll(db, statements));

/** Statements that make a trigger. On SQLite one that changes a row has to come after it. */
function hookOf(
  engine: (typeof engines)[number],
  event: 'insert' | 'update',
  does: Hook,
  table = 'attempts',
): readonly string[] {
  const when = `${does.SQLite.startsWith('update') ? 'after' : 'before'} ${event} on ${table}`;
  return {
    SQLite: [`create trigger theirs ${when} begin ${does.SQLite}; end`],
    PostgreSQL: [
      `create function theirs() returns trigger language plpgsql as 'begin ${does.PostgreSQL.replaceAll("'", "''")}; end'`,
      `create trigger theirs before ${event} on ${table} for each row execute function theirs()`,
    ],
  }[engine];
}

/** Statements that remove that trigger. */
const unhooks = { SQLite: ['drop trigger theirs'], PostgreSQL: ['drop function theirs cascade'] } as const;

/** A sale whose answer never came. */
async function leftUnknown(_world: World, _seat: SigningSeat, ledger: StoredLedger): Promise<Attempt> {
  const begun = value(await ledger.begin(newAttempt({ operation: 'sell', seat: 'Caja 1', merchant: shop }), null));
  await abandonAttempts(ledger.engine, 'id', [begun.id]);
  return begun;
}

/** A sale that somebody has taken out with its links, which are not the last of the chain: the seat would miss those at once. */
async function takenOut(world: World, seat: SigningSeat, ledger: StoredLedger): Promise<Attempt> {
  const sale = await charged(world);
  await vi.waitFor(() => expect(begunAt(seat)).toContainEqual({ subject: sale.id }), soon);
  await ledger.note('Ana', deed);
  await byOwner(seat, async (db) => {
    await sql`delete from audit_links where subject_id = ${sale.id}`.execute(db);
    await sql`delete from attempts where id = ${sale.id}`.execute(db);
  });
  return sale;
}

/** Writes of a payment after the one that began it, and a trigger that changes what they write. */
const lateWrites: Readonly<
  Record<
    string,
    {
      /** Makes the payment that is written. */
      readonly make: (world: World, seat: SigningSeat, ledger: StoredLedger) => Promise<Attempt>;
      readonly event: 'insert' | 'update';
      readonly does: Hook;
      readonly write: (ledger: StoredLedger, sale: Attempt) => Promise<unknown>;
    }
  >
> = {
  'a late answer is written': {
    make: leftUnknown,
    event: 'update',
    does: replaced('cod_oper', `'STOLEN_1'`),
    write: (ledger, { id }) => ledger.finish(id, approved(12_000), new Date().toISOString()),
  },
  'a person resolves it': {
    make: leftUnknown,
    event: 'update',
    does: replaced('cod_oper', `'STOLEN_1'`),
    write: (ledger, { id }) => ledger.resolve(id, resolution('approved', { reference: 'R1' })),
  },
  'it is written back': {
    make: takenOut,
    event: 'insert',
    does: replaced('amount', '99999'),
    write: (ledger) => ledger.recover(),
  },
};

/** Captures a hold beside another one, and refunds a charge. */
async function settled(world: World) {
  const [held, charge] = [await acts.capture.before(world), await acts.refund.before(world)];
  await acts.capture.before(world);
  world.service.answer = () => approved(held.amount);
  expect(await acts.capture.act(world, held)).toMatchObject({ ok: true, value: { state: 'approved' } });
  world.service.answer = () => approved(charge.amount);
  expect(await acts.refund.act(world, charge)).toMatchObject({ ok: true, value: { state: 'approved' } });
  return { held, charge, sent: world.service.requests.length };
}

async function worldOn(sharedLedger: StoredLedger): Promise<World> {
  const world = await createWorld({ sharedLedger });
  await useMerchant(world, shop);
  return world;
}

/** A world whose ledger a seat signs. The program of an edit has it open too. */
async function signedWorld(
  engine: (typeof engines)[number],
): Promise<{ readonly world: World; readonly seat: SigningSeat; readonly ledger: StoredLedger }> {
  const seat = await makeSigningSeat(engine);
  onTestFinished(() => seat.drop());
  const ledger = await seat.open('Caja 1');
  // From here on the seat knows which chains there were at its first start.
  await ledger.checkTrail();
  return { world: await worldOn(ledger), seat, ledger };
}

/** Returns what the seat's journal has begun, which the embedded ledger does not wait for. */
function begunAt({ folder }: SigningSeat): readonly unknown[] {
  const journal = new DatabaseSync(path.join(folder, 'journal.db'), { readOnly: true });
  try {
    return journal.prepare(`select subject from entries where kind = 'begun'`).all();
  } finally {
    journal.close();
  }
}

async function signerOf({ store }: SigningSeat, id: string): Promise<string> {
  const { rows } = await onDatabase(store.address, (db) =>
    sql<LinkRow>`select signer from audit_links where subject_id = ${id}`.execute(db),
  );
  return rows[0]?.signer ?? '';
}

describe.each(engines)('a payment on %s', (engine) => {
  it('is told and nothing leaves after any edit, while one beside it that nobody edited is acted upon', async () => {
    const { world, seat } = await signedWorld(engine);
    // The same statements on both engines, so that in `npm test` each edit and each act of some pairs shows them on PostgreSQL.
    const crossed = Object.entries(edits)
      .flatMap(([of, edit]) =>
        Object.entries(acts).map(([name, each]) => ({ ...each, edit, name: `${name} after an edit of ${of}` })),
      )
      .filter((_each, index) => engine === 'SQLite' || index % times(5, 1) === 0);
    const payments = new Map<string, Attempt>();
    for (const { name, before } of crossed) payments.set(name, await before(world));
    const paidFor = (name: string): Attempt => payments.get(name) as Attempt;
    const beside = await held(world);
    const sent = world.service.requests.length;
    await byOwner(seat, async (db) => {
      for (const { name, edit } of crossed) await edit(db, paidFor(name).id);
    });
    for (const { name, act, said } of crossed) expect(await act(world, paidFor(name)), name).toMatchObject(said);
    expect(world.service.requests).toHaveLength(sent);
    world.service.answer = () => approved(beside.amount);
    expect(await acts.capture.act(world, beside)).toMatchObject({ ok: true, value: { state: 'approved' } });
  });

  const declined = (db: Hands, id: string) =>
    sql`update attempts set state = 'declined', standing = 'declined' where ${later(id)}`.execute(db);
  const unlinked = (db: Hands, id: string) =>
    sql`delete from audit_links where subject_id in (select id from attempts where ${later(id)})`.execute(db);
  const settledOtherwise: readonly (readonly [string, (db: Hands, id: string) => Promise<unknown>])[] = [
    ['as an edited one', declined],
    ['as an edited one without its links', (db, id) => unlinked(db, id).then(() => declined(db, id))],
    [
      'as one that was taken out with its links',
      async (db, id) => {
        await unlinked(db, id);
        await opened(db);
        await sql`delete from attempts where ${later(id)}`.execute(db);
      },
    ],
    [
      'as one of another hold or charge',
      async (db, id) => {
        await sql`update attempts set hold_id = (select id from holds where id <> ${id}) where hold_id = ${id}`.execute(
          db,
        );
        await sql`update attempts set charge_id = id where charge_id = ${id}`.execute(db);
      },
    ],
  ];
  // The same statements on both engines, so that in `npm test` one row shows them on PostgreSQL.
  const rows = settledOtherwise.slice(
    0,
    engine === 'SQLite' ? settledOtherwise.length : times(1, settledOtherwise.length),
  );
  it.each(rows)('is captured and refunded once, whatever the database says of it %s', async (_name, edit) => {
    const { world, seat } = await signedWorld(engine);
    const { held, charge, sent } = await settled(world);
    await vi.waitFor(() => expect(begunAt(seat)).toHaveLength(5), soon);
    await byOwner(seat, async (db) => {
      for (const { id } of [held, charge]) await edit(db, id);
      await opened(db);
    });
    expect(await acts.capture.act(world, held)).toMatchObject(notOpen);
    expect(await acts.refund.act(world, charge)).toMatchObject(altered);
    expect(world.service.requests).toHaveLength(sent);
  });

  it('is charged once, where the guard of the database finds another card or nothing in its place', async () => {
    const { world, seat } = await signedWorld(engine);
    for (const edit of [
      (db: Hands, id: string) => sql`update attempts set card_fingerprint = 'x' where id = ${id}`.execute(db),
      (db: Hands, id: string) => sql`delete from attempts where id = ${id}`.execute(db),
    ]) {
      const twice = draftOfOwn();
      const { id } = await sold(world, twice);
      const beside = await held(world);
      await vi.waitFor(() => expect(begunAt(seat)).toContainEqual({ subject: beside.id }), soon);
      await byOwner(seat, (db) => edit(db, id));
      const sent = world.service.requests.length;
      const again = await world.payments.sell({ ...twice, draftId: newId() }, cashier);
      expect(again).toMatchObject({ ok: false, failure: { kind: 'ledger', reason: 'altered' } });
      expect(await world.payments.sell(draftOfOwn(), cashier)).toMatchObject({ ok: true });
      expect(world.service.requests).toHaveLength(sent + 1);
    }
  });

  it('is captured once by two at a time, also where the database keeps its hold open and has no index of settlements', async () => {
    const { world, seat } = await signedWorld(engine);
    const payment = await held(world);
    const sent = world.service.requests.length;
    await run(seat, ['drop index one_live_settlement']);
    await run(seat, hookOf(engine, 'update', replaced('state', `'open'`, 'holds'), 'holds'));
    const answer = Promise.withResolvers<ReturnType<typeof approved>>();
    world.service.answer = () => answer.promise;
    let refused = 0;
    const all = [acts.capture, acts.batch, acts.void].map(({ act }) =>
      act(world, payment).finally(() => {
        refused += 1;
      }),
    );
    await vi.waitFor(() => expect(refused + world.service.requests.length - sent).toBe(all.length), soon);
    answer.resolve(approved(payment.amount));
    await Promise.all(all);
    expect(world.service.requests).toHaveLength(sent + 1);
  });

  it('is left to another seat that was first with its hold, also where the database has no index of settlements', async () => {
    const { world, seat } = await signedWorld(engine);
    const payment = await held(world);
    const sent = world.service.requests.length;
    await run(seat, ['drop index one_live_settlement']);
    // Between the look at the hold and its taking.
    const first = `update holds set state = 'capturing' where id = new.hold_id`;
    await run(seat, hookOf(engine, 'insert', { SQLite: first, PostgreSQL: `${first}; return new` }));
    const refused = { ok: false, failure: { kind: 'ledger', reason: 'altered' } };
    expect(await acts.capture.act(world, payment)).toMatchObject(refused);
    expect(world.service.requests).toHaveLength(sent);
  });

  it('is not sent in a ledger that somebody changed in whichever way, and the words say so', async () => {
    const { world, seat } = await signedWorld(engine);
    const [held, charge] = [await acts.capture.before(world), await acts.refund.before(world)];
    const failure = { kind: 'ledger', reason: 'altered', detail: expect.not.stringContaining('Call us') };
    const changes: typeof hiding = [
      ['that ignores new rows', hookOf(engine, 'insert', hooks.ignore), unhooks[engine]],
      ['that raises at new rows', hookOf(engine, 'insert', hooks.raise), unhooks[engine]],
      [
        'without the table of links',
        ['alter table audit_links rename to their_links'],
        ['alter table their_links rename to audit_links'],
      ],
      ...(engine === 'PostgreSQL' ? hiding : []),
    ];
    const sending = [
      () => world.payments.sell(draftOfOwn(), cashier),
      () => acts.capture.act(world, held),
      () => acts.refund.act(world, charge),
    ];
    await onDatabase(seat.store.address, async (db) => {
      for (const [index, [what, statements, undoes]] of changes.entries()) {
        const sent = world.service.requests.length;
        await runAll(db, statements);
        // All of them begin in one place. `npm test` has one for each change, by turns.
        for (const act of sending.filter((_each, at) => (at + index) % times(sending.length, 1) === 0))
          expect(await act(), what).toMatchObject({ ok: false, failure });
        expect(world.service.requests, what).toHaveLength(sent);
        await runAll(db, undoes);
        expect(await world.payments.sell(draftOfOwn(), cashier), `no longer ${what}`).toMatchObject({ ok: true });
      }
    });
  });

  it('is shown as answered, and its answer kept here, where a trigger has its table ignore or raise changes', async () => {
    const { world, seat, ledger } = await signedWorld(engine);
    for (const does of Object.values(hooks)) {
      world.service.answer = () => lost;
      const { id } = value(await world.payments.sell(draftOfOwn(), cashier));
      await run(seat, hookOf(engine, 'update', does));
      world.service.answer = () => approved();
      expect(await world.payments.sell(draftOfOwn(), cashier)).toMatchObject({
        ok: false,
        failure: { kind: 'not-recorded', safe: true, attempt: { state: 'approved' } },
      });
      await expect(ledger.resolve(id, seenDeclined())).rejects.toMatchObject({ reason: 'altered' });
      await run(seat, unhooks[engine]);
    }
  });

  it('that a trigger changes while it is written later is not signed as it then stands, and no money follows', async () => {
    const { world, seat, ledger } = await signedWorld(engine);
    let found = 0;
    for (const [when, { event, does, make, write }] of Object.entries(lateWrites)) {
      const sale = await make(world, seat, ledger);
      await run(seat, hookOf(engine, event, does));
      await write(ledger, sale);
      const sent = world.service.requests.length;
      expect(await acts.refund.act(world, sale), when).toMatchObject(altered);
      expect(world.service.requests).toHaveLength(sent);
      const { breaks } = await ledger.checkTrail();
      expect(breaks, when).toBeGreaterThan(found);
      found = breaks;
      await run(seat, unhooks[engine]);
    }
  });

  if (engine === 'PostgreSQL') {
    it('is refunded up to its amount, also where the owner has functions of the server’s names', async () => {
      const { world, seat, ledger } = await signedWorld(engine);
      const payment = await charged(world);
      world.service.answer = () => approved(payment.amount);
      expect(await acts.refund.act(world, payment)).toMatchObject({ ok: true });
      await ledger.close();
      const nothing = `create function theirs.nothing(bigint, bigint) returns bigint language sql as 'select 0::bigint'`;
      const path = `alter database %I set search_path = theirs, pg_catalog, public`;
      await run(seat, [
        'create schema theirs',
        nothing,
        `create aggregate theirs.sum(bigint) (sfunc = theirs.nothing, stype = bigint, initcond = '0')`,
        `do $$ begin execute format('${path}', current_database()); end $$`,
      ]);
      const again = await worldOn(await seat.open('Caja 1'));
      const refund = again.reversals.refund(refundOf(payment, { isConfirmed: true }), supervisor);
      expect(await refund).toMatchObject({ ok: false, failure: { kind: 'over-refund' } });
      expect(again.service.requests).toEqual([]);
    });

    it('of a seat that this one does not know waits until a supervisor admits it', async () => {
      const { world, seat, ledger } = await signedWorld(engine);
      const stranger = await makeSigningSeat(engine, seat.store, 2);
      const theirs = await stranger.open('Caja 2');
      onTestFinished(async () => {
        await theirs.close();
        await stranger.drop();
      });
      const others = await worldOn(theirs);
      const [first, second] = [await held(others), await held(others)];
      world.service.answer = () => approved(first.amount);
      expect(await world.captures.capture(captureOf(first), backOffice)).toMatchObject(notOpen);
      expect(world.service.requests).toEqual([]);
      expect(await ledger.admitSeat(await signerOf(seat, first.id))).toEqual({ seat: 'Caja 2' });
      expect(await world.captures.capture(captureOf(first), backOffice)).toMatchObject({ ok: true });
      await byOwner(seat, (db) => dearer(db, second.id));
      expect(await world.captures.capture(captureOf(second), backOffice)).toMatchObject(notOpen);
    });
  }
});

it.each(enginesOfSameSql)('a payment on %s that is as it was signed is acted upon', async (engine) => {
  const { world } = await signedWorld(engine);
  for (const [name, { before, act }] of Object.entries(acts)) {
    const payment = await before(world);
    world.service.answer = () => approved(name === 'recharge' ? 80_00 : payment.amount);
    expect(await act(world, payment), name).not.toMatchObject({ ok: false });
  }
  expect(world.service.requests.map(({ operation }) => operation)).toEqual(
    expect.arrayContaining(['capture', 'capture', 'void', 'refund', 'recharge']),
  );
});

describe.each(enginesOfSameSql)('a payment that somebody edited on %s', (engine) => {
  it('is captured and refunded once, also where a removal of payments that is signed seems to explain what was taken out', async () => {
    const { world, seat, ledger } = await signedWorld(engine);
    const { held, charge, sent } = await settled(world);
    const before = new Date(Date.now() + 1).toISOString();
    await ledger.note('Sol', { kind: 'purge-begun', before, exported: 0, file: '/copy.csv' });
    await byOwner(seat, async (db) => {
      await opened(db);
      for (const { id } of [held, charge]) await sql`delete from attempts where ${later(id)}`.execute(db);
    });
    expect((await ledger.checkTrail()).first).toMatchObject({ kind: 'missing' });
    await ledger.close();
    const again = await seat.open('Caja 1');
    const restarted = await worldOn(again);
    await again.recover();
    expect(await acts.capture.act(restarted, held)).toMatchObject({ ok: false, failure: { kind: 'hold-not-open' } });
    expect(await acts.refund.act(restarted, charge)).toMatchObject({ ok: false });
    expect(world.service.requests.length + restarted.service.requests.length).toBe(sent);
  });

  it('is captured once, also where its hold was opened again and the index of settlements dropped', async () => {
    const { world, seat } = await signedWorld(engine);
    const { held, sent } = await settled(world);
    await byOwner(seat, async (db) => {
      await sql`drop index one_live_settlement`.execute(db);
      await opened(db);
    });
    expect(await acts.capture.act(world, held)).toMatchObject(notOpen);
    expect(world.service.requests).toHaveLength(sent);
  });

  it('that charged an earlier card is no way to another card that its row names', async () => {
    const { world, seat } = await signedWorld(engine);
    const [first, other] = [await charged(world), await charged(world)];
    const again = (id: string) =>
      world.recharges.recharge(rechargeOf(id, { merchantId: shop.id, amount: (amount += 1) }), cashier);
    const second = value(await again(first.id));
    const sent = world.service.requests.length;
    await byOwner(seat, (db) => sql`update attempts set card_of = ${other.id} where id = ${second.id}`.execute(db));
    expect(await again(second.id)).toMatchObject(altered);
    expect(world.service.requests).toHaveLength(sent);
  });

  it.each<[string, Edit]>([
    ['without its heads', ({ folder }) => rm(path.join(folder, 'trail.json'))],
    [
      'whose vault is opened later',
      ({ vault }) => {
        vault.locked = true;
        return Promise.resolve();
      },
    ],
  ])('that somebody edited and signed under a key of their own is told at a start %s', async (_what, begin) => {
    const { world, seat, ledger } = await signedWorld(engine);
    const payments = new Map<string, Attempt>();
    for (const [name, { before }] of Object.entries(acts)) payments.set(name, await before(world));
    await ledger.close();
    await byOwner(seat, async (db) => {
      for (const { id } of payments.values()) {
        await edits['a reference']?.(db, id);
        await plant(db, id, {});
      }
    });
    await begin(seat);
    const started = await worldOn(await seat.open('Caja 1'));
    seat.vault.locked = false;
    for (const [name, { act, said }] of Object.entries(acts))
      expect(await act(started, payments.get(name) as Attempt), name).toMatchObject(said);
    expect(started.service.requests).toEqual([]);
  });
});
