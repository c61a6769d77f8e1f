/** Receipts and the ledger of the training gateway, as a person and a test can see them. */
import { describe, expect, test } from 'vitest';
import { trainingLedgerEntrySchema } from '#shared/seat/training.ts';
import { startTrainingGateway, type TrainingGateway } from '#electron/training/training-gateway.ts';
import {
  approvedVisa,
  card,
  formPayment,
  openLink,
  payForm,
  payJson,
  payment,
  referJson,
  send,
  sendForm,
  sendJson,
  trainerHeaders,
  withTraining,
  type Json,
} from './wire-client.ts';

let gateway: TrainingGateway;
withTraining({ equalPayments: null }, (started) => (gateway = started));

const receiptOf = async (data: Json): Promise<string> => {
  const answer = await openLink(gateway, data['returnUrl']);
  expect(answer.status).toBe(200);
  return answer.text;
};
const valueOf = (page: string, label: string): string | undefined =>
  new RegExp(`<dt>${label}</dt><dd>([^<]*)</dd>`).exec(page)?.[1]?.replace('\u00a0', ' ');

describe('a receipt', () => {
  test('the receipt of an authorization says that nothing was charged, until its capture', async () => {
    const { data } = await payJson(gateway, 'AUTH', { lang: 'EN' });
    const held = await receiptOf(data);
    expect(held).toContain('Nothing has been charged yet.');
    expect([valueOf(held, 'Charged'), valueOf(held, 'Amount')]).toEqual(['B/. 0.00', 'B/. 30.00']);

    const capture = await referJson(gateway, 'CAPTURE', data['codOper'], { amount: 20 });
    const captured = await receiptOf(data);
    expect(captured).toContain('The held amount has been captured.');
    expect([valueOf(captured, 'Charged'), valueOf(captured, 'Amount')]).toEqual(['B/. 20.00', 'B/. 30.00']);
    const own = await receiptOf(capture.data);
    expect([valueOf(own, 'Charged'), valueOf(own, 'Authorization')]).toEqual(['B/. 20.00', data['codOper']]);
  });

  test('the receipt of a sale shows the charge with its tax, in the language of the transaction', async () => {
    const { data } = await payJson(gateway, 'AUTH_CAPTURE', { lang: 'ES' });
    const page = await receiptOf(data);
    expect(page).toContain('<html lang="es">');
    expect([valueOf(page, 'Cobrado'), valueOf(page, 'ITBMS incluido')]).toEqual(['B/. 30.00', 'B/. 1.96']);
  });

  test('the program opens a receipt in its own language and currency, and it says that it is training', async () => {
    const { data } = await payJson(gateway, 'AUTH_CAPTURE', { lang: 'ES', amount: 1250.5 });
    const view = { language: 'en', currencySign: '<US$' } as const;
    const { text } = await openLink(gateway, gateway.receiptLink(String(data['returnUrl']), view));
    expect(text).toContain('<html lang="en">');
    expect(text).toContain('<p class="notice">Training: no money moved.</p>');
    expect(valueOf(text, 'Charged')).toBe('&#60;US$ 1,250.50');
  });

  test('the receipt of a decline shows that nothing was charged', async () => {
    const body = payment(gateway, { lang: 'EN', cardInformation: card({ cardNumber: '6013770095374264' }) });
    const page = await receiptOf((await sendJson(gateway, 'AUTH', body)).data);
    expect(page).toContain('Declined. Nothing was charged.');
    expect(valueOf(page, 'Charged')).toBe('B/. 0.00');
  });

  test('a receipt shows the last four digits and never the card number or the code', async () => {
    const page = await receiptOf((await payJson(gateway, 'AUTH')).data);
    expect(page).toContain('•••• 7001');
    expect(page).not.toContain(approvedVisa);
    expect(page).not.toContain(approvedVisa.slice(0, 8));
  });

  test('a receipt is self-contained and shows keyed text as text, not as markup', async () => {
    const description = '<script src="https://example.org/x.js"></script>';
    const { data } = await payJson(gateway, 'AUTH', { description });
    const answer = await openLink(gateway, data['returnUrl']);
    expect(answer.headers['content-security-policy']).toBe("default-src 'none'; style-src 'unsafe-inline'");
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.text).not.toMatch(/<(script|link|img|iframe|a)\b/);
  });

  test('an unknown receipt is a page that is not there', async () => {
    expect((await send(gateway, { method: 'GET', path: '/receipts/00000000' })).status).toBe(404);
    expect((await send(gateway, { method: 'DELETE', path: '/receipts/00000000' })).status).toBe(405);
  });
});

describe('the ledger', () => {
  test('the ledger lists every well-formed request with its result, over the wire as inside', async () => {
    const own = await startTrainingGateway();
    try {
      const auth = await payJson(own, 'AUTH');
      await referJson(own, 'CAPTURE', auth.data['codOper']);
      await referJson(own, 'CAPTURE', auth.data['codOper']);
      await payForm(own, 'SALE');
      await payForm(own, 'SALE', { CCNum: '6013770095374264' });
      const answer = await send(own, { method: 'GET', path: '/__training/ledger', headers: trainerHeaders(own) });
      const entries = trainingLedgerEntrySchema.array().parse(JSON.parse(answer.text));
      expect(entries).toEqual(own.ledger());
      expect(entries.map(({ sequence, operation, family, result }) => [sequence, operation, family, result])).toEqual([
        [1, 'AUTH', 'json', 'approved'],
        [2, 'CAPTURE', 'json', 'approved'],
        [3, 'CAPTURE', 'json', 'rejected'],
        [4, 'SALE', 'form', 'approved'],
        [5, 'SALE', 'form', 'declined'],
      ]);
      expect(entries[1]).toMatchObject({ relatedTx: auth.data['codOper'], lastFour: '7001', amount: '30.00' });
      const status = await send(own, { method: 'GET', path: '/__training/status', headers: trainerHeaders(own) });
      expect(JSON.parse(status.text)).toMatchObject({ processed: 3, received: 5 });
      expect(answer.text).not.toContain(approvedVisa);
    } finally {
      await own.close();
    }
  });

  test('the ledger keeps nothing of a card that was keyed into another field', async () => {
    await referJson(gateway, 'CAPTURE', approvedVisa);
    await payJson(gateway, 'AUTH', { amount: approvedVisa });
    await sendForm(gateway, { ...formPayment(gateway, 'AUTH', { CMTN: approvedVisa }), AuthRefNum: approvedVisa });
    expect(gateway.ledger().slice(-3)).toMatchObject([
      { operation: 'CAPTURE', result: 'rejected', amount: '30.00', relatedTx: null },
      { operation: 'AUTH', result: 'rejected', amount: '' },
      { operation: 'AUTH', result: 'rejected', amount: '', relatedTx: null },
    ]);
    expect(JSON.stringify(gateway.ledger())).not.toContain(approvedVisa);
  });

  test('the trainer’s addresses show no more than the ledger', async () => {
    const headers = trainerHeaders(gateway);
    expect((await send(gateway, { method: 'GET', path: '/__training/keys', headers })).status).toBe(404);
  });
});

describe('a gateway', () => {
  test('a gateway has keys and an authority of its own, and takes those that it is given', async () => {
    const other = await startTrainingGateway({ cclw: 'AB12', apiKey: 'ONE|TWO' });
    try {
      expect([other.cclw, other.apiKey]).toEqual(['AB12', 'ONE|TWO']);
      expect(gateway.cclw).toMatch(/^[0-9A-F]{128}$/);
      expect(gateway.apiKey).toMatch(/^[0-9A-F]{32}\|[0-9A-F]{32}$/);
      expect(other.ca).not.toBe(gateway.ca);
      expect((await payJson(other, 'AUTH')).success).toBe(true);
    } finally {
      await other.close();
    }
  });

  test('a gateway refuses to start on a port that is taken', async () => {
    const port = Number(new URL(gateway.origin).port);
    await expect(startTrainingGateway({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });
});
