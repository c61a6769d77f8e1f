/** Calls about the session, also available on a locked seat. */
import type { Works } from '#electron/calls/by-rule.ts';
import type { Services } from '#electron/calls/services.ts';
import { failed, ok } from '#shared/failure.ts';
import { limitOf } from '#shared/seat/operators.ts';
import { trainingMerchantId } from '#shared/seat/merchant.ts';

export const sessionCalls = ({ session, merchants, operators }: Services): Works['session'] => ({
  current() {
    const actor = session.actor();
    const paymentLimit = actor === null ? null : limitOf(operators.limits(), actor.role).payment;
    return ok({ operator: actor === null ? null : { ...actor, paymentLimit }, access: session.access() });
  },
  signIn: ({ name, passcode }) => session.signIn(name, passcode),
  signOut: () => ok(session.signOut()),
  lock: () => ok(session.lock('command')),
  keepAwake: () => ok(session.keepAwake()),
  changePasscode: ({ current, next }) => session.changePasscode(current, next),
  createSupervisor: ({ name, passcode }) => session.createSupervisor(name, passcode),
  async practise() {
    if (session.access().kind !== 'first-supervisor') return failed({ kind: 'not-permitted', needs: 'cashier' });
    const activated = await merchants.activate(trainingMerchantId);
    return activated.ok ? ok(undefined) : activated;
  },
});
