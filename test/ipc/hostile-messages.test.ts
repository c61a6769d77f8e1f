/** Hostile messages, hundreds for every call or thousands: none throws, passes the schema, pollutes a prototype or is repeated in a failure. */
import { expect, it } from 'vitest';
import { serve } from '#electron/ipc/serve.ts';
import { failed } from '#shared/failure.ts';
import { createMutations, marker } from './hostile-values.ts';
import { times } from '#test/support/thorough.ts';
import { allCalls, handlersThat, screens } from './whole-contract.ts';

const perCall = times(250, 10_000);

/** Serves a supervisor with handlers that keep their arguments. */
function setUp() {
  const reached: unknown[] = [];
  const bugs: unknown[] = [];
  const answer = serve({
    handlers: handlersThat((_call, input) => {
      reached.push(input);
      return failed({ kind: 'not-found' });
    }),
    actor: () => ({ name: 'Ana', role: 'supervisor' }),
    atWork: () => Promise.resolve(true),
    report: ({ error }) => bugs.push(error),
    makeReference: () => 'ref',
  });
  return { answer, reached, bugs };
}

const prototypes = [Object.prototype, Array.prototype, String.prototype, Function.prototype];
const namesOf = () => prototypes.map((each) => Object.getOwnPropertyNames(each).length);

it.each(allCalls)('%s survives them', async (_title, { group, name, call, inputs }) => {
  const { answer, reached, bugs } = setUp();
  const valid = inputs.map((input) => ({ group, name, input }));
  const mutate = createMutations(`${group}.${name}`.length * 7919 + name.length);
  const before = namesOf();
  let refused = 0;
  for (let count = 0; count < perCall; count++) {
    const message = mutate(valid[count % valid.length]);
    reached.length = 0;
    const result = await answer(screens, message);
    if (reached.length > 0) {
      // What a handler gets is what its schema makes of it, with nothing added.
      const again = call.input.safeParse(reached[0]);
      if (!again.success) expect(reached[0], 'an argument that its schema does not allow').toBe(again.error);
    } else refused += 1;
    if (result.ok) throw new Error('a handler that always fails succeeded');
    const { failure } = result;
    if (failure.kind === 'invalid') {
      if (failure.issues.length > 500) throw new Error(`${failure.issues.length} issues`);
      if (JSON.stringify(failure).includes(marker)) throw new Error(`repeats the argument: ${JSON.stringify(failure)}`);
    } else if (failure.kind !== 'not-found') throw new Error(`answers ${failure.kind}`);
  }
  expect(bugs).toEqual([]);
  expect(namesOf()).toEqual(before);
  expect(({} as Record<string, unknown>)[marker]).toBeUndefined();
  // Most mutations break something.
  expect(refused).toBeGreaterThan(perCall / 4);
});
