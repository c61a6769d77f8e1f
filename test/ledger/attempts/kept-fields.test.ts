/** Every kept field of the table is read back from the ledger and found by search as the table says, on both engines. */
import { beforeAll, describe, expect, it } from 'vitest';
import { cardAttempt, laterAttempt, unkeyedFields } from '#electron/core/payments/drafts.ts';
import type { NewAttempt } from '#electron/core/ports/ledger.ts';
import type { StoredLedger } from '#electron/ledger/stored-ledger.ts';
import { newId } from '#shared/new-id.ts';
import { shownAttemptSchema } from '#shared/ledger/listed-attempt.ts';
import type { PaymentField } from '#shared/payments/field-kinds.ts';
import { decimalText } from '#shared/payments/money.ts';
import { keptFields, paymentFields, type KeptField } from '#shared/payments/payment-fields.ts';
import { cashier, captureOf, draft } from '#test/fixtures/drafts.ts';
import { engines, withStore } from '#test/fixtures/ledger/engines.ts';
import { approved, merchant, newAttempt, query, value } from '#test/fixtures/examples.ts';
import { exampleFields, keptExamples, markOf } from '#test/fixtures/payment-fields.ts';

const entry = (name: KeptField): PaymentField => paymentFields[name];
const circumstances = { merchant, family: 'json', seat: 'Till', actor: cashier, now: new Date() } as const;

/** Search texts that find the example of a field. */
function soughtBy(name: KeptField): readonly string[] {
  switch (entry(name).kind) {
    case 'amount':
    case 'tax':
      return [decimalText(Number(exampleFields[name]))];
    case 'phone':
      // A reference can be found by its end as well.
      return [exampleFields.phone, exampleFields.phone.slice(-4)];
    case 'name':
    case 'text':
    case 'email':
    case 'custom-fields':
      return [markOf(name)];
    case 'ipv4':
      return [exampleFields.ipCheck];
    case 'lang':
    case 'device-session':
      return [];
  }
}

describe.each(engines)('the ledger on %s', (engine) => {
  let ledger: StoredLedger;
  let attempt: NewAttempt;
  withStore(engine, (made) => ({ ledger } = made), 'all');
  beforeAll(async () => {
    const keyed = draft({ ...exampleFields, draftId: newId() });
    attempt = cardAttempt('authorize', keyed, 'fingerprint', circumstances);
    value(await ledger.begin(attempt, null));
    // A second attempt that no search for an example may find.
    value(await ledger.begin(newAttempt(), null));
  });

  it.each(keptFields)('keeps %s as it was keyed', async (name) => {
    const shown = shownAttemptSchema.parse(await ledger.show(attempt.id));
    expect(shown[name]).toEqual(exampleFields[name]);
    expect(attempt[name]).toEqual(keptExamples[name]);
  });

  // A language has no search text because its two letters occur in other words.
  it.each(keptFields.filter((name) => soughtBy(name).length > 0))('finds %s as the table says', async (name) => {
    for (const text of soughtBy(name)) {
      const found = (await ledger.search(query({ text }))).attempts.map(({ id }) => id);
      expect([text, found]).toEqual([text, entry(name).searched === 'not searched' ? [] : [attempt.id]]);
    }
  });

  it('gives a capture each field from the source that the table names', async () => {
    await ledger.finish(attempt.id, approved({ answeredAmount: exampleFields.amount }), new Date().toISOString());
    const hold = await ledger.hold(attempt.id);
    if (hold === null) throw new Error('no hold');
    const keyed = captureOf(attempt, { description: 'Delivered' });
    const capture = laterAttempt(newId(), 'capture', keyed, hold.authorization, circumstances);
    for (const name of keptFields) {
      const sources = {
        'the draft': (keyed as Partial<typeof capture>)[name],
        'the earlier attempt': exampleFields[name],
        nowhere: entry(name).kind === 'custom-fields' ? [] : unkeyedFields[name],
      };
      expect([name, capture[name]]).toEqual([name, sources[entry(name).ofLater]]);
    }
  });
});
