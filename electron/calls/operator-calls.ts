/** The calls about who works here: signing in and out, and what a supervisor changes about operators. */
import type { Approvals } from '#electron/core/operators/approvals.ts';
import type { Operators } from '#electron/core/operators/operators.ts';
import type { Merchants } from '#electron/core/merchants/merchants.ts';
import type { Actor } from '#electron/core/ports.ts';
import type { Session } from '#electron/core/operators/session.ts';
import type { Handlers } from '#electron/ipc/handlers.ts';
import { failed, ok, type Result } from '#shared/failure.ts';
import { trainingMerchantId } from '#shared/seat/merchant.ts';

export interface OperatorCallsParts {
  readonly session: Session;
  readonly operators: Operators;
  readonly approvals: Approvals;
  readonly merchants: Pick<Merchants, 'activate'>;
  /** Serves a call for whoever is signed in. */
  readonly as: <Input, Value>(
    work: (input: Input, actor: Actor) => Promise<Result<Value>>,
  ) => (input: Input) => Promise<Result<Value>>;
}

export interface OperatorCalls {
  readonly session: Omit<Handlers['session'], 'current'>;
  readonly operators: Handlers['operators'];
}

export function createOperatorCalls({
  session,
  operators,
  approvals,
  merchants,
  as,
}: OperatorCallsParts): OperatorCalls {
  return {
    session: {
      signIn: ({ name, passcode }) => session.signIn(name, passcode),
      signOut: () => ok(session.signOut()),
      lock: () => ok(session.lock()),
      keepAwake: () => ok(session.keepAwake()),
      changePasscode: ({ current, next }) => session.changePasscode(current, next),
      createSupervisor: ({ name, passcode }) => session.createSupervisor(name, passcode),
      async practise() {
        if (session.access().kind !== 'first-supervisor') return failed({ kind: 'not-permitted', needs: 'cashier' });
        const activated = await merchants.activate(trainingMerchantId);
        return activated.ok ? ok(undefined) : activated;
      },
    },
    operators: {
      list: () => ok(operators.view()),
      add: as((operator, actor) => operators.add(operator, actor.name)),
      change: as((change, actor) => operators.change(change, actor.name)),
      resetPasscode: as(({ id, passcode }, actor) => operators.resetPasscode(id, passcode, actor.name)),
      setIdleMinutes: as(({ minutes }, actor) => operators.setIdleMinutes(minutes, actor.name)),
      approve: as((request, actor) => approvals.approve(request, actor)),
    },
  };
}
