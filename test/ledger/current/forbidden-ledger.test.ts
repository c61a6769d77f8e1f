/** A seat whose ledger is not the one that the company's policy names: in sight, without new payments, until it is changed. */
import { expect, onTestFinished, test } from 'vitest';
import { noPolicy, unusablePolicy, type Policy } from '#electron/core/policy/policy.ts';
import { failed, ok } from '#shared/failure.ts';
import type { LedgerChoice } from '#shared/seat/settings.ts';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import { choiceInMemory } from '#test/fixtures/ledger/choice-in-memory.ts';
import { selectedLedgerIn } from '#test/fixtures/ledger/selected-ledger-in.ts';

const file = '/etc/caja/policy.json';
const url = 'postgres://caja@127.0.0.1:1/caja';
const away: LedgerChoice = { engine: 'postgres', url, ca: null, poolSize: 2 };
const elsewhere: LedgerChoice = { ...away, url: 'postgres://caja@127.0.0.1:2/caja' };
const idle = (): boolean => false;

function openSeat(first: LedgerChoice | null, policy: Partial<Policy>) {
  const folder = temporaryFolder();
  const kept = choiceInMemory(first);
  const keyed: string[] = [];
  const warnings: string[] = [];
  const selected = selectedLedgerIn(folder, {
    ...kept,
    warn: (message) => void warnings.push(message),
    policy: { ...noPolicy, file, ...policy },
    vault: {
      saveLedgerPassword(password) {
        keyed.push(password);
        return Promise.resolve(ok(() => Promise.resolve(ok(undefined))));
      },
    },
    noteWithheld(_merchant, misplaced) {
      throw new Error(JSON.stringify(misplaced));
    },
  });
  onTestFinished(() => selected.close());
  return { selected, keyed, warnings, choice: kept.choice };
}

const shared: Partial<Policy> = { ledger: { engine: 'postgres', url, ca: null } };
const inUse = { kind: 'set-by-policy', rule: 'ledger-in-use' } as const;

test('a seat that still uses another ledger says so, and its payments stay readable', async () => {
  const { selected, warnings } = openSeat(null, shared);
  expect(selected.refusal()).toEqual(inUse);
  expect(await selected.status()).toMatchObject({ available: true, forbidden: true });
  expect(warnings).toEqual([expect.stringContaining(file)]);
  expect((await selected.opened()).engine.kind).toBe('sqlite');
});

test('the seat changes to the ledger of the policy, and payments go on', async () => {
  const { selected, choice } = openSeat(away, { ledger: { engine: 'sqlite' } });
  expect(selected.refusal()).toEqual(inUse);
  expect(await selected.move({} as never, 'Sol')).toEqual(failed(inUse));
  expect(await selected.choose({ engine: 'sqlite' }, null, idle)).toMatchObject({
    ok: true,
    value: { forbidden: false },
  });
  expect([selected.refusal(), choice()]).toEqual([null, { engine: 'sqlite' }]);
});

test.each<[string, Partial<Policy>, 'ledger' | 'unusable']>([
  ['that the policy does not name', shared, 'ledger'],
  ['other than the present one, while the policy can’t be used', unusablePolicy(file, 'It is not a file'), 'unusable'],
])('a ledger %s is neither chosen nor provisioned, and its password is not kept', async (_what, policy, rule) => {
  const { selected, keyed, choice } = openSeat(away, policy);
  const refused = failed({ kind: 'set-by-policy', rule });
  for (const next of [elsewhere, { engine: 'sqlite' } as const]) {
    expect(await selected.choose(next, 'secret', idle)).toEqual(refused);
    expect(await selected.assign(next, 'secret', idle)).toEqual(refused);
  }
  expect([keyed, choice(), selected.refusal()]).toEqual([[], away, null]);
  // The same one with another password and more connections is.
  expect(await selected.assign({ ...away, poolSize: 5 }, 'secret', idle)).toEqual({ ok: true, value: undefined });
  expect([keyed, choice()]).toEqual([['secret'], { ...away, poolSize: 5 }]);
});

test('without a policy every ledger may be used', async () => {
  const { selected, warnings } = openSeat(away, {});
  expect(await selected.choose({ engine: 'sqlite' }, null, idle)).toMatchObject({ ok: true });
  expect([selected.refusal(), warnings.filter((line) => line.includes('policy'))]).toEqual([null, []]);
});
