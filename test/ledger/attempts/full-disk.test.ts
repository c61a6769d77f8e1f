/** A full disk: an answer finds the room that was held for it, and nothing begins until the room is back. */
import type fs from 'node:fs';
import type promises from 'node:fs/promises';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';
import { isDiskFull } from '#shared/error-text.ts';
import { openReserve } from '#electron/documents/durable-file.ts';
import { openAnswerSpool } from '#electron/ledger/attempts/answer-spool.ts';
import { openDeedSpool } from '#electron/ledger/trail/deed-spool.ts';
import { reportBugIn } from '#electron/shell/log.ts';
import { newId } from '#shared/new-id.ts';
import { approved } from '#test/fixtures/examples.ts';
import { temporaryFolder } from '#test/fixtures/world.ts';

const disk = vi.hoisted(() => ({ isFull: (): boolean => false }));
const at = '2026-11-23T15:00:00.000Z';
const reportBug = (error: unknown): never => {
  throw error;
};
const full = (): Error => Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });

vi.mock('node:fs', async (original) => {
  const real = await original<typeof fs>();
  return {
    ...real,
    writeFileSync: (...input: Parameters<typeof real.writeFileSync>) => {
      if (!disk.isFull()) return real.writeFileSync(...input);
      real.writeFileSync(input[0], '');
      throw full();
    },
  };
});
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof promises>();
  return {
    ...real,
    writeFile: async (...input: Parameters<typeof real.writeFile>) => {
      await real.writeFile(input[0], disk.isFull() ? '' : input[1], input[2]);
      if (disk.isFull()) throw full();
    },
  };
});

let folder: string;
let file: string;
beforeEach(() => {
  folder = temporaryFolder();
  file = join(folder, 'reserve');
  disk.isFull = () => false;
});

it('gives an answer the room that was held, and nothing begins until the disk has room again', async () => {
  const reserve = openReserve(file);
  expect([reserve.held(), statSync(file).size]).toEqual([true, 4 * 1024 * 1024]);
  expect(openReserve(file).held()).toBe(true);
  // Full but for the room that is held.
  disk.isFull = () => existsSync(file);
  const spool = openAnswerSpool({ folder: join(folder, 'answers'), reserve, reportBug });
  const payment = { id: newId(), operation: 'sell', amount: 120_00, currencySign: 'B/.', startedAt: at } as const;
  await spool.keep({ payment, answer: approved(), answeredAt: at });
  expect((await spool.all()).answers).toMatchObject([{ payment }]);
  expect(readdirSync(folder)).toEqual(['answers']);

  disk.isFull = () => true;
  expect([reserve.held(), openReserve(file).held(), existsSync(file)]).toEqual([false, false, false]);
  disk.isFull = () => false;
  expect([reserve.held(), existsSync(file)]).toEqual([true, true]);
});

it('leaves no empty files of deeds behind', async () => {
  const spool = openDeedSpool({ folder: join(folder, 'deeds'), reportBug });
  disk.isFull = () => true;
  const deed = { id: newId(), at, operatorName: 'Ana', deed: { kind: 'signed-out' } } as const;
  await expect(spool.keep(deed)).rejects.toThrow('ENOSPC');
  expect(readdirSync(join(folder, 'deeds'))).toEqual([]);
});

it('is no bug in the log', () => {
  const log = { warn: vi.fn(), error: vi.fn() };
  reportBugIn(log)(full());
  reportBugIn(log)(new Error('other'));
  expect([log.warn.mock.calls.length, log.error.mock.calls.length, isDiskFull(new Error('ENOSPC'))]).toEqual([
    1,
    1,
    false,
  ]);
});
