/** Calls about operators. Each change names its author. */
import type { Works } from '#electron/calls/by-rule.ts';
import type { Services } from '#electron/calls/services.ts';
import { ok } from '#shared/failure.ts';

export const operatorCalls = ({ operators, approvals }: Services): Works['operators'] => ({
  list: () => ok(operators.view()),
  add: (operator, actor) => operators.add(operator, actor.name),
  change: (change, actor) => operators.change(change, actor.name),
  resetPasscode: ({ id, passcode }, actor) => operators.resetPasscode(id, passcode, actor.name),
  setIdleMinutes: ({ minutes }, actor) => operators.setIdleMinutes(minutes, actor.name),
  setLimits: ({ role, approvalId: _approvalId, ...limit }, actor) => operators.setLimits(role, limit, actor.name),
  approve: (request, actor) => approvals.approve(request, actor),
});
