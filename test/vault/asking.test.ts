/** A system that asks somebody for the password of its key store: nothing waits for the answer, and nothing is decided without it. */
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Vault } from '#electron/core/ports/vault.ts';
import { CipherUnusable } from '#electron/vault/cipher.ts';
import { createOsCipher, patience } from '#electron/vault/os-cipher.ts';
import type { MerchantSecrets } from '#shared/seat/merchant.ts';
import { createKeyStore, inTime, type KeyStore } from '#test/fixtures/key-store.ts';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import { ledgerPlace, openVault, place, reads, vaultReason, vaultText, writes, type VaultCalls } from './support.ts';
import { times } from '#test/support/thorough.ts';

const secrets: MerchantSecrets = { cclw: 'WEBCODE-ABCDEF', apiKey: null, clientCertificate: null };
const asking = vaultReason('asking');
const all: VaultCalls = { ...reads, ...writes };
const nothing = (): Promise<unknown> => Promise.resolve();

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** A vault with every kind of entry, started anew on a system that asks. */
async function askedSeat() {
  const folder = temporaryFolder();
  const { vault, keyStore } = openVault(folder);
  await vault.saveSecrets([{ merchantId: 'shop', secrets, place }]);
  await vault.saveLedgerPassword('hunter2hunter2', ledgerPlace);
  await vault.saveSteering('{"trust":3}');
  await Promise.all([vault.fingerprintKey(), vault.trailKey()]);
  const before = await readAll(openVault(folder, keyStore).vault);
  keyStore.opened = 'waits';
  return { vault: openVault(folder, keyStore).vault, keyStore, before, bytes: vaultText(folder), folder };
}

const readAll = (vault: Vault) => Promise.all(Object.values(reads).map((read) => read(vault)));

test.each(Object.entries(all))(
  '%s fails in time, and afterwards at once and without a second native call',
  async (_name, call) => {
    const { vault, keyStore } = await askedSeat();
    const native = keyStore.calls;
    expect(await inTime(call(vault))).toEqual(asking);
    expect(await call(vault)).toEqual(asking);
    expect(await vault.status()).toMatchObject({ reason: 'asking', keptFile: null });
    expect(keyStore.calls).toBe(native + 1);
  },
);

test('whatever is called meanwhile, the answer brings back every key as it was, and a closed question loses none', async () => {
  const calls = fc.array(fc.constantFrom(...Object.keys(all)), { maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(calls, fc.array(fc.constantFrom('missing' as const, 'locked' as const)), async (names, closed) => {
      const { vault, keyStore, before, bytes, folder } = await askedSeat();
      const meanwhile = Promise.all(names.map((name) => (all[name] ?? nothing)(vault)));
      expect(await inTime(meanwhile)).toEqual(names.map(() => asking));
      for (const opened of closed) {
        keyStore.answer(opened);
        await readAll(vault);
      }
      expect(vaultText(folder)).toBe(bytes);
      keyStore.answer('yes');
      // The answer reaches the call that waits, and then this.
      await vi.advanceTimersByTimeAsync(0);
      expect(await readAll(vault)).toEqual(before);
      expect(await vault.status()).toMatchObject({ reason: null });
    }),
    { numRuns: times(8, 20) },
  );
});

describe('the cipher', () => {
  const told: boolean[] = [];
  const cipherOver = (keyStore: KeyStore, platform: NodeJS.Platform = 'linux') => {
    told.length = 0;
    return createOsCipher(keyStore, platform, (asks) => void told.push(asks));
  };

  test.each(['linux', 'darwin', 'win32'] as const)('tells that %s asks, and that it was answered', async (platform) => {
    const keyStore = createKeyStore();
    keyStore.opened = 'waits';
    const cipher = cipherOver(keyStore, platform);
    expect(await inTime(cipher.state())).toBe('asking');
    await expect(cipher.encrypt('secret')).rejects.toEqual(new CipherUnusable('asking'));
    expect(told).toEqual([true]);
    keyStore.answer('yes');
    await vi.advanceTimersByTimeAsync(0);
    expect(told).toEqual([true, false]);
    expect(await cipher.state()).toBe('works');
  });

  test('is told of a question that was closed: Linux then protects nothing', async () => {
    const keyStore = createKeyStore();
    keyStore.opened = 'waits';
    const cipher = cipherOver(keyStore);
    await inTime(cipher.state());
    keyStore.answer('missing');
    await vi.advanceTimersByTimeAsync(0);
    expect([told, await cipher.state()]).toEqual([[true, false], 'none']);
  });

  test('says nothing about a system that answers within its time, or refuses', async () => {
    const keyStore = createKeyStore();
    const cipher = cipherOver(keyStore);
    keyStore.opened = 'waits';
    const state = cipher.state();
    await vi.advanceTimersByTimeAsync(patience - 1);
    keyStore.answer('locked');
    expect(await state).toBe('locked-now');
    await vi.advanceTimersByTimeAsync(patience);
    keyStore.encryptStringAsync = () => {
      throw new Error('not ready');
    };
    expect(await cipher.state()).toBe('none');
    await vi.advanceTimersByTimeAsync(patience);
    expect(told).toEqual([]);
  });
});
