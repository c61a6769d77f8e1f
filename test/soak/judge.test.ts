/** The judge of a soak sees each broken promise, and none where all is well. */
import { expect, it } from 'vitest';
import { ownReference } from '#shared/ledger/own-reference.ts';
import { newId } from '#shared/new-id.ts';
import type { TrainingLedgerEntry } from '#shared/seat/training.ts';
import { growthIn, type Sample } from './growth.ts';
import { foundOf, judge, type Case } from './judge.ts';
import type { JudgedAttempt, Told } from './protocol.ts';

const at = '2026-11-24T15:00:00.000Z';
const attempt = (changes: Partial<JudgedAttempt>): JudgedAttempt => ({
  id: newId(),
  operation: 'sell',
  amount: 100_00,
  holdId: null,
  chargeId: null,
  seat: 'Bar',
  unknownCause: null,
  state: 'approved',
  resolved: false,
  ...changes,
});
const entryOf = ({ id }: JudgedAttempt, changes: Partial<TrainingLedgerEntry>): TrainingLedgerEntry => ({
  sequence: 1,
  operation: 'AUTH_CAPTURE',
  family: 'json',
  result: 'approved',
  amount: '100.00',
  codOper: id,
  authToken: null,
  relatedTx: null,
  lastFour: '7001',
  email: null,
  description: `Soak | ${ownReference(id)}`,
  at,
  ...changes,
});

const sale = attempt({});
const hold = attempt({ operation: 'authorize' });
const capture = attempt({ operation: 'capture', holdId: hold.id });
const refund = attempt({ operation: 'refund', chargeId: sale.id, amount: 60_00 });
const unsent = attempt({ state: 'not-sent' });
const told = (about: JudgedAttempt, state: Told['state'], safe = true): ReadonlyMap<string, Told> =>
  new Map([[about.id, { id: about.id, state, safe }]]);
const entries = [
  entryOf(sale, {}),
  entryOf(hold, { operation: 'AUTH' }),
  // Family B sends no description with a capture, so that it has its authorization's.
  entryOf(hold, { operation: 'CAPT', codOper: capture.id, relatedTx: hold.id }),
  entryOf(refund, { operation: 'REVERSE_CAPTURE', amount: '60.00' }),
];
const sound: Case = {
  attempts: [sale, hold, capture, refund, unsent],
  entries,
  received: entries.length,
  told: told(sale, 'approved'),
};
const instead = (former: JudgedAttempt, changes: Partial<JudgedAttempt>): Partial<Case> => ({
  attempts: sound.attempts.map((each) => (each === former ? { ...each, ...changes } : each)),
});
const besides = (changes: Partial<JudgedAttempt>): Partial<Case> => ({
  attempts: [...sound.attempts, attempt(changes)],
});

it.each<[string, Partial<Case>, readonly RegExp[]]>([
  ['nothing', {}, []],
  ['a payment that is gone', { attempts: sound.attempts.slice(0, -2) }, [/no ledger has/, /received 4 requests/]],
  ['a payment sent twice', { entries: [...entries, entryOf(sale, {})], received: 5 }, [/done twice/, /received 5/]],
  ['a refused payment sent twice', { received: 5 }, [/received 5 requests, and the ledgers know of 4/]],
  ['a payment that is called not sent', instead(capture, { state: 'not-sent' }), [/done .* not-sent here/, /received/]],
  ['another amount', instead(sale, { amount: 99_00 }), [/100.00 there and 99.00 here/]],
  ['an approval of nothing', besides({}), [/not done by the service/]],
  ['a payment that never ends', besides({ state: 'sending' }), [/still sending/]],
  [
    'a hold captured twice',
    besides({ operation: 'capture', holdId: hold.id, state: 'unknown' }),
    [/settled more than once/],
  ],
  [
    'a capture that only its seat has, contested by another',
    besides({ operation: 'capture', holdId: hold.id, state: 'unknown', unknownCause: 'settled-elsewhere' }),
    [],
  ],
  [
    'a refund of too much',
    besides({ operation: 'refund', chargeId: sale.id, amount: 40_01, state: 'unknown' }),
    [/refunded more/],
  ],
  [
    'a refund of nothing',
    besides({ operation: 'refund', chargeId: 'gone', state: 'unknown' }),
    [/charge that is gone/],
  ],
  ['an approval that was taken back', { told: told(unsent, 'approved') }, [/told as approved, and now not-sent/]],
  ['an approval that was lost', { told: told(attempt({}), 'approved') }, [/told as approved, and now gone/]],
  ['a refusal that was sent', { told: told(sale, 'refused') }, [/told as refused, and now approved/]],
  ['a refusal after which it was submitted again', { told: told(sale, 'again') }, []],
  ['a refusal that left a trace', { told: told(unsent, 'refused') }, []],
  ['a doubt that ended', { told: told(sale, 'unknown') }, []],
  ['a doubt that was denied', { told: told(unsent, 'unknown') }, [/told as unknown, and now not-sent/]],
  [
    'an answer that only memory had',
    {
      ...besides({ id: 'lost', state: 'unknown' }),
      told: new Map([['lost', { id: 'lost', state: 'approved', safe: false }]]),
    },
    [],
  ],
])('%s', (_name, changes, expected) => {
  const found = judge({ ...sound, ...changes }).map(({ text }) => text);
  expect(found).toEqual(expected.map((text) => expect.stringMatching(text) as unknown));
});

it('tells a person what the service has of an unconfirmed payment', () => {
  const states = { ...sound, ...instead(capture, { state: 'unknown' }) };
  const lost = attempt({ state: 'unknown' });
  expect(foundOf([...states.attempts, lost], entries)).toEqual([
    { id: capture.id, outcome: 'approved', reference: capture.id, isProvable: true },
    { id: lost.id, outcome: 'declined', reference: '', isProvable: false },
  ]);
});

it('sees what grows with time, and not what grows with payments alone', () => {
  const sample = (changes: Partial<Sample>): Sample => ({
    seat: 'Kiosk',
    heap: 30e6,
    handles: 3,
    files: 6,
    bytes: 5e6,
    attempts: 1_000,
    ...changes,
  });
  const half = sample({ bytes: 50e6, attempts: 10_000 });
  expect(growthIn([sample({ heap: 18e6 }), half, sample({ bytes: 95e6, attempts: 19_000, heap: 33e6 })])).toEqual([]);
  const grown = sample({ bytes: 140e6, attempts: 19_000, heap: 60e6, handles: 40, files: 2_000 });
  expect(growthIn([sample({}), half, grown])).toEqual([
    expect.stringContaining('heap'),
    expect.stringContaining('handles'),
    expect.stringContaining('files'),
    expect.stringContaining('bytes for each attempt'),
  ]);
});
