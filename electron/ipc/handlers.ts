/** Type of the handlers, derived from the contract, so that a call without a handler does not compile. */
import type { CallName, GroupName, Input, Output } from '#shared/contract/contract.ts';
import type { Result } from '#shared/failure.ts';

type Handler<In, Out> = (input: In) => Result<Out> | Promise<Result<Out>>;

export type Handlers = {
  readonly [Group in GroupName]: {
    readonly [Name in CallName<Group>]: Handler<Input<Group, Name>, Output<Group, Name>>;
  };
};
