/** Every call of the contract, valid arguments of each, and handlers for all of them. */
import type { Handlers } from '#electron/ipc/handlers.ts';
import type { Call } from '#shared/contract/call.ts';
import { contract } from '#shared/contract/contract.ts';
import { callArguments } from '#test/fixtures/call-arguments.ts';

export const screens = { ownWindow: true, mainFrame: true, url: 'app://caja/index.html' } as const;

type Grouped<Value> = Readonly<Record<string, Readonly<Record<string, Value>>>>;
const groups: Grouped<Call> = contract;

/** Name, such as `payments.sell`, with what the contract and the examples say of it. */
export const allCalls = Object.entries(groups).flatMap(([group, named]) =>
  Object.entries(named).map(([name, call]) => {
    const inputs = (callArguments as Grouped<readonly unknown[]>)[group]?.[name] ?? [];
    return [`${group}.${name}`, { group, name, call, inputs }] as const;
  }),
);

/** Makes handlers that pass on each call and its argument. */
export const handlersThat = (answer: (call: string, input: unknown) => unknown): Handlers => {
  const handlersOf = (group: string, named: Readonly<Record<string, Call>>) =>
    Object.fromEntries(Object.keys(named).map((name) => [name, (input: unknown) => answer(`${group}.${name}`, input)]));
  return Object.fromEntries(
    Object.entries(groups).map(([group, named]) => [group, handlersOf(group, named)]),
  ) as unknown as Handlers;
};
