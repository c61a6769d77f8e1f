/** The service's own records beside a payment: what they prove, what followed, what arrives, and why there are none. */
import type { Locator } from '@playwright/test';
import { inOneLook } from '#test/components/stage/looks.ts';
import { expect, test } from '#test/components/stage/test.ts';
import type { LookUp, ServiceRecord } from '#shared/ledger/service-records.ts';
import type { Attempt } from '#shared/payments/attempt.ts';
import type { MockedMain } from '#test/components/stage/mocked-main.ts';
import { attemptOf, detailsOf, idOf, listed, resolvedAs } from '#test/fixtures/shown/attempts.ts';
import { merchantOf, merchantView } from '#test/fixtures/shown/seat.ts';
import { aRecord } from '#test/fixtures/service-records.ts';

const merchant = merchantView({ ...merchantOf('training'), recordsUrl: 'https://records.example.com' });
const lost = attemptOf('sell', 'unknown', { id: idOf(1) });
const sold = attemptOf('sell', 'approved', { id: idOf(1) });

const found = aRecord();
const records = (
  list: readonly ServiceRecord[],
  proof: 'found' | 'none' | 'unclear' = 'none',
  whole: boolean | null = null,
): LookUp => ({
  kind: 'records',
  records: [...list],
  proof,
  whole,
  found: proof === 'found' ? (list[0] ?? null) : null,
});

function record(main: MockedMain, attempt: Attempt): void {
  main.history.search.answers({ attempts: [listed(attempt)], more: false });
  main.history.show.answers(detailsOf(attempt));
}

inOneLook('es', (look, t) => {
  const scene = { screen: 'history', settings: look, merchants: [merchant] } as const;

  const cases: Readonly<Record<string, { attempt: Attempt; answer: LookUp; says: string; also?: readonly string[] }>> =
    {
      'a record that is certain': {
        attempt: lost,
        answer: records([found], 'found'),
        says: t('history:service.found'),
        also: ['B/. 111.04', t('reports:service.net')],
      },
      'a record against what a person has recorded': {
        attempt: { ...lost, resolution: resolvedAs('declined') },
        answer: records([found], 'found'),
        says: t('reports:service.next.there-processed'),
      },
      'no record': { attempt: lost, answer: records([]), says: t('history:service.none') },
      'a record that doesn’t agree, beside a question to the cardholder': {
        attempt: lost,
        answer: records(
          [aRecord({ amount: 60_00 }), aRecord({ codOper: 'LK-2', type: '3DS', lastFour: null })],
          'unclear',
        ),
        says: t('history:service.unclear'),
        also: [
          `${t('history:service.places.this')}: ${t('history:service.types.AUTH_CAPTURE')}`,
          t('history:service.step'),
        ],
      },
      'keys that may not ask': {
        attempt: lost,
        answer: { kind: 'no-answer', why: 'not-allowed', code: '530', text: 'NO PRIVILEGES' },
        says: `${t('history:service.stillOpen')} ${t('history:service.noAnswer.not-allowed')}`,
        also: ['530 NO PRIVILEGES'],
      },
      'a refund in parts and a claim': {
        attempt: { ...sold, references: { ...sold.references, codOper: 'LK-0A1B', idtx: '17' } },
        answer: records([
          aRecord({ codOper: 'LK-9', type: 'REVERSE_CAPTURE', relatedIdtx: '17', idtx: '18', amount: 20_00 }),
          aRecord({ amount: 100_00, openClaim: true }),
        ]),
        says: t('history:service.claim'),
        also: [
          t('history:service.refundedThere', { amount: 'B/. 20.00' }),
          `${t('history:service.places.this')}: ${t('history:service.types.AUTH_CAPTURE')}`,
          `${t('history:service.places.related')}: ${t('history:service.types.REVERSE_CAPTURE')}`,
        ],
      },
      'nothing under the reference of a settled payment': {
        attempt: sold,
        answer: records([aRecord({ codOper: 'LK-3', description: 'Paint', customTexts: [] })]),
        says: t('history:service.missing'),
        also: [`${t('history:service.places.other')}: ${t('history:service.types.AUTH_CAPTURE')}`],
      },
    };

  for (const [name, { attempt, answer, says, also = [] }] of Object.entries(cases)) {
    test(`At the service shows ${name}, ${look.language}, ${look.theme}`, async ({ show, page, main }) => {
      record(main, attempt);
      main.history.lookUp.answers(answer);
      await show({ ...scene, role: 'supervisor' });
      const details = page.getByRole('complementary');
      const tab = details.getByRole('tab', { name: t('reports:service.tab') });
      await tab.waitFor();
      await main.history.lookUp.by(tab.click(), ({ id }) => id === attempt.id);
      await expect(details.getByText(says)).toBeVisible();
      for (const text of also) await expect(details.getByText(text).first()).toBeVisible();
      const shown = answer.kind === 'records' ? answer.records.length : 0;
      await expect(details.getByRole('tabpanel').getByRole('region')).toHaveCount(shown);
    });
  }

  /** With the details of a lost payment, of which the service had nothing when a cashier asked. */
  const asked = test.extend<{ readonly details: Locator }>({
    details: async ({ show, page, main }, use) => {
      record(main, lost);
      main.history.lookUp.answers(records([]));
      await show({ ...scene, role: 'cashier' });
      const details = page.getByRole('complementary');
      await details.getByRole('button', { name: t('history:service.lookUp') }).click();
      await expect(details.getByText(t('history:service.none'))).toBeVisible();
      await use(details);
    },
  });

  asked('an unconfirmed payment offers it, and asks again by hand', async ({ details, main }) => {
    main.history.lookUp.fails({ kind: 'ledger', reason: 'disconnected', detail: '' });
    await details.getByRole('button', { name: t('history:service.again') }).click();
    const alert = details.getByRole('alert');
    await expect(alert).toContainText(t('failures:ledger.disconnected'));
    // The payment itself may have been sent.
    await expect(alert).not.toContainText(t('failures:ledger.title'));
    main.history.lookUp.answers(records([]));
    await main.history.lookUp.by(details.getByRole('button', { name: t('history:service.again') }).click());
    await expect(details.getByText(t('history:service.none'))).toBeVisible();
  });

  asked('an answer leaves with what it says of a payment that settled by itself since', async ({ details, main }) => {
    record(main, sold);
    await main.emit('history.changed', { attemptIds: [sold.id] });
    await expect(details.getByRole('tabpanel').getByRole('status')).toHaveText(t('outcomes:charged.title'));
    await expect(details.getByText(t('history:service.missing'))).toBeHidden();
  });

  test('an unconfirmed payment offers its look-up before its resolution', async ({ show, page, main }) => {
    record(main, lost);
    await show({ ...scene, role: 'supervisor' });
    const steps = [t('history:service.lookUp'), t('unconfirmed:resolve')].map((name) => new RegExp(name));
    const buttons = page
      .getByRole('complementary')
      .getByRole('button', { name: new RegExp(steps.map(({ source }) => source).join('|')) });
    await expect(buttons).toHaveText(steps);
  });

  for (const [whole, says] of [
    [true, 'history:service.customerWhole'],
    [false, 'history:service.customerIncomplete'],
  ] as const) {
    test(`the customer’s records are said to be ${whole ? 'all' : 'maybe not all'}`, async ({ show, page, main }) => {
      record(main, sold);
      main.history.lookUp.answers(records([found, aRecord({ idtx: '18', codOper: 'LK-2' })], 'none', whole));
      await show({ ...scene, role: 'back-office' });
      const details = page.getByRole('complementary');
      await details.getByRole('tab', { name: t('reports:service.tab') }).click();
      await main.history.lookUp.by(
        details.getByRole('button', { name: t('history:service.ofCustomer') }).click(),
        ({ id, of }) => id === sold.id && of === 'customer',
      );
      await expect(details.getByText(t(says, { count: 2, email: sold.email ?? '' }))).toBeVisible();
      await expect(details.getByRole('tabpanel').getByRole('region')).toHaveCount(2);
    });
  }
});
