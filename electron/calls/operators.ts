/** Calls about operators. Each change names its author. */
import type { Approvals } from '#electron/core/operators/approvals.ts';
import type { Operators } from '#electron/core/operators/operators.ts';
import type { Handlers } from '#electron/ipc/handlers.ts';
import { ok } from '#shared/failure.ts';
import type { As } from './as.ts';

export interface OperatorCallsParts {
  readonly operators: Operators;
  readonly approvals: Approvals;
}

export const operatorCalls = ({ operators, approvals }: OperatorCallsParts, as: As): Handlers['operators'] => ({
  list: () => ok(operators.view()),
  add: as((operator, actor) => operators.add(operator, actor.name)),
  change: as((change, actor) => operators.change(change, actor.name)),
  resetPasscode: as(({ id, passcode }, actor) => operators.resetPasscode(id, passcode, actor.name)),
  setIdleMinutes: as(({ minutes }, actor) => operators.setIdleMinutes(minutes, actor.name)),
  setLimits: as(({ role, ...limit }, actor) => operators.setLimits(role, limit, actor.name)),
  approve: as((request, actor) => approvals.approve(request, actor)),
});
