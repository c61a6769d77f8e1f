/** A call planted in the contract goes through everything that its row says, from the sender's message to the audit trail. */
import { beforeAll, expect, it, afterAll } from 'vitest';
import { z } from 'zod';
import { byRule, type Works } from '#electron/calls/by-rule.ts';
import type { Services } from '#electron/calls/services.ts';
import { createInFlight } from '#electron/core/payments/in-flight.ts';
import type { Actor } from '#electron/core/ports/host.ts';
import { serve } from '#electron/ipc/serve.ts';
import { call } from '#shared/contract/call.ts';
import { contract } from '#shared/contract/contract.ts';
import type { Guarded } from '#shared/audit/step-up.ts';
import { failed, ok, type Result } from '#shared/failure.ts';
import { aSeat } from '#test/fixtures/seat-settings.ts';

const planted = call('back-office', z.strictObject({ id: z.string(), approvalId: z.string().optional() }), z.string(), {
  size: { characters: 100 },
  refuses: ({ id }, role, seat) =>
    id === 'settings' && role !== 'supervisor' && seat.settings().seat === 'Till 1'
      ? { kind: 'not-permitted', needs: 'supervisor' }
      : null,
  stepUp: { act: 'export', about: ({ id }) => (id === 'free' ? null : id) },
  leaves:
    ({ id }) =>
    (file) => ({ kind: 'exported', what: 'history', rows: id.length, file }),
  movesMoney: true,
});
const training = contract.training as unknown as Record<string, unknown>;
beforeAll(() => void (training['planted'] = planted));
afterAll(() => void delete training['planted']);

const page = { ownWindow: true, mainFrame: true, url: 'app://caja/index.html' } as const;

function seatOf(role: Actor['role'], answer: Promise<Result<string>> = Promise.resolve(ok('/kept'))) {
  const actor: Actor = { name: 'Ana', role };
  let present: Actor | null = actor;
  const inFlight = createInFlight();
  const asked: unknown[] = [];
  const noted: unknown[] = [];
  const worked: unknown[] = [];
  const givenBack: string[] = [];
  const parts = {
    session: { actor: () => present },
    approvals: {
      allow(guarded: Guarded, approvalId: string | undefined) {
        asked.push(guarded);
        if (approvalId !== 'given') return failed({ kind: 'step-up-needed', ...guarded, own: true });
        return ok({ supervisor: 'Sol', giveBack: () => void givenBack.push(approvalId) });
      },
    },
    audit: { noteSoon: (name: string, deed: unknown) => noted.push([name, deed]) },
    inFlight,
    seat: { settings: () => aSeat({ seat: 'Till 1' }) },
  } as unknown as Services;
  const work = (...given: unknown[]) => {
    worked.push(given);
    return answer;
  };
  const handlers = byRule({ training: { planted: work } } as unknown as Works, parts);
  const served = serve({
    handlers,
    actor: () => present,
    atWork: () => Promise.resolve(true),
    report: ({ error }) => {
      throw error;
    },
    makeReference: () => 'ref',
  });
  const make = (input: unknown) => served(page, { group: 'training', name: 'planted', input });
  const put = (next: Actor | null) => void (present = next);
  return { make, actor, inFlight, asked, noted, worked, givenBack, put };
}

it('a planted call is refused by its size, role and own rule before a passcode is asked for', async () => {
  const { make, asked, worked, noted } = seatOf('back-office');
  expect(await make({ id: 'x'.repeat(101) })).toMatchObject({ failure: { kind: 'invalid' } });
  expect(await make({ id: 'settings' })).toEqual(failed({ kind: 'not-permitted', needs: 'supervisor' }));
  const cashier = seatOf('cashier');
  expect(await cashier.make({ id: 'free' })).toEqual(failed({ kind: 'not-permitted', needs: 'back-office' }));
  expect([asked, worked, noted, cashier.worked]).toEqual([[], [], [], []]);
});

it('a planted call needs its passcode, for its own subject, and leaves nothing without it', async () => {
  const { make, asked, worked, noted, givenBack } = seatOf('back-office');
  expect(await make({ id: 'one' })).toMatchObject({
    failure: { kind: 'step-up-needed', act: 'export', subject: 'one' },
  });
  expect([asked, worked, noted]).toEqual([[{ act: 'export', subject: 'one' }], [], []]);
  expect(await make({ id: 'one', approvalId: 'given' })).toEqual(ok('/kept'));
  expect(await make({ id: 'free' })).toEqual(ok('/kept'));
  expect([asked.length, givenBack]).toEqual([2, []]);
});

it('a planted call is under way until it has ended, runs for the operator and leaves its deed', async () => {
  const answer = Promise.withResolvers<Result<string>>();
  const { make, actor, inFlight, noted, worked } = seatOf('back-office', answer.promise);
  const made = make({ id: 'free' });
  await expect.poll(() => inFlight.count()).toBe(1);
  expect(noted).toEqual([]);
  answer.resolve(ok('/kept'));
  expect(await made).toEqual(ok('/kept'));
  expect(inFlight.count()).toBe(0);
  expect(worked).toEqual([[{ id: 'free' }, actor]]);
  expect(noted).toEqual([['Ana', { kind: 'exported', what: 'history', rows: 4, file: '/kept' }]]);
});

it('a planted call that fails leaves no deed, and gives its approval back', async () => {
  const { make, noted, givenBack } = seatOf('back-office', Promise.resolve(failed({ kind: 'not-found' })));
  expect(await make({ id: 'one', approvalId: 'given' })).toEqual(failed({ kind: 'not-found' }));
  expect([noted, givenBack]).toEqual([[], ['given']]);
});

it.each<[string, Actor | null]>([
  ['the seat is locked', null],
  ['another operator signs in', { name: 'Luz', role: 'supervisor' }],
  ['the operator loses the role', { name: 'Ana', role: 'cashier' }],
])('a planted call is not made once %s before its work, and gives its approval back', async (_what, next) => {
  const { make, put, worked, noted, givenBack } = seatOf('back-office');
  const made = make({ id: 'one', approvalId: 'given' });
  put(next);
  expect(await made).toEqual(failed({ kind: 'signed-out' }));
  expect([worked, noted, givenBack]).toEqual([[], [], ['given']]);
});
