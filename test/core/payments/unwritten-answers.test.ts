/** Answers kept in the seat's journal: they survive a crash, are removed once in the ledger, and are never lost. */
import { mkdirSync, readFileSync, rmdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { GatewayAnswer } from '#electron/core/ports/gateway.ts';
import type { Ledger } from '#electron/core/ports/ledger.ts';
import { createUnwrittenAnswers } from '#electron/core/payments/unwritten-answers.ts';
import { openAnswerSpool } from '#electron/ledger/journal/spools.ts';
import { journalIn, onJournal, waitingIn } from '#test/fixtures/ledger/journal-in.ts';
import { answersIn, noReserve } from '#test/fixtures/ledger/answers-in.ts';
import { approved, cashier, draft, notSent, unknown } from '#test/fixtures/drafts.ts';
import { shakyWorld } from '#test/fixtures/ledger/failing-ledger.ts';
import { createWorld, type World } from '#test/fixtures/world.ts';
import { reportBug } from '#test/fixtures/report-bug.ts';

const journalOf = (world: World): string => join(world.folder, 'journal.db');
const waitingOf = (world: World): readonly string[] => waitingIn(journalOf(world), 'answer');
/** Makes a payment whose answer the ledger refuses. The ledger works afterwards, but nothing retries. */
async function unwritten(answer: GatewayAnswer = approved()) {
  const { faults, world } = await shakyWorld();
  world.service.answer = () => answer;
  faults.finish = 'before';
  const payment = draft();
  await world.payments.authorize(payment, cashier);
  world.recorder.close();
  faults.finish = null;
  return { world, payment };
}

/** A new start with the files on disk and nothing from the memory of the former process. */
function nextStart(world: World) {
  const bugs: unknown[] = [];
  const reportBug = (error: unknown): void => void bugs.push(error);
  return { answers: answersIn(journalIn(journalOf(world), reportBug), reportBug), bugs };
}

describe('an answer that the ledger refused', () => {
  test('is kept in a file that only this account can read until the ledger has it', async () => {
    const { faults, world } = await shakyWorld();
    faults.finish = 'before';
    const payment = draft();
    await world.payments.sell(payment, cashier);
    expect(waitingOf(world)).toEqual([payment.draftId]);
    if (process.platform !== 'win32') {
      const files = ['', '-wal'].map((ending) => statSync(journalOf(world) + ending).mode & 0o777);
      expect(files).toEqual([0o600, 0o600]);
    }
    expect(world.answers.waiting()).toEqual({ safe: 1, unsafe: 0, strays: [], unread: [] });
    expect(world.recorder.atRisk()).toBe(0);
    await world.recorder.flush();
    expect(waitingOf(world)).toHaveLength(1);
    faults.finish = null;
    await world.recorder.flush();
    expect(waitingOf(world)).toEqual([]);
    expect(world.answers.waiting().safe).toBe(0);
  });

  test('is delivered at the next start before recovery runs, with its references and its hold', async () => {
    const { world, payment } = await unwritten();
    const { answers } = nextStart(world);
    const again = await createWorld({ folder: world.folder });
    await answers.deliver(again.ledger);
    await again.ledger.recover();
    expect(await again.ledger.show(payment.draftId)).toMatchObject({
      state: 'approved',
      references: { codOper: expect.stringContaining('SANDBOX_') },
    });
    expect(await again.ledger.hold(payment.draftId)).toMatchObject({ state: 'open' });
    expect(waitingOf(world)).toEqual([]);
  });

  test.each([
    ['unknown', unknown],
    ['not sent', notSent],
  ])('is %s in the file too, without the text of the network error', async (_state, answer) => {
    const { world, payment } = await unwritten(answer);
    expect(readFileSync(`${journalOf(world)}-wal`, 'latin1')).not.toContain('ECONNREFUSED');
    await nextStart(world).answers.deliver(world.ledger);
    expect(await world.ledger.show(payment.draftId)).toMatchObject({ state: answer.outcome });
  });

  test('stays in its file while the ledger refuses it again', async () => {
    const { faults, world } = await shakyWorld();
    faults.finish = 'before';
    await world.payments.sell(draft(), cashier);
    const { answers, bugs } = nextStart(world);
    await expect(answers.deliver(world.ledger)).rejects.toMatchObject({ reason: 'disconnected' });
    expect(waitingOf(world)).toHaveLength(1);
    expect(answers.waiting()).toMatchObject({ safe: 1 });
    expect(bugs).toEqual([]);
  });

  test('changes nothing when it is delivered twice', async () => {
    const { world, payment } = await unwritten();
    const journal = journalIn(journalOf(world), reportBug);
    const killed = {
      ...openAnswerSpool(journal, noReserve, reportBug),
      forget: () => Promise.resolve(),
    };
    const first = createUnwrittenAnswers(killed, () => undefined, reportBug);
    await first.deliver(world.ledger);
    const shown = await world.ledger.show(payment.draftId);
    expect(waitingOf(world)).toHaveLength(1);
    await nextStart(world).answers.deliver(world.ledger);
    expect(await world.ledger.show(payment.draftId)).toEqual(shown);
    expect(waitingOf(world)).toEqual([]);
  });

  test('stays when its payment is in another ledger, and is reported with the facts needed to find it', async () => {
    const { world, payment } = await unwritten();
    const { answers } = nextStart(world);
    const other = await createWorld();
    await answers.deliver(other.ledger);
    expect(answers.waiting()).toMatchObject({
      safe: 1,
      strays: [
        {
          id: payment.draftId,
          operation: 'authorize',
          amount: payment.amount,
          outcome: 'approved',
          reference: expect.stringContaining('SANDBOX_'),
          file: journalOf(world),
        },
      ],
    });
    await answers.deliver(world.ledger);
    expect(answers.waiting()).toEqual({ safe: 0, unsafe: 0, strays: [], unread: [] });
    expect(await world.ledger.show(payment.draftId)).toMatchObject({ state: 'approved' });
  });

  test('is set aside only while its payment is in another ledger, and is then gone for good', async () => {
    const { world, payment } = await unwritten();
    const { answers } = nextStart(world);
    const notFound = { ok: false, failure: { kind: 'not-found' } };
    expect(await answers.setAside(payment.draftId)).toEqual(notFound);
    await answers.deliver((await createWorld()).ledger);
    expect(await answers.setAside(payment.draftId)).toMatchObject({
      value: { id: payment.draftId, amount: payment.amount, outcome: 'approved' },
    });
    expect([answers.waiting().safe, waitingOf(world)]).toEqual([0, []]);
    expect(await answers.setAside(payment.draftId)).toEqual(notFound);
  });

  test.each([
    ['was changed', `update entries set body = replace(body, '"approved"', '"declined"') where subject = ?`],
    ['was put there', `update entries set subject = '00000000-0000-7000-8000-000000000000' where subject = ?`],
    ['is torn', 'update entries set body = substr(body, 1, 200) where subject = ?'],
  ])('that %s outside the program is reported, stays as it is, and the others are delivered', async (_name, edit) => {
    const { world, payment } = await unwritten();
    const { world: other, payment: sound } = await unwritten();
    const file = journalOf(world);
    onJournal(file, (database) => {
      database.prepare(edit).run(payment.draftId);
      database.exec(`attach '${journalOf(other)}' as other`);
      const columns = 'ledger, kind, subject, at, body, seal, leads';
      database.exec(`insert into entries (${columns}) select ${columns} from other.entries`);
    });
    const { answers, bugs } = nextStart(world);
    await answers.deliver(other.ledger);
    await answers.deliver(world.ledger);
    expect(await other.ledger.show(sound.draftId)).toMatchObject({ state: 'approved' });
    expect(await world.ledger.show(payment.draftId)).toMatchObject({ state: 'sending' });
    expect(waitingOf(world)).toHaveLength(1);
    expect(String(bugs[0])).toContain('journal.db');
    expect(answers.waiting()).toEqual({ safe: 0, unsafe: 0, strays: [], unread: [{ reason: 'damaged', file }] });
  });

  test('in a journal that is damaged is told at every start, and the journal is kept byte for byte', async () => {
    const { world } = await unwritten();
    const file = journalOf(world);
    await world.journal.close();
    const bytes = readFileSync(file).fill(7, 0, 4096);
    writeFileSync(file, bytes);
    for (const _start of [1, 2]) {
      const { answers } = nextStart(world);
      await answers.deliver(world.ledger);
      const [found] = answers.waiting().unread;
      expect(found).toMatchObject({ reason: 'damaged', file: expect.stringContaining('journal.db.kept-') });
      expect(bytes.equals(readFileSync(found?.file ?? ''))).toBe(true);
    }
  });

  test('in a journal of a newer version is told, and the journal stays as it is', async () => {
    const { world } = await unwritten();
    const file = journalOf(world);
    onJournal(file, (database) => database.exec('pragma user_version = 99'));
    const { answers } = nextStart(world);
    await answers.deliver(world.ledger);
    expect(answers.waiting().unread).toEqual([{ reason: 'newer', file }]);
    expect(waitingOf(world)).toHaveLength(1);
  });

  test('waits until the vault is open, which tells who has kept it', async () => {
    const { world, payment } = await unwritten();
    const vault = { seed: 7, locked: true };
    const journal = journalIn(journalOf(world), undefined, vault);
    const answers = answersIn(journal, reportBug);
    await answers.deliver(world.ledger);
    expect(answers.waiting()).toEqual({ safe: 0, unsafe: 0, strays: [], unread: [] });
    vault.locked = false;
    await answers.deliver(world.ledger);
    expect(await world.ledger.show(payment.draftId)).toMatchObject({ state: 'approved' });
  });
});

test('an answer that can’t be written to disk is reported as at risk, and written as soon as possible', async () => {
  const { faults, world } = await shakyWorld();
  faults.finish = 'before';
  faults.reason = 'disk-full';
  mkdirSync(journalOf(world));
  const result = await world.payments.sell(draft(), cashier);
  expect(result).toMatchObject({ ok: false, failure: { kind: 'not-recorded', safe: false } });
  expect(world.answers.waiting()).toEqual({ safe: 0, unsafe: 1, strays: [], unread: [] });
  expect(world.recorder.atRisk()).toBe(1);
  rmdirSync(journalOf(world));
  await world.recorder.flush();
  expect(world.answers.waiting()).toEqual({ safe: 1, unsafe: 0, strays: [], unread: [] });
  expect(waitingOf(world)).toHaveLength(1);
});

test('an answer is spooled while the ledger stalls, and removed when the ledger stored it after all', async () => {
  const stall = Promise.withResolvers<void>();
  const world = await createWorld({
    ledger: (real): Ledger => ({
      ...real,
      async finish(...answer) {
        await stall.promise;
        return real.finish(...answer);
      },
    }),
  });
  const payment = draft();
  const result = world.payments.sell(payment, cashier);
  await expect.poll(() => waitingOf(world)).toEqual([payment.draftId]);
  stall.resolve();
  expect(await result).toMatchObject({ ok: true, value: { state: 'approved' } });
  expect(waitingOf(world)).toEqual([]);
});

test('a spooled approval keeps the references of the service', async () => {
  const answer = approved();
  const { world, payment } = await unwritten(answer);
  await nextStart(world).answers.deliver(world.ledger);
  const { references, receiptUrl, rawAnswer } = answer;
  expect(await world.ledger.show(payment.draftId)).toMatchObject({ references, receiptUrl, rawAnswer });
});
