/** Answers spooled on this machine's disk: they survive a crash, are removed once in the ledger, and are never lost. */
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Ledger } from '#electron/core/ports/ledger.ts';
import { answersIn } from '#test/fixtures/ledger/answers-in.ts';
import { approved, cashier, draft, notSent, unknown } from '#test/fixtures/drafts.ts';
import { failing } from '#test/fixtures/ledger/failing-ledger.ts';
import { createWorld, type World } from '#test/fixtures/world.ts';

async function shakyWorld() {
  const { faults, wrap } = failing();
  return { faults, world: await createWorld({ ledger: wrap }) };
}

const spoolOf = (world: World): string => join(world.folder, 'answers');
const filesOf = (world: World): readonly string[] => readdirSync(spoolOf(world));

/** Makes a payment whose answer the ledger refuses. The ledger works afterwards, but nothing retries. */
async function unwritten() {
  const { faults, world } = await shakyWorld();
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
  return { answers: answersIn(spoolOf(world), (error) => void bugs.push(error)), bugs };
}

describe('an answer that the ledger refused', () => {
  test('is kept in a file that only this account can read until the ledger has it', async () => {
    const { faults, world } = await shakyWorld();
    faults.finish = 'before';
    const payment = draft();
    await world.payments.sell(payment, cashier);
    expect(filesOf(world)).toEqual([`${payment.draftId}.json`]);
    if (process.platform !== 'win32') {
      expect(statSync(spoolOf(world)).mode & 0o777).toBe(0o700);
      expect(statSync(join(spoolOf(world), `${payment.draftId}.json`)).mode & 0o777).toBe(0o600);
    }
    expect(world.answers.waiting()).toEqual({ safe: 1, unsafe: 0, strays: [], unread: [] });
    expect(world.recorder.atRisk()).toBe(0);
    await world.recorder.flush();
    expect(filesOf(world)).toHaveLength(1);
    faults.finish = null;
    await world.recorder.flush();
    expect(filesOf(world)).toEqual([]);
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
    expect(filesOf(world)).toEqual([]);
  });

  test.each([
    ['unknown', unknown],
    ['not sent', notSent],
  ])('is %s in the file too, without the text of the network error', async (_state, answer) => {
    const { faults, world } = await shakyWorld();
    faults.finish = 'before';
    world.service.answer = () => answer;
    const payment = draft();
    await world.payments.sell(payment, cashier);
    world.recorder.close();
    faults.finish = null;
    expect(readFileSync(join(spoolOf(world), `${payment.draftId}.json`), 'utf8')).not.toContain('ECONNREFUSED');
    await nextStart(world).answers.deliver(world.ledger);
    expect(await world.ledger.show(payment.draftId)).toMatchObject({ state: answer.outcome });
  });

  test('stays in its file while the ledger refuses it again', async () => {
    const { faults, world } = await shakyWorld();
    faults.finish = 'before';
    await world.payments.sell(draft(), cashier);
    const { answers, bugs } = nextStart(world);
    await expect(answers.deliver(world.ledger)).rejects.toMatchObject({ reason: 'disconnected' });
    expect(filesOf(world)).toHaveLength(1);
    expect(answers.waiting()).toMatchObject({ safe: 1 });
    expect(bugs).toEqual([]);
  });

  test('changes nothing when it is delivered twice', async () => {
    const { world, payment } = await unwritten();
    const file = join(spoolOf(world), `${payment.draftId}.json`);
    const content = readFileSync(file);
    await nextStart(world).answers.deliver(world.ledger);
    const shown = await world.ledger.show(payment.draftId);
    writeFileSync(file, content);
    await nextStart(world).answers.deliver(world.ledger);
    expect(await world.ledger.show(payment.draftId)).toEqual(shown);
    expect(filesOf(world)).toEqual([]);
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
          file: join(spoolOf(world), `${payment.draftId}.json`),
        },
      ],
    });
    await answers.deliver(world.ledger);
    expect(answers.waiting()).toEqual({ safe: 0, unsafe: 0, strays: [], unread: [] });
    expect(await world.ledger.show(payment.draftId)).toMatchObject({ state: 'approved' });
  });

  test('is reported and left in place when its file can’t be read, and the others are delivered', async () => {
    const { world, payment } = await unwritten();
    const file = join(spoolOf(world), '00000000-0000-7000-8000-000000000000.json');
    writeFileSync(file, '{"version":1,"payment":');
    const { answers, bugs } = nextStart(world);
    await answers.deliver(world.ledger);
    expect(await world.ledger.show(payment.draftId)).toMatchObject({ state: 'approved' });
    expect(filesOf(world)).toEqual(['00000000-0000-7000-8000-000000000000.json']);
    expect(String(bugs[0])).toContain('00000000-0000-7000-8000-000000000000.json');
    expect(answers.waiting()).toEqual({ safe: 0, unsafe: 0, strays: [], unread: [{ reason: 'damaged', file }] });
  });
});

describe('an answer under its temporary name, as after a power cut', () => {
  /** An unwritten answer whose file is moved to its temporary name. */
  async function cut() {
    const { world, payment } = await unwritten();
    const file = join(spoolOf(world), `${payment.draftId}.json`);
    const content = readFileSync(file, 'utf8');
    rmSync(file);
    return { world, payment, file, partial: `${file}.partial`, content };
  }

  test('is delivered when it is whole', async () => {
    const { world, payment, partial, content } = await cut();
    writeFileSync(partial, content);
    const { answers, bugs } = nextStart(world);
    await answers.deliver(world.ledger);
    expect(await world.ledger.show(payment.draftId)).toMatchObject({ state: 'approved' });
    expect(filesOf(world)).toEqual([]);
    expect(bugs).toEqual([]);
  });

  test.each([
    ['empty', () => ''],
    ['zeros', (content: string) => '\0'.repeat(content.length)],
    ['cut short', (content: string) => content.slice(0, -1)],
    ['half zeros', (content: string) => content.slice(0, 200) + '\0'.repeat(content.length - 200)],
  ])('is removed when it is %s', async (_name, torn) => {
    const { world, payment, partial, content } = await cut();
    writeFileSync(partial, torn(content));
    const { answers } = nextStart(world);
    await answers.deliver(world.ledger);
    expect(filesOf(world)).toEqual([]);
    expect(answers.waiting()).toEqual({ safe: 0, unsafe: 0, strays: [], unread: [] });
    expect(await world.ledger.show(payment.draftId)).toMatchObject({ state: 'sending' });
  });

  test('is removed when it has been completed', async () => {
    const { world, payment, file, partial, content } = await cut();
    writeFileSync(file, content);
    writeFileSync(partial, content.slice(0, 100));
    await nextStart(world).answers.deliver(world.ledger);
    writeFileSync(file, content);
    writeFileSync(partial, content);
    await nextStart(world).answers.deliver(world.ledger);
    expect(filesOf(world)).toEqual([]);
    expect(await world.ledger.show(payment.draftId)).toMatchObject({ state: 'approved' });
  });

  test('replaces a damaged one, which is kept beside', async () => {
    const { world, payment, file, partial, content } = await cut();
    writeFileSync(file, content.slice(0, 100));
    writeFileSync(partial, content);
    await nextStart(world).answers.deliver(world.ledger);
    expect(await world.ledger.show(payment.draftId)).toMatchObject({ state: 'approved' });
    expect(filesOf(world)).toEqual([`${payment.draftId}.json.unread-1`]);
  });

  test.each([
    ['newer', '{"version":99}'],
    ['damaged', '{"version":1,"payment":{}}'],
  ] as const)('stays and is reported when it is whole but %s', async (reason, content) => {
    const { world, partial } = await cut();
    writeFileSync(partial, content);
    const { answers } = nextStart(world);
    await answers.deliver(world.ledger);
    expect(answers.waiting().unread).toEqual([{ reason, file: partial }]);
    expect(readFileSync(partial, 'utf8')).toBe(content);
  });
});

test('an answer that can’t be written to disk is reported as at risk, and written as soon as possible', async () => {
  const { faults, world } = await shakyWorld();
  faults.finish = 'before';
  faults.reason = 'disk-full';
  writeFileSync(spoolOf(world), 'a file where the folder should be');
  const result = await world.payments.sell(draft(), cashier);
  expect(result).toMatchObject({ ok: false, failure: { kind: 'not-recorded', safe: false } });
  expect(world.answers.waiting()).toEqual({ safe: 0, unsafe: 1, strays: [], unread: [] });
  expect(world.recorder.atRisk()).toBe(1);
  rmSync(spoolOf(world));
  await world.recorder.flush();
  expect(world.answers.waiting()).toEqual({ safe: 1, unsafe: 0, strays: [], unread: [] });
  expect(filesOf(world)).toHaveLength(1);
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
  mkdirSync(spoolOf(world));
  const result = world.payments.sell(payment, cashier);
  await expect.poll(() => filesOf(world)).toEqual([`${payment.draftId}.json`]);
  stall.resolve();
  expect(await result).toMatchObject({ ok: true, value: { state: 'approved' } });
  expect(filesOf(world)).toEqual([]);
});

test('a spooled approval keeps the references of the service', async () => {
  const { faults, world } = await shakyWorld();
  const answer = approved();
  world.service.answer = () => answer;
  faults.finish = 'before';
  const payment = draft();
  await world.payments.sell(payment, cashier);
  world.recorder.close();
  faults.finish = null;
  await nextStart(world).answers.deliver(world.ledger);
  const { references, receiptUrl, rawAnswer } = answer;
  expect(await world.ledger.show(payment.draftId)).toMatchObject({ references, receiptUrl, rawAnswer });
});
