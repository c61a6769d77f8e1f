import { failed } from '#shared/failure.ts';
/** Acting calls: their arguments are cached nowhere, and a broken bridge is a failure value. */
import { MutationObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { actionOptions, api } from '#renderer/session/api.ts';
import { makeQueryClient } from '#renderer/frame/live-data.tsx';
import { soon } from '#test/support/soon.ts';

const call = vi.fn();
beforeEach(() => vi.stubGlobal('window', { caja: { call } }));
afterEach(() => {
  vi.unstubAllGlobals();
  call.mockReset();
});

test.each([
  ['is answered', { ok: true, value: {} }],
  ['is refused', { ok: false, failure: { kind: 'vault', reason: 'wrong-passphrase' } }],
])('a passphrase is in no cache during its call, nor after the call %s', async (_how, result) => {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  call.mockReturnValue(promise);
  const client = makeQueryClient();
  const action = new MutationObserver(client, actionOptions('vault', 'unlock'));
  const cached = () =>
    JSON.stringify(
      client
        .getMutationCache()
        .getAll()
        .map(({ state }) => state),
    );
  const acting = action.mutate({ input: { passphrase: 'correct horse battery' } }).catch(() => undefined);
  const asked = { passphrase: 'correct horse battery' };
  await vi.waitFor(() => expect(call).toHaveBeenCalledWith('vault', 'unlock', asked), soon);
  expect(cached()).toContain('pending');
  expect(cached()).not.toContain('horse');
  resolve(result);
  await acting;
  expect(cached()).not.toContain('horse');
});

test('a broken bridge is a failure that sends the operator to the history', async () => {
  call.mockRejectedValue(new Error('reply was never sent'));
  expect(await api.holds.stopBatch({ batchId: 'b' })).toEqual(failed({ kind: 'internal', reference: 'bridge' }));
});
