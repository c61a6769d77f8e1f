/** Calls about operators. Each change names its author. */
import type { Approvals } from '#electron/core/operators/approvals.ts';
import type { Operators } from '#electron/core/operators/operators.ts';
import type { Works } from '#electron/calls/by-rule.ts';
import { ok } from '#shared/failure.ts';

export interface OperatorCallsParts {
  readonly operators: Operators;
  readonly approvals: Approvals;
}

export const operatorCalls = ({ operators, approvals }: OperatorCallsParts): Works['operators'] => ({
  list: () => ok(operators.view()),
  add: (operator, actor) => operators.add(operator, actor.name),
  change: (change, actor) => operators.change(change, actor.name),
  resetPasscode: ({ id, passcode }, actor) => operators.resetPasscode(id, passcode, actor.name),
  setIdleMinutes: ({ minutes }, actor) => operators.setIdleMinutes(minutes, actor.name),
  setLimits: ({ role, ...limit }, actor) => operators.setLimits(role, limit, actor.name),
  approve: (request, actor) => approvals.approve(request, actor),
});
