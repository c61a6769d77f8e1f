/**
 * The training gateway between starts: holds stay capturable, receipts readable, and a damaged file costs only itself.
 */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openStateFile } from '#electron/training/bank/state-file.ts';
import {
  startTrainingGateway,
  type TrainingGateway,
  type TrainingGatewayOptions,
} from '#electron/training/training-gateway.ts';
import {
  approvedVisa,
  card,
  jsonHeaders,
  openLink,
  payForm,
  payJson,
  referJson,
  send,
  sendForm,
  type Json,
} from './wire-client.ts';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';

let folder: string;
let stateFile: string;
let open: TrainingGateway[];
beforeEach(() => {
  folder = temporaryFolder();
  stateFile = join(folder, 'training.jsonl');
  open = [];
});
afterEach(async () => {
  for (const gateway of open) await gateway.close();
});

async function start(options: TrainingGatewayOptions = { stateFile }): Promise<TrainingGateway> {
  const gateway = await startTrainingGateway(options);
  open.push(gateway);
  return gateway;
}
async function restart(gateway: TrainingGateway): Promise<TrainingGateway> {
  await gateway.close();
  open = open.filter((other) => other !== gateway);
  return start();
}

describe('after a restart', () => {
  test('a hold of either family is captured once after a restart', async () => {
    const first = await start();
    const { data } = await payJson(first, 'AUTH');
    const held = await payForm(first, 'AUTH');

    const second = await restart(first);
    const captured = await referJson(second, 'CAPTURE', data['codOper']);
    expect(captured.data).toMatchObject({ status: 1, relatedTx: data['codOper'] });
    const capture = { CCLW: second.cclw, txType: 'CAPT', CMTN: '30.00', AuthRefNum: String(held['AUTH_TOKEN']) };
    expect(await sendForm(second, capture)).toMatchObject({ Status: 'Approved' });

    const third = await restart(second);
    const again = await referJson(third, 'CAPTURE', data['codOper']);
    expect(again.headerStatus.code).toBe(622);
    expect(third.status()).toMatchObject({ processed: 4 });
  });

  test('the ledger survives a restart, refusals and declines too, and goes on from there', async () => {
    const first = await start();
    await payJson(first, 'AUTH');
    await referJson(first, 'CAPTURE', 'SANDBOX_LK-NOBODY');
    await first.order({ fault: { kind: 'decline', reason: 'stolen-card' }, times: 1 });
    await payForm(first, 'SALE');
    const before = first.ledger();
    expect(before.map(({ result }) => result)).toEqual(['approved', 'rejected', 'declined']);

    const second = await restart(first);
    expect(second.ledger()).toEqual(before);
    await payJson(second, 'AUTH_CAPTURE');
    expect(second.ledger().map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4]);
  });

  test('a receipt link still leads to its receipt after a restart, and the token is the same', async () => {
    const first = await start();
    const { data } = await payJson(first, 'AUTH', { lang: 'EN' });
    const link = new URL(String(data['returnUrl']));
    const second = await restart(first);
    expect([second.origin, second.token]).toEqual([link.origin, first.token]);
    const receipt = await openLink(second, link);
    expect(receipt.text).toContain(String(data['codOper']));
  });

  test('a voided hold stays voided, a refunded charge refunded, and custom fields are found', async () => {
    const first = await start();
    const custom = { customFieldValues: [{ id: 'ref', nameOrLabel: 'Reference', value: 'CJ-7K3F9Q' }] };
    const hold = (await payJson(first, 'AUTH')).data;
    const sale = (await payJson(first, 'AUTH_CAPTURE', custom)).data;
    await referJson(first, 'REVERSE_AUTH', String(hold['codOper']));
    await referJson(first, 'REVERSE_CAPTURE', String(sale['codOper']), { amount: 10 });
    const second = await restart(first);
    const codeOf = async (type: string, { codOper }: Json, amount: number): Promise<number> =>
      (await referJson(second, type, String(codOper), { amount })).headerStatus.code;
    expect(await codeOf('CAPTURE', hold, 30)).toBe(661);
    expect(await codeOf('REVERSE_CAPTURE', sale, 20.01)).toBe(604);
    const path = `/PFManagementServices/api/v1/MerchantTransactions?conditional=customFields$lk%CJ-7K3F9Q%`;
    const found = await send(second, { method: 'GET', path, headers: jsonHeaders(second) });
    expect((JSON.parse(found.text) as { data: unknown }).data).toEqual([
      expect.objectContaining({ codOper: sale['codOper'], amount: 20 }),
    ]);
  });

  test('another port is taken when the last one is in use', async () => {
    const first = await start();
    await payJson(first, 'AUTH');
    const beside = await start();
    expect(beside.origin).not.toBe(first.origin);
    expect((await payJson(beside, 'AUTH')).data['status']).toBe(1);
  });
});

test('a processed payment is kept before its answer leaves', async () => {
  const gateway = await start({ stateFile, fault: { fault: { kind: 'lost-answer' }, times: 1 } });
  await expect(payJson(gateway, 'AUTH')).rejects.toThrow();
  expect(openStateFile(stateFile, () => new Date()).entries).toMatchObject([
    { what: 'booked', transaction: { kind: 'AUTH' } },
  ]);
});

test('the state file keeps nothing of a card but its brand and last four, wherever it was keyed', async () => {
  const gateway = await start();
  await payJson(gateway, 'AUTH', { description: `Card ${approvedVisa}`, concept: '4059 3101 8175 7001' });
  await payJson(gateway, 'AUTH', { cardInformation: card({ cvv: '987', firstName: approvedVisa }) });
  await referJson(gateway, 'CAPTURE', approvedVisa);
  const kept = readFileSync(stateFile, 'utf8');
  expect(kept.split('\n')).toHaveLength(5);
  expect(kept).toContain('"brand":"VISA","lastFour":"7001"');
  expect(kept.replaceAll(/[\s-]/g, '')).not.toContain(approvedVisa);
  expect(kept).not.toContain('"987"');
  expect(kept).not.toContain(gateway.cclw);
  expect(statSync(stateFile).mode & 0o777).toBe(0o600);
});

describe('a file that is damaged', () => {
  test.each([
    ['is no JSON', 'what is this\n'],
    ['has a line of another version', '{"what":"started","version":0,"port":40000}\n'],
    ['has a capture of nothing', ''],
  ])('because it %s is kept beside, and training starts afresh', async (why, content) => {
    const first = await start();
    const { data } = await payJson(first, 'AUTH');
    await referJson(first, 'CAPTURE', data['codOper']);
    const lines = readFileSync(stateFile, 'utf8').split('\n');
    const damaged = why === 'has a capture of nothing' ? `${lines[0] ?? ''}\n${lines[2] ?? ''}\n` : content;
    await first.close();
    writeFileSync(stateFile, damaged);

    const second = await start();
    expect(second.ledger()).toEqual([]);
    expect(readFileSync(second.unreadState?.file ?? '', 'utf8')).toBe(damaged);
    const again = await payJson(second, 'AUTH');
    const third = await restart(second);
    expect(third.unreadState).toBeNull();
    expect(third.ledger()).toMatchObject([{ codOper: again.data['codOper'] }]);
    expect(readdirSync(folder)).toHaveLength(2);
  });

  test('a file of a newer program stays as it is, and training lasts as long as the program', async () => {
    const bytes = '{"what":"started","version":2,"port":40000}\n{"what":"vaulted","of":"a later time"}\n{"what"';
    writeFileSync(stateFile, bytes);
    const gateway = await start();
    expect(gateway.unreadState).toEqual({ reason: 'newer', file: stateFile });
    expect((await payJson(gateway, 'AUTH')).data['status']).toBe(1);
    await gateway.close();
    expect(readdirSync(folder)).toEqual(['training.jsonl']);
    expect(readFileSync(stateFile, 'utf8')).toBe(bytes);
  });

  test('a file with keys of a newer program keeps them and goes on', async () => {
    const first = await start();
    await payJson(first, 'AUTH');
    await first.close();
    const lines = readFileSync(stateFile, 'utf8')
      .replace('"kind":', '"tip":5,"kind":')
      .replace('"lastFour":', '"holder":"A","lastFour":');
    writeFileSync(stateFile, lines);
    const second = await start();
    expect([second.unreadState, second.ledger().length]).toEqual([null, 1]);
    await payJson(second, 'AUTH');
    expect(readFileSync(stateFile, 'utf8').startsWith(lines)).toBe(true);
  });

  test('a file cut at any byte, as by a power cut, keeps every whole line and goes on after it', async () => {
    const gateway = await start();
    await payJson(gateway, 'AUTH', { description: 'Silla, señora' });
    await payForm(gateway, 'SALE');
    await gateway.close();
    const whole = readFileSync(stateFile);
    const cut = join(folder, 'cut.jsonl');
    for (let length = 0; length <= whole.length; length += 7) {
      const part = whole.subarray(0, length);
      writeFileSync(cut, part);
      const state = openStateFile(cut, () => new Date());
      state.close();
      const lines = part.filter((byte) => byte === 10).length;
      expect([state.unread, state.entries.length]).toEqual([null, Math.max(0, lines - 1)]);
      expect(readFileSync(cut, 'utf8')).toMatch(/^$|\n$/);
    }
  });

  test('training works without a state file that can’t be written, and says so', async () => {
    const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
    try {
      const gateway = await start({ stateFile: join(folder, 'nowhere', 'training.jsonl') });
      expect((await payJson(gateway, 'AUTH')).data['status']).toBe(1);
      expect(warn.mock.calls.map(([said]) => String(said))).toEqual([expect.stringContaining('is not kept: ENOENT')]);
    } finally {
      warn.mockRestore();
    }
  });
});

test('a gateway without a state file writes nothing', async () => {
  const gateway = await start({});
  await payJson(gateway, 'AUTH');
  expect(readdirSync(folder)).toEqual([]);
});
