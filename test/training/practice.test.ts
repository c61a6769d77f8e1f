/** Amounts that trigger a fault, the words for every fault, and requests made of random data. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { practiceAmounts, plainFaults, type Fault } from '#shared/seat/training.ts';
import { en } from '#shared/locales/en.ts';
import { es } from '#shared/locales/es.ts';
import { faultFromText, faultTexts } from '#electron/training/faults/fault-text.ts';
import { readFormRequest } from '#electron/training/families/form-requests.ts';
import { readJsonRequest } from '#electron/training/families/json-requests.ts';
import { type TrainingGateway } from '#electron/training/training-gateway.ts';
import { jsonHeaders, payJson, payment, send, withTraining } from './wire-client.ts';
import { textsIn } from '#test/support/texts-in.ts';

let gateway: TrainingGateway;
withTraining({}, (started) => (gateway = started));

describe('a practice amount', () => {
  test.each([
    [901, { data: { status: 0, messageSys: 'INSUFFICIENT FUNDS' } }],
    [902, { data: { status: 0, messageSys: 'DO NOT HONOR' } }],
    [903, { data: { status: 0, messageSys: 'STOLEN CARD, PICK UP' } }],
    [904, { headerStatus: { code: 605 }, success: false }],
    [905, { headerStatus: { code: 612 }, success: false }],
    [909, { headerStatus: { code: 60003 }, success: false }],
  ])('of %i.00 is answered as the screens say', async (amount, answer) => {
    expect(await payJson(gateway, 'AUTH', { amount })).toMatchObject(answer);
  });

  test('of 906.00 loses the answer, 907.00 gets an error page, and 908.00 a late answer', async () => {
    await expect(payJson(gateway, 'AUTH', { amount: 906 })).rejects.toHaveProperty('code', 'ECONNRESET');
    const body = JSON.stringify(payment(gateway, { amount: 907 }));
    const answer = await send(gateway, { path: '/rest/processTx/AUTH', headers: jsonHeaders(gateway), body });
    expect(answer.status).toBe(500);
    const late = practiceAmounts.find(({ amount }) => amount === 908_00)?.fault;
    expect(late).toEqual({ kind: 'delay', milliseconds: 5000 });
  });

  test('gives way to the trainer’s order', async () => {
    await gateway.order({ fault: { kind: 'decline', reason: 'expired-card' }, times: 1 });
    const { data } = await payJson(gateway, 'AUTH', { amount: 901 });
    expect(data['messageSys']).toBe('EXPIRED CARD');
  });
});

describe('the words', () => {
  /** Every kind of fault, complete by type. */
  const kinds = Object.keys({
    none: 0,
    decline: 0,
    'header-status': 0,
    'form-error': 0,
    answer: 0,
    delay: 0,
    'three-d-secure': 0,
    ...(Object.fromEntries(plainFaults.map((kind) => [kind, 0])) as Record<(typeof plainFaults)[number], number>),
  } satisfies Record<Fault['kind'], number>);

  test.each([
    ['English', en.training],
    ['Spanish', es.training],
  ])('the language %s names every fault and every practice amount', (_language, words) => {
    expect(Object.keys(words.faults).toSorted()).toEqual(kinds.toSorted());
    expect(Object.keys(words.practice)).toEqual(practiceAmounts.map(({ amount }) => String(amount)));
  });
});

describe('a fault on the command line', () => {
  const examples: readonly (readonly [string, Fault])[] = [
    ['lost-answer', { kind: 'lost-answer' }],
    ['decline=stolen-card', { kind: 'decline', reason: 'stolen-card' }],
    ['header-status=612', { kind: 'header-status', code: 612 }],
    ['form-error=a=b', { kind: 'form-error', text: 'a=b' }],
    ['delay=5000', { kind: 'delay', milliseconds: 5000 }],
    ['three-d-secure', { kind: 'three-d-secure' }],
  ];
  test.each(examples)('the fault text %s is read', (text, fault) => {
    expect(faultFromText(text)).toEqual({ ok: true, fault });
  });

  test.each(['', 'explode', 'decline', 'decline=sadness', 'delay=soon', 'delay=0', 'lost-answer=1', 'header-status='])(
    'the fault text %j is refused with the possible texts',
    (text) => {
      expect(faultFromText(text)).toEqual({ ok: false, issue: `One of: ${faultTexts.join(', ')}.` });
    },
  );
});

describe('a request made of anything', () => {
  const account = {
    cclw: 'AB',
    apiKey: 'ONE|TWO',
    minimumAmount: 100,
    maximumAmount: 1_000_000,
    captureTokenField: 'AuthRefNum',
    tolerant: false,
    now: () => new Date('2026-06-15T12:00:00Z'),
  };
  const headers = { authorization: 'ONE|TWO', contentType: 'application/json' };
  const formHeaders = { authorization: undefined, contentType: 'application/x-www-form-urlencoded' };
  const names = textsIn(`
    cclw | amount | taxAmount | email | phone | concept | description | codOper | cardInformation`);

  test('a random request never throws and is never taken for a payment', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.dictionary(fc.constantFrom(...names), fc.jsonValue()).map((value) => JSON.stringify(value)),
        ),
        fc.constantFrom('AUTH', 'AUTH_CAPTURE', 'CAPTURE'),
        (body, type) => {
          expect(readJsonRequest(type as 'AUTH', headers, body, account).ok).toBe(false);
          expect(readFormRequest(formHeaders, body, account).ok).toBe(false);
        },
      ),
    );
  });

  test('family B survives every text in every field', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('CCLW', 'txType', 'CMTN', 'CCNum', 'Email', 'AuthRefNum'), fc.string()),
        (fields) => {
          const body = new URLSearchParams({ CCLW: 'AB', txType: 'SALE', ...fields }).toString();
          expect(readFormRequest(formHeaders, body, account).ok).toBe(false);
        },
      ),
    );
  });
});
