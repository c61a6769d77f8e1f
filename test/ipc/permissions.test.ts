/** Permissions of every call of the contract, for every role and a locked seat, with a valid argument. */
import { describe, expect, it } from 'vitest';
import { serve } from '#electron/ipc/serve.ts';
import { failed } from '#shared/failure.ts';
import { roles, type Role } from '#shared/role.ts';
import { allCalls, handlersThat, screens } from './whole-contract.ts';

const callsOf = (group: string, names: string): readonly string[] => names.split(' ').map((name) => `${group}.${name}`);

/** Calls of each role beyond those of the previous one. A call missing here fails the first test. */
const least: Readonly<Record<Role | 'locked', readonly string[]>> = {
  locked: [
    ...callsOf('session', 'current signIn signOut lock keepAwake changePasscode createSupervisor practise'),
    // A locked seat shows its language and colour scheme, and the merchant's name and environment.
    'seat.settings',
    'merchants.active',
    // Nobody may be signed in yet when a provisioning file waits for a supervisor.
    ...['waiting', 'allow', 'dismiss'].map((name) => `seat.${name}Provisioning`),
  ],
  cashier: [
    ...callsOf(
      'payments',
      'authorize sell tryAgain forgetCard keepCard lookalikes customers earlierCard recharge keepDraft ' +
        'keptDraft dropDraft waitingOrder dropOrder cancel warm',
    ),
    ...callsOf('holds', 'list find'),
    ...callsOf('history', 'search sums show unknowns lookUp reach operators openReceipt views saveView removeView'),
    ...callsOf('paper', 'print savePdf showFile copy send'),
    ...callsOf('merchants', 'list activate'),
    'operators.approve',
    ...callsOf('seat', 'save program policy damagedFiles cardOnScreen printable insidePackages showLegalFiles'),
    ...callsOf('ledger', 'status backups'),
    'answers.waiting',
    'work.current',
    ...callsOf('vault', 'status unlock'),
    'updates.state',
    'training.status',
    'training.order',
  ],
  'back-office': [
    'payments.refund',
    'payments.forgetEarlierCard',
    ...callsOf('holds', 'capture void captureMany stopBatch unseenBatches dismissBatch check exportBatch'),
    ...callsOf('work', 'cancel dismiss showFile'),
    'history.export',
    ...callsOf('reports', 'figures close closes export reconcile exportJournal'),
    'merchants.confirmCaptureField',
  ],
  supervisor: [
    ...callsOf('operators', 'list add change resetPasscode setIdleMinutes setLimits'),
    'history.resolve',
    ...callsOf('updates', 'look restart'),
    'vault.setPassphrase',
    'answers.setAside',
    ...callsOf('seat', 'saveDiagnostics goOnWithout'),
    ...callsOf('merchants', 'save remove checkConnection'),
    ...callsOf(
      'ledger',
      'choose move backUp planBackups chooseBackupFolder restore purge events eventOperators checkTrail ' +
        'admitSeat exportTrail acceptServer',
    ),
  ],
};

const calls = allCalls.map(([call]) => call);

/** Serves the contract with handlers that only record that they were reached. */
function seat(role: Role | null, atWork: () => Promise<boolean> = () => Promise.resolve(true)) {
  const reached: string[] = [];
  const answer = serve({
    handlers: handlersThat((call) => {
      reached.push(call);
      return failed({ kind: 'not-found' });
    }),
    actor: () => (role === null ? null : { name: 'Ana', role }),
    atWork,
    report: ({ error }) => {
      throw error;
    },
    makeReference: () => 'ref',
  });
  const ask = async (call: string): Promise<unknown> => {
    const { group, name, inputs } = allCalls.find(([each]) => each === call)?.[1] ?? { inputs: [] };
    return answer(screens, { group, name, input: inputs[0] });
  };
  return { ask, reached };
}

describe('the table of permissions', () => {
  it('lists every call once', () => {
    expect(Object.values(least).flat().toSorted()).toEqual(calls.toSorted());
  });

  it.each<Role | null>([null, ...roles])('allows %s exactly its listed calls', async (role) => {
    const order = ['locked', ...roles] as const;
    const allowed = order.slice(0, order.indexOf(role ?? 'locked') + 1).flatMap((each) => least[each]);
    const { ask, reached } = seat(role);
    for (const call of calls) {
      const needs = roles.find((each) => least[each].includes(call));
      const refusal = role === null ? { kind: 'signed-out' } : { kind: 'not-permitted', needs };
      const failure = allowed.includes(call) ? { kind: 'not-found' } : refusal;
      expect(await ask(call), call).toEqual({ ok: false, failure });
    }
    expect(reached.toSorted()).toEqual(allowed.toSorted());
  });
});

describe('a call served while the seat locks', () => {
  it('is answered once its operator is back', async () => {
    const back = Promise.withResolvers<boolean>();
    const { ask, reached } = seat('cashier', () => back.promise);
    let answered: unknown = null;
    const asked = ask('history.unknowns').then((answer) => (answered = answer));
    await new Promise(setImmediate);
    expect([reached, answered]).toEqual([['history.unknowns'], null]);
    back.resolve(true);
    await asked;
    expect(answered).toEqual({ ok: false, failure: { kind: 'not-found' } });
  });

  it('is answered to no other operator, and calls open to everyone still work', async () => {
    const { ask } = seat('cashier', () => Promise.resolve(false));
    expect(await ask('history.unknowns')).toEqual(failed({ kind: 'signed-out' }));
    expect(await ask('session.current')).toEqual(failed({ kind: 'not-found' }));
  });
});
