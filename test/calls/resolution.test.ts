/** A resolution counts as work under way, so that neither the end of the program nor an update comes in its middle. */
import { expect, it } from 'vitest';
import { createCalls } from '#electron/calls/calls.ts';
import type { Services } from '#electron/calls/services.ts';
import { createInFlight } from '#electron/core/payments/in-flight.ts';
import { failed, type Result } from '#shared/failure.ts';
import type { Attempt } from '#shared/payments/attempt.ts';
import { newId } from '#shared/new-id.ts';
import { supervisor } from '#test/fixtures/drafts.ts';

it('a resolution is under way until it is recorded', async () => {
  const inFlight = createInFlight();
  const recorded = Promise.withResolvers<Result<Attempt>>();
  const { resolve } = createCalls({
    session: { actor: () => supervisor },
    history: { resolve: () => recorded.promise },
    inFlight,
  } as unknown as Services).history;
  const resolving = resolve({
    id: newId(),
    resolution: { outcome: 'declined', reference: 'R-1', note: 'Looked up', knows: null },
  });
  expect(inFlight.count()).toBe(1);
  recorded.resolve(failed({ kind: 'changed-meanwhile' }));
  await resolving;
  expect(inFlight.count()).toBe(0);
});
