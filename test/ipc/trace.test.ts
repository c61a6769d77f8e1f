/** The trace of calls: name, result and duration, and nothing that was keyed. */
import { describe, expect, it } from 'vitest';
import type { Handlers } from '#electron/ipc/handlers.ts';
import type { Sender } from '#electron/ipc/sender.ts';
import { SenderRefused, serve } from '#electron/ipc/serve.ts';
import { traceCalls } from '#electron/ipc/trace.ts';
import { failed, ok } from '#shared/failure.ts';
import { callArguments, card, draft, secrets } from '#test/fixtures/call-arguments.ts';

const screens: Sender = { ownWindow: true, mainFrame: true, url: 'app://caja/index.html' };

function traced(env: Readonly<Record<string, string>> = { CAJA_TRACE: 'ipc' }) {
  const lines: string[] = [];
  let clock = 0;
  const handlers = {
    payments: { sell: () => failed({ kind: 'name-taken' }), authorize: () => Promise.reject(new Error(card.number)) },
    merchants: { list: () => ok([]) },
  } as unknown as Handlers;
  const served = serve({
    handlers,
    actor: () => ({ name: 'Ana', role: 'supervisor' }),
    atWork: () => Promise.resolve(true),
    report: () => undefined,
    makeReference: () => 'ref-1',
  });
  const answer = traceCalls(served, { env, write: (line) => void lines.push(line), now: () => (clock += 12.4) });
  return { answer, served, lines };
}

describe('the trace of calls', () => {
  it('names each call with its result and duration', async () => {
    const { answer, lines } = traced();
    expect(await answer(screens, { group: 'merchants', name: 'list', input: undefined })).toEqual(ok([]));
    await answer(screens, { group: 'payments', name: 'sell', input: draft(1) });
    await answer(screens, { group: 'payments', name: 'authorize', input: draft(1) });
    await answer(screens, { group: 'payments', name: 'sell', input: {} });
    expect(lines).toEqual([
      'ipc merchants.list ok 12 ms\n',
      'ipc payments.sell name-taken 12 ms\n',
      'ipc payments.authorize internal 12 ms\n',
      'ipc payments.sell invalid 12 ms\n',
    ]);
  });

  it('records that a sender was refused, which stays refused', async () => {
    const { answer, lines } = traced();
    const call = answer({ ...screens, mainFrame: false }, { group: 'merchants', name: 'list', input: undefined });
    await expect(call).rejects.toBeInstanceOf(SenderRefused);
    expect(lines).toEqual(['ipc merchants.list refused-sender 12 ms\n']);
  });

  it('never holds a keyed value, wherever it is in the message', async () => {
    const { answer, lines } = traced();
    for (const [group, calls] of Object.entries(callArguments)) {
      for (const [name, inputs] of Object.entries<readonly unknown[]>(calls)) {
        for (const input of inputs) await answer(screens, { group, name, input });
      }
    }
    const { number } = card;
    const odd = [
      number,
      { group: number, name: number, input: number },
      { group: 'payments', name: number, input: draft(1) },
      { group: 'payments', name: 'sell', input: draft(1), [number]: number },
    ];
    for (const message of odd) await answer(screens, message);
    expect(lines.slice(-4)).toEqual([
      'ipc unknown-call invalid 12 ms\n',
      'ipc unknown-call invalid 12 ms\n',
      'ipc unknown-call invalid 12 ms\n',
      'ipc payments.sell invalid 12 ms\n',
    ]);
    const written = lines.join('');
    for (const secret of [...Object.values(secrets), card.securityCode, 'ana@example.org']) {
      expect(written).not.toContain(secret);
    }
  });

  it('is silent unless it is enabled', () => {
    const { answer, served } = traced({ CAJA_TRACE: 'all' });
    expect(answer).toBe(served);
  });
});
