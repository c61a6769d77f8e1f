/** The company's policy on the wire: what the screens are told, and each refusal as a page gets it. */
import { expect, test } from 'vitest';
import { createCalls } from '#electron/calls/calls.ts';
import type { Services } from '#electron/calls/services.ts';
import { noPolicy, unusablePolicy, type Policy } from '#electron/core/policy/policy.ts';
import { createSeat } from '#electron/core/seat.ts';
import { serve } from '#electron/ipc/serve.ts';
import type { PolicyRule } from '#shared/policy/policy-rules.ts';
import { failed } from '#shared/failure.ts';
import type { SeatSettings } from '#shared/seat/settings.ts';
import { callArguments, merchant } from '#test/fixtures/call-arguments.ts';
import { supervisor } from '#test/fixtures/drafts.ts';
import { staffedSeat, openSeatOf } from '#test/fixtures/seat-of.ts';
import { aSeat } from '#test/fixtures/seat-settings.ts';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import { createWorld } from '#test/fixtures/world.ts';

const file = '/etc/caja/policy.json';
const page = { ownWindow: true, mainFrame: true, url: 'app://caja/index.html' } as const;

async function wireUnder(given: Partial<Policy>) {
  const policy = { ...noPolicy, file, ...given };
  const world = await createWorld({ policy });
  const folder = temporaryFolder();
  await staffedSeat(folder);
  const { operators } = openSeatOf(folder, { policy });
  let kept: SeatSettings = aSeat({ language: 'en', seat: 'Till 1' });
  const asked: unknown[] = [];
  const handlers = createCalls({
    ...world,
    operators,
    session: { actor: () => supervisor },
    approvals: {
      refusal(guarded: unknown) {
        asked.push(guarded);
        return null;
      },
    },
    seat: createSeat(
      { unread: null, read: () => kept, write: (next) => void (kept = next) },
      kept,
      () => undefined,
      policy,
    ),
    audit: { noteSoon: () => undefined },
  } as unknown as Services);
  const answer = serve({
    handlers,
    actor: () => supervisor,
    atWork: () => Promise.resolve(true),
    report: ({ error }) => {
      throw error;
    },
    makeReference: () => 'ref',
  });
  return { world, asked, call: (group: string, name: string, input: unknown) => answer(page, { group, name, input }) };
}

const spanish = aSeat({ language: 'es', seat: 'Till 1' });
const [saved] = callArguments.merchants.save;

test.each<[string, Partial<Policy>, readonly PolicyRule[]]>([
  [
    'fixes',
    { language: 'en', idleMinutes: 5, provisionedOnly: true },
    ['language', 'idle-lock', 'merchants', 'merchants'],
  ],
  ['may fix', unusablePolicy(file, 'It is not a file'), ['unusable', 'unusable', 'unusable', 'unusable']],
])('what the policy %s is refused with its rule, before a passcode is asked for', async (_what, policy, rules) => {
  const { call, world, asked } = await wireUnder(policy);
  const answers = [
    await call('seat', 'save', spanish),
    await call('operators', 'setIdleMinutes', { minutes: 15 }),
    await call('merchants', 'save', saved),
    await call('merchants', 'remove', { merchantId: merchant.id }),
  ];
  expect(answers).toEqual(rules.map((rule) => failed({ kind: 'set-by-policy', rule })));
  expect(asked).toEqual([]);
  expect(await world.merchants.list()).toHaveLength(1);
});

test('without a policy the same calls pass', async () => {
  const { call } = await wireUnder({ file: null });
  expect(await call('seat', 'save', spanish)).toMatchObject({ ok: true });
  expect(await call('operators', 'setIdleMinutes', { minutes: 15 })).toMatchObject({ ok: true });
  expect(await call('merchants', 'save', saved)).toMatchObject({ ok: true, value: { allowed: true } });
});

test('a merchant that the list lacks is refused as it is keyed', async () => {
  const listed = {
    name: 'Bakery',
    environment: 'test',
    baseUrl: 'https://service.example.com',
    recordsUrl: null,
    ca: null,
  } as const;
  const { call } = await wireUnder({ merchants: [{ ...listed, proxy: { kind: 'none' } }] });
  const refused = failed({ kind: 'set-by-policy', rule: 'merchant-not-allowed' });
  expect(await call('merchants', 'save', saved)).toEqual(refused);
  const right = { ...(saved as object), merchant: { ...merchant, baseUrl: listed.baseUrl } };
  expect(await call('merchants', 'save', right)).toMatchObject({ ok: true });
});

test('the screens are told the file, what it fixes and the ledger, and no more', async () => {
  const { call } = await wireUnder({ language: 'en', ledger: { engine: 'sqlite' } });
  expect(await call('seat', 'policy', undefined)).toEqual({
    ok: true,
    value: {
      file,
      foreign: null,
      usable: true,
      managed: ['language', 'ledger'],
      ledger: { engine: 'sqlite' },
      merchants: 'any',
    },
  });
});
