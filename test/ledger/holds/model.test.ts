/** Random histories of holds against a small model, whose statements PostgreSQL runs in the race and the failovers: the ledger never lets a hold be captured twice. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { GatewayAnswer } from '#electron/core/ports/gateway.ts';
import type { HoldState } from '#shared/payments/hold-state.ts';
import { enginesOfSameSql, storeOfTest } from '#test/fixtures/ledger/engines.ts';
import { approved, capture, lost, notSent, record, refused, resolution } from '#test/fixtures/examples.ts';
import { times } from '#test/support/thorough.ts';

const answers = {
  // Each approval has a reference of its own.
  get approved() {
    return approved();
  },
  lost,
  'not-sent': notSent,
  declined: refused('declined', '51'),
  rejected: refused('rejected', '620'),
  captured: refused('rejected', '622'),
  voided: refused('rejected', '661'),
} as const satisfies Record<string, GatewayAnswer>;
type AnswerName = keyof typeof answers;

/** State of a hold in the model after each answer to its capture. */
const after: Readonly<Record<AnswerName, HoldState>> = {
  approved: 'captured',
  lost: 'capture-unknown',
  'not-sent': 'open',
  declined: 'open',
  rejected: 'open',
  captured: 'captured',
  voided: 'voided',
};

type Step =
  | { readonly kind: 'capture' }
  | { readonly kind: 'answer'; readonly answer: AnswerName }
  | { readonly kind: 'resolve'; readonly outcome: 'approved' | 'declined' | 'not-sent' }
  | { readonly kind: 'restart' };

const names = Object.keys(answers) as AnswerName[];
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.constant<Step>({ kind: 'capture' }) },
  { weight: 4, arbitrary: fc.constantFrom(...names).map((answer): Step => ({ kind: 'answer', answer })) },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom('approved' as const, 'declined' as const, 'not-sent' as const)
      .map((outcome): Step => ({ kind: 'resolve', outcome })),
  },
  { weight: 1, arbitrary: fc.constant<Step>({ kind: 'restart' }) },
);

it.each(enginesOfSameSql)(
  'a hold on %s is in the state of the model after any history, and has at most one live capture',
  async (engine) => {
    const store = await storeOfTest(engine);
    const now = () => new Date().toISOString();
    const witness = await store.open('Witness');
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
        let ledger = await store.open('Till');
        const holdId = await record(ledger);
        let state: HoldState = 'open';
        let flight: string | null = null;
        let unknown: string | null = null;
        for (const each of steps) {
          switch (each.kind) {
            case 'capture': {
              const attempt = capture(holdId);
              const begun = await ledger.begin(attempt, null);
              expect(begun.ok).toBe(state === 'open');
              if (begun.ok) [state, flight] = ['capturing', attempt.id];
              break;
            }
            case 'answer':
              if (flight === null) break;
              await ledger.finish(flight, answers[each.answer], now());
              state = after[each.answer];
              if (each.answer === 'lost') unknown = flight;
              flight = null;
              break;
            case 'resolve': {
              if (unknown === null) break;
              expect((await ledger.resolve(unknown, resolution(each.outcome))).ok).toBe(true);
              state = each.outcome === 'approved' ? 'captured' : 'open';
              unknown = null;
              break;
            }
            case 'restart':
              await ledger.close();
              ledger = await store.open('Till');
              await ledger.recover();
              if (flight !== null) [state, unknown, flight] = ['capture-unknown', flight, null];
          }
          expect((await witness.hold(holdId))?.state).toBe(state);
        }
        await ledger.close();
      }),
      { numRuns: times(3, 25) },
    );
  },
);
