/** Papers in both languages: the receipt by the state of its payment, lists with their sums, and warnings where no money moved. */
import { describe, expect, it } from 'vitest';
import { batchPaper } from '#electron/paper/batch.ts';
import { dayClosePaper, type DayClosePaper } from '#electron/paper/day-close.ts';
import { holdListPaper } from '#electron/paper/hold-list.ts';
import { reconciliationPaper } from '#electron/paper/reconciliation.ts';
import { comparison } from '#test/fixtures/shown/reconciliation.ts';
import { boundsOfDay } from '#shared/local-day.ts';
import type { DayClose } from '#shared/reports/day-close.ts';
import type { Figures, ReconciledSummary } from '#shared/reports/figures.ts';
import { receiptPaper, type ReceiptPaper } from '#electron/paper/receipt.ts';
import { receiptText } from '#electron/paper/receipt-text.ts';
import { wordsOf } from '#electron/shell/words.ts';
import type { ShownAttempt } from '#shared/ledger/listed-attempt.ts';
import type { Attempt } from '#shared/payments/attempt.ts';
import type { BatchProgress } from '#shared/ledger/holds.ts';
import { namedHold } from '#shared/ledger/holds.ts';
import { holdsCardNumber } from '#shared/texts/card-numbers.ts';
import { attemptOf, detailsOf, hoursFromNow, idOf, now, paymentOf } from '#test/fixtures/shown/attempts.ts';
import { busyFigures, closeOf, emptyReport, reportOf } from '#test/fixtures/shown/report.ts';

const merchant = {
  name: 'Hotel Miramar',
  address: 'Av. Balboa 12\nCiudad de Panamá',
  phone: '+507 6020-1236',
  taxId: '155-1234-5678 DV 12',
  note: 'Gracias por su compra',
  taxed: true,
};
const printed = { at: now, operator: 'Beto', seat: 'Recepción 2' };
const en = wordsOf('en').paper;
const es = wordsOf('es').paper;

/** Returns what a reader sees, on one line. */
const readable = (html: string): string =>
  html
    .replace(/<style>.*?<\/style>/s, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&#(\d+);/g, (_reference, code: string) => String.fromCharCode(Number(code)))
    .replaceAll('\u00a0', ' ')
    .replace(/\s+/g, ' ');

function expectParts(text: string, parts: readonly string[]): void {
  for (const part of parts) expect(text).toContain(part);
}

const real = { environment: 'production', merchantId: 'miramar', merchantName: 'Hotel Miramar' } as const;
const sale = detailsOf(attemptOf('sell', 'approved', real));
const authorization = attemptOf('authorize', 'approved', { ...real, id: idOf(900) });
const capture = attemptOf('capture', 'approved', { ...real, id: idOf(901), amount: 100_00 });

function printedReceipt(shown: ShownAttempt, change: Partial<ReceiptPaper> = {}, words = en): string {
  const paper = receiptPaper(words, { shown, merchant, size: 'roll-80', copies: 'customer', printed, ...change });
  return paper === null ? 'none' : readable(paper.html);
}

describe('the receipt of a sale', () => {
  it('has the merchant, the amount, the tax, the masked card and the code', () => {
    const text = printedReceipt(sale);
    expectParts(text, [
      'Hotel Miramar',
      'Av. Balboa 12',
      'Tax id 155-1234-5678',
      'B/. 120.00',
      'B/. 7.85',
      'Charged to the card.',
      'Visa •••• 7001',
      'Order 1182',
      'SANDBOX_QX1K',
      'Gracias por su compra',
    ]);
    expect(text).not.toContain('tok-1t');
    expect(text).not.toMatch(/TRAINING|TEST/);
  });

  it('has its second, the customer’s e-mail, and no ITBMS only for a merchant without rates', () => {
    const text = printedReceipt(sale);
    expect(text).toContain('E-mail mj.castillero@example.com');
    expect(text).toMatch(/Time \d\d:\d\d:\d\d /);
    const untaxed = detailsOf(attemptOf('sell', 'approved', { ...real, taxAmount: 0 }));
    expect(printedReceipt(untaxed)).toContain('ITBMS included B/. 0.00');
    expect(printedReceipt(untaxed, { merchant: { ...merchant, taxed: false } })).not.toContain('ITBMS');
  });

  it('has the day and time that History and Reports have, also when it was looked up later', () => {
    const startedAt = '2026-11-20T15:00:00.000Z';
    const resolution = {
      outcome: 'approved',
      how: 'person',
      operatorName: 'Sol',
      at: now,
      reference: 'LK-7',
      note: '',
    } as const;
    for (const change of [{ answeredAt: now }, { state: 'unknown', answeredAt: null, resolution } as const])
      expect(printedReceipt(detailsOf(attemptOf('sell', 'approved', { ...real, startedAt, ...change })))).toContain(
        `Date ${en.date(startedAt)} Time ${en.clock(startedAt)} `,
      );
  });

  it('says what was refunded of it, and leaves out what is not certain', () => {
    const refund = (number: number, amount: number, change: Partial<Attempt> = {}) =>
      attemptOf('refund', 'approved', { ...real, id: idOf(number), chargeId: sale.id, amount, ...change });
    const timeline = [
      sale,
      refund(2, 30_00),
      refund(3, 20_00, { answeredAmount: 0 }),
      refund(4, 10_00, { state: 'unknown' }),
      refund(5, 5_00, { state: 'declined' }),
    ];
    const refunds = { returned: 50_00, open: 10_00 };
    expect(printedReceipt({ ...sale, timeline, refunds })).toContain('B/. 30.00 of it was refunded.');
    expect(printedReceipt({ ...sale, timeline: [sale], refunds: null })).not.toContain('refunded');
  });

  it('names who attended, and nobody for a seat without operators', () => {
    const attendedBy = (operatorName: string, environment: 'production' | 'training') =>
      printedReceipt(detailsOf(attemptOf('sell', 'approved', { ...real, environment, operatorName })));
    expect(attendedBy('Caja', 'training')).not.toContain('Attended by');
    for (const text of [attendedBy('Ana', 'training'), attendedBy('Caja', 'production')])
      expect(text).toMatch(/Attended by (Ana|Caja)/);
  });

  it('is in Spanish where that was chosen', () => {
    const text = printedReceipt(sale, {}, es);
    expectParts(text, ['Recibo', 'Cobrado a la tarjeta.', 'ITBMS incluido', 'RUC 155-1234-5678', 'Copia del cliente']);
  });

  it('has the text on the statement, also that of the hold which was captured', () => {
    const named = { ...real, statementDescriptor: 'PF*MIRAMAR' };
    expect(printedReceipt(detailsOf(attemptOf('sell', 'approved', named)))).toContain('On the statement PF*MIRAMAR');
    const hold = attemptOf('authorize', 'approved', { ...named, id: idOf(900) });
    const shown = detailsOf(capture, { payment: paymentOf(hold, 'captured', capture), timeline: [hold, capture] });
    expect(printedReceipt({ ...shown, holdId: hold.id }, {}, es)).toContain('En el estado de cuenta PF*MIRAMAR');
    expect(printedReceipt(sale)).not.toContain('statement');
  });

  it.each(['training', 'test'] as const)('says in %s that it is none of a payment', (environment) => {
    const text = printedReceipt(detailsOf(attemptOf('sell', 'approved', { environment })));
    expect(text).toContain(`${environment.toUpperCase()} – not a receipt of a payment`);
    const mailed = receiptText(en, { shown: { ...sale, environment }, merchant, link: null, at: now });
    expect(mailed?.split('\n')[0]).toBe(`${environment.toUpperCase()} – not a receipt of a payment`);
  });

  it('has a line to sign on the merchant’s copy of a sheet alone', () => {
    expect(printedReceipt(sale, { size: 'letter', copies: 'both' }).match(/Signature of the cardholder/g)).toHaveLength(
      1,
    );
    expect(printedReceipt(sale, { size: 'a4' })).not.toContain('Signature');
    expect(printedReceipt(sale, { copies: 'both' })).not.toContain('Signature');
  });

  it('is refused for a payment that was declined or is not confirmed', () => {
    for (const outcome of ['declined', 'rejected', 'not-sent', 'unknown'] as const)
      expect(printedReceipt(detailsOf(attemptOf('sell', outcome)))).toBe('none');
  });

  it('keeps hostile texts of a customer as texts', () => {
    const shown = detailsOf(
      attemptOf('sell', 'approved', { concept: '<script>alert(1)</script>', firstName: '"><img src=x>' }),
    );
    const paper = receiptPaper(en, { shown, merchant, size: 'letter', copies: 'both', printed });
    expect(paper?.html).not.toMatch(/<script|<img/);
    expect(readable(paper?.html ?? '')).toContain('<script>alert(1)</script>');
  });
});

describe('the receipt of a hold', () => {
  const heldNow = detailsOf(authorization, { payment: paymentOf(authorization, 'open') });

  it('says that nothing was charged', () => {
    expect(printedReceipt(heldNow)).toContain('Held. The card was not charged.');
    expect(printedReceipt(heldNow)).toContain('This is not a receipt of a charge.');
    expect(printedReceipt(heldNow, {}, es)).toContain('Preautorizado. No se hizo ningún cobro.');
  });

  it('is that of the charge once the hold was captured, with its amount', () => {
    const shown = detailsOf(authorization, {
      payment: paymentOf(authorization, 'captured', capture),
      timeline: [authorization, capture],
    });
    const text = printedReceipt(shown);
    expect(text).toContain('Charged to the card.');
    expect(text).toContain('B/. 100.00');
    expect(text).toContain('B/. 120.00 had been held. The rest was not charged.');
    expect(text).not.toContain('not charged. The amount is reserved');
  });

  it('says that nothing was charged when it ran out or was voided', () => {
    const past = paymentOf(authorization, 'open', null, { expiresAt: hoursFromNow(-1) });
    for (const payment of [past, paymentOf(authorization, 'voided')])
      expect(printedReceipt(detailsOf(authorization, { payment }))).toContain('Nothing was charged.');
  });

  it('is refused while its capture is not confirmed', () => {
    const unknown = attemptOf('capture', 'unknown', { id: idOf(902) });
    const payment = paymentOf(authorization, 'capture-unknown', unknown);
    expect(printedReceipt(detailsOf(authorization, { payment, timeline: [authorization, unknown] }))).toBe('none');
  });
});

describe('a document on sheets', () => {
  const frame = { merchant, environment: 'training', size: 'letter', printed } as const;
  const batch: BatchProgress = {
    batchId: idOf(7),
    startedAt: now,
    finished: true,
    rows: (['approved', 'declined', 'unknown'] as const).map((outcome, index) => ({
      holdId: idOf(index),
      authorization: namedHold(authorization),
      amount: 100_00,
      status: 'done',
      skipReason: null,
      attempt: attemptOf('capture', outcome, { amount: 100_00 }),
      unrecorded: null,
    })),
  };

  it('says what it does not list, and when holds expire', () => {
    const busy = {
      ...busyFigures,
      waiting: { open: { count: 444, amount: 44_400_00 }, expired: { count: 0, amount: 0 } },
    };
    const listed = {
      startedAt: now,
      amount: 100_00,
      currencySign: 'B/.',
      operatorName: 'Ana',
      customer: null,
    } as const;
    const hold = {
      ...listed,
      id: idOf(1),
      operation: 'authorize',
      brand: 'VISA',
      lastFour: '7001',
      expiresAt: now,
    } as const;
    const { figures } = reportOf([busy], { openHolds: [hold] });
    const of = { ...frame, first: '2026-11-21', last: '2026-11-21', figures, closes: [], currencySign: 'B/.' };
    const text = readable(dayClosePaper(en, of).html);
    expect(text).toContain('And 443 more (B/. 44,300.00), in Holds.');
    expect(text).toContain(' Expires ');
    expect(text).not.toContain('UTC');
    expect(readable(dayClosePaper(es, of).html)).toContain('Y 443 más (B/. 44,300.00), en Preautorizaciones.');
  });

  it('lists a batch with customers, masked cards, outcomes and sums', () => {
    const text = readable(batchPaper(en, { ...frame, batch }).html);
    expect(text).toContain('TRAINING – no money moved');
    expect(text.match(/María José Castillero/g)).toHaveLength(3);
    expect(text.match(/Visa •••• 7001/g)).toHaveLength(3);
    expect(text).toContain('B/. 100.00');
    // Each open capture names its next step and the reference to look it up by.
    expect(text).toContain('A supervisor looks this payment up at the service and resolves it.');
    expect(text.match(/Reference of the hold: SANDBOX_QX1K/g)).toHaveLength(2);
  });

  it('writes no reference of a hold in the place of one of its capture', () => {
    const unsent = batch.rows.map(
      (row) => ({ ...row, status: 'skipped', skipReason: 'stopped', attempt: null }) as const,
    );
    expect(readable(batchPaper(en, { ...frame, batch }).html)).toContain('SANDBOX_QX1K');
    expect(readable(batchPaper(en, { ...frame, batch: { ...batch, rows: unsent } }).html)).not.toContain('SANDBOX');
  });

  it('lists holds with their sum, each currency by itself', () => {
    const hold = {
      id: idOf(1),
      state: 'open',
      authorization,
      expiresAt: hoursFromNow(30),
      expiryIsEstimate: true,
      capture: null,
    } as const;
    const dollars = { ...hold, id: idOf(2), authorization: { ...authorization, currencySign: 'US$' } } as const;
    const nothing = { count: 0, amount: 0 };
    const totals = { open: nothing, within48h: nothing, within24h: nothing, expired: nothing, unconfirmed: nothing };
    const text = readable(
      holdListPaper(es, {
        ...frame,
        holds: [hold, dollars],
        cut: true,
        totals: { ...totals, currencySigns: ['B/.', 'US$'] },
        part: null,
        text: '',
        show: 'waiting',
      }).html,
    );
    expect(text).toContain('B/. 120.00 · US$ 120.00');
    expect(text).toContain('PRÁCTICA – no se movió dinero');
    expect(text).toContain('Hay más preautorizaciones. Aquí solo constan las primeras 2.');
  });

  it('has no card number, counts its pages and runs nothing', () => {
    const days = { first: '2026-11-21', last: '2026-11-21', closes: [], currencySign: 'B/.' };
    const close = dayClosePaper(es, { ...frame, ...days, figures: emptyReport.figures });
    expect(close.html).toContain('counter(page) ');
    // On Linux the window of a paper is shown under its print dialog, also when the seat locks meanwhile.
    expect(close.html).toContain('@media screen{body{visibility:hidden}}');
    expect(close.html).toContain("default-src 'none'".replaceAll("'", '&#39;'));
    for (const { html } of [close, batchPaper(en, { ...frame, batch })]) {
      expect(html).not.toContain('<script');
      expect(holdsCardNumber(readable(html))).toBe(false);
    }
  });
});

describe('the close of a day', () => {
  const day = { first: '2026-11-21', last: '2026-11-21', currencySign: 'B/.', size: 'letter' } as const;
  const of = { ...day, merchant, environment: 'production', printed } as const;
  const figures = {
    ...reportOf([busyFigures]).figures,
    unconfirmed: [
      {
        id: idOf(7),
        startedAt: now,
        operation: 'sell',
        amount: 55_00,
        currencySign: 'B/.',
        operatorName: 'Celia',
        brand: 'VISA',
        lastFour: '7001',
        customer: 'María González',
      },
    ],
  } as const;

  it('has captures apart from sales, who closed it, what is unconfirmed, and lines to sign', () => {
    const closes = [closeOf(figures), closeOf(figures, { operatorName: 'Beto' })];
    const text = readable(dayClosePaper(en, { ...of, figures, closes }).html);
    expectParts(text, [
      'Hotel Miramar',
      'Closed by Rosa',
      'Closed by Beto',
      'Sale 2 B/. 360.00',
      'Capture 1 B/. 1,000.00',
      'ITBMS included B/. 88.97 of which the service withholds B/. 44.49',
      // As on the screen: money whose time is over is not reserved any more.
      'Holds waiting now, of any day B/. 210.00 2 holds. Besides, 1 has expired: B/. 75.00',
    ]);
    const released = { ...busyFigures, sums: [{ key: 'released', count: 1, amount: 75_00 }] } as const;
    expectParts(readable(dayClosePaper(en, { ...of, figures: reportOf([released]).figures, closes: [] }).html), [
      'Voided holds B/. 75.00 1 hold',
    ]);
    expect(text).toContain('Visa •••• 7001 Celia B/. 55.00');
    expect(text).toContain('Closed by (name, signature)');
  });

  it('says what changed since it was closed, and by whom each merchant’s was', () => {
    // The seat of these tests has the hours of its own zone.
    const hours = boundsOfDay(of.first) ?? {};
    const then = reportOf([{ ...busyFigures, byState: busyFigures.byState.slice(1) }]).figures;
    const paper = (close: DayClose, now: Figures = figures, change: Partial<DayClosePaper> = {}) =>
      readable(dayClosePaper(en, { ...of, figures: now, closes: [close], ...change }).html);
    expectParts(paper(closeOf(then, hours)), [
      'Changed since the close',
      'Line At the close Now Charged 0 · B/. 0.00 2 · B/. 360.00',
    ]);
    expect(paper(closeOf({ ...figures }, hours))).not.toContain('Changed since the close');
    expect(paper(closeOf(figures, hours))).toContain('have been removed since');
    expect(paper(closeOf(null, hours))).toContain('can’t be read');
    expect(paper(closeOf(then, { from: '2026-11-20T22:00:00.000Z' }))).toContain('in another time zone');
    const ofAll = paper(closeOf(then, hours), figures, { merchant: null });
    expect(ofAll).toContain('Training: Closed by Rosa');
    expect(ofAll).not.toContain('Changed since the close');
  });

  it('names no customer, and calls a range no close', () => {
    expect(readable(dayClosePaper(es, { ...of, figures, closes: [] }).html)).not.toContain('González');
    expect(readable(dayClosePaper(es, { ...of, figures, closes: [] }).html)).toContain(es.t('reports:close.notClosed'));
    const range = readable(dayClosePaper(es, { ...of, first: '2026-11-01', figures, closes: [] }).html);
    expect(range).not.toMatch(/cierre/iu);
    expect(range).toContain('Domingo, 1 de noviembre de 2026 al sábado, 21 de noviembre de 2026');
  });

  it('says that payments of the days were removed', () => {
    const paper = (purgedBefore: string | null) =>
      readable(dayClosePaper(en, { ...of, figures: { ...figures, purgedBefore }, closes: [] }).html);
    expect(paper('2026-11-21T12:00:00.000Z')).toContain('have been removed. These figures don’t include them.');
    expect(paper(null)).not.toContain('removed');
  });

  it('says whether the day was compared with the service, where the merchant has its records', () => {
    const paper = (reconciled: typeof figures.reconciled | 'not-compared' | ReconciledSummary) =>
      readable(dayClosePaper(en, { ...of, figures: { ...figures, reconciled }, closes: [] }).html);
    expect(paper(null)).not.toContain('the service:');
    expect(paper('not-compared')).toContain('Not compared with the service.');
    expect(paper('not-compared')).not.toContain('doesn’t wait');
    const summary = { at: now, whole: false, differences: 3, claims: 1, net: 90_00, currencySign: 'B/.' };
    expectParts(paper(summary), [
      '3 lines need somebody.',
      'were not proved whole.',
      'disputed',
      'Arrives in the account: B/. 90.00',
    ]);
  });
});

describe('days beside the service’s records', () => {
  it('have what arrives day by day, what needs somebody, and no customer', () => {
    const reconciled = comparison(['2026-11-20', '2026-11-21'], 30, { whole: false });
    const text = readable(
      reconciliationPaper(en, { size: 'letter', merchant, environment: 'production', printed, reconciled }).html,
    );
    expectParts(text, [
      '8 lines need somebody.',
      '21/11/2026, not proved whole',
      'disputed',
      ' -20.00',
      ' -30.00',
      'Only at the service · refund · 7001',
    ]);
    expect(text).not.toContain('Castillero');
    expect(text.match(/ Agrees /g)).toBeNull();
    // Refunds are not kept, nor are charges without named fees.
    expectParts(text, [
      'Refunded Kept of it Without named fees Arrives in the account',
      'Without named fees B/. -120.00 1 payment',
      'Total 4,183.50 -50.00 -295.68 -120.00 3,717.82',
    ]);
    expect(text).toContain('Refunded B/. -50.00 2 payments');
    expect(text).toContain('Compared by (name, signature)');
    expect(text).not.toContain('Closed by');
  });
});
