/** Answers about the service's records: the recorded shape in all its oddities, and what is never believed (field notes). */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCount, readRecords } from '#electron/gateway/records/read-records.ts';
import {
  instantOfRecord,
  netOf,
  operatorTime,
  serviceRecordSchema,
  type ServiceRecord,
} from '#shared/ledger/service-records.ts';

/** Stands for a number with more digits than a float has. */
const longId = 'LONG-ID';
const row = {
  codOper: 'LK-0A1B',
  amount: 30,
  authAmount: '30.0',
  txType: 'AUTH_CAPTURE',
  status: 1,
  authStatus: 'AP',
  dateTms: '2026-11-21T11:55:00',
  displayCardNum: '7001',
  cardholderFullName: 'Ana Díaz',
  email: 'ana@example.org',
  txDescription: 'Two chairs | CJ-0123456789',
  txDescriptor: 'PF*SHOP',
  customFields: [{ id: 'caja', nameOrLabel: 'Caja', value: 'CJ-0123456789' }],
  idTransaction: longId,
  idRelatedTransaction: null,
  totalCom: 1.05,
  totalCost: 0.5,
  tax: 0.11,
  taxRetention: 0,
  totalReserve: 0,
  reserveIsLiberated: false,
  containOpenClaim: false,
  inRevision: false,
};
const jsonOf = (value: unknown): string => JSON.stringify(value).replace(`"${longId}"`, '90071992547409931');
const envelope = (data: unknown, changes: object = {}): string =>
  jsonOf({ headerStatus: { code: 200, description: 'Success' }, success: true, message: null, data, ...changes });
const read = (body: string, httpStatus = 200) => readRecords({ kind: 'answered', httpStatus, body });
function onlyRecord(changes: object): ServiceRecord | undefined {
  const answer = read(envelope([{ ...row, ...changes }]));
  return answer.kind === 'records' ? answer.records[0] : undefined;
}

describe('a record', () => {
  it('is read whole, with its id to the last digit, and says what arrives', () => {
    const record = onlyRecord({});
    expect(record).toEqual({
      codOper: 'LK-0A1B',
      type: 'AUTH_CAPTURE',
      status: 1,
      amount: 3000,
      firstAmount: 3000,
      at: '2026-11-21T11:55:00',
      lastFour: '7001',
      name: 'Ana Díaz',
      email: 'ana@example.org',
      description: 'Two chairs | CJ-0123456789',
      descriptor: 'PF*SHOP',
      customTexts: ['CJ-0123456789'],
      idtx: '90071992547409931',
      relatedIdtx: null,
      commission: 105,
      cost: 50,
      feeTax: 11,
      withheld: 0,
      reserve: 0,
      reserveReleased: false,
      openClaim: false,
      inReview: false,
    });
    // Recorded: of 30.00 arrive 28.34.
    expect(record && netOf(record)).toBe(28_34);
  });

  it.each<[string, object, Partial<ServiceRecord>]>([
    [
      'null last four and an empty name',
      { displayCardNum: null, cardholderFullName: '' },
      { lastFour: null, name: null },
    ],
    ['five digits of a card', { displayCardNum: '57001' }, { lastFour: '7001' }],
    ['custom fields keyed by name', { customFields: { Caja: 'CJ-1', Table: 7 } }, { customTexts: ['CJ-1', '7'] }],
    ['no custom fields', { customFields: null }, { customTexts: [] }],
    ['no member for custom fields', { customFields: undefined }, { customTexts: [] }],
    ['a status in words', { status: 'Procesada' }, { status: null }],
    ['an amount as text', { amount: '30.00' }, { amount: 3000 }],
    ['an amount with further zeros', { amount: '30.2500' }, { amount: 3025 }],
    ['an amount with parts of a cent', { amount: '30.255' }, { amount: null }],
    ['an amount beside one that can’t be read', { authAmount: 'USD 30' }, { amount: null, firstAmount: null }],
    ['an amount beside none', { authAmount: '-' }, { amount: 3000, firstAmount: null }],
    ['a negative amount', { amount: -30 }, { amount: null }],
    ['references that name nothing', { codOper: 'null', idTransaction: 0 }, { codOper: null, idtx: null }],
    ['references of 200 characters', { codOper: 'L'.repeat(200) }, { codOper: 'L'.repeat(200) }],
    // A resolution by one would leave the payment damaged.
    [
      'references that no ledger keeps',
      { codOper: 'L'.repeat(201), idTransaction: 'a\ud800', idRelatedTransaction: 'a\u0000' },
      { codOper: null, idtx: null, relatedIdtx: null },
    ],
    ['a time that no ledger keeps', { dateTms: 'a\ud800\u0000' }, { at: 'a\ufffd\ufffd' }],
    ['a time without an end', { dateTms: 'x'.repeat(101) }, { at: null }],
    ['a time whose digits pass for a card number', { dateTms: '2026-11-21 11:06:41' }, { at: '2026-11-21 11:06:41' }],
    ['a card number as a time', { dateTms: '4059310181757001' }, { at: '[card number removed]' }],
    ['a claim', { containOpenClaim: true, inRevision: 'true' }, { openClaim: true, inReview: true }],
    [
      'a card number that was keyed as a name',
      { cardholderFullName: '4059310181757001' },
      { name: '[card number removed]' },
    ],
  ])('with %s is read leniently', (_name, changes, expected) => {
    expect(onlyRecord(changes)).toMatchObject(expected);
  });

  it('of any content is valid or nothing', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...Object.keys(row)), fc.jsonValue()), (changes) => {
        expect(serviceRecordSchema.safeParse(onlyRecord(changes)).success).toBe(true);
      }),
    );
  });

  it('has its time by the operator’s clock, five hours behind UTC', () => {
    const instant = Date.UTC(2026, 10, 22, 3, 30);
    expect(operatorTime(instant)).toBe('2026-11-21T22:30:00');
    expect(['2026-11-21T22:30:00', '2026-11-21 22:30:00.0'].map((at) => instantOfRecord({ at }))).toEqual([
      instant,
      instant,
    ]);
  });

  it('leaves open what arrives while a fee is unknown', () => {
    const record = onlyRecord({ totalCom: null });
    expect(record && netOf(record)).toBeNull();
  });
});

describe('an answer', () => {
  it.each([
    ['a list of nothing', envelope([]), 200, { kind: 'records', records: [] }],
    ['no list', envelope({}), 200, { kind: 'no-answer', why: 'not-understood' }],
    ['a row that is no object', envelope([row, 'x']), 200, { kind: 'no-answer', why: 'not-understood' }],
    ['a page of HTML', '<html>', 200, { kind: 'no-answer', why: 'not-understood' }],
    ['records with an error’s status', envelope([row]), 502, { kind: 'no-answer', why: 'not-understood' }],
    ['success with a code', envelope([row], { headerStatus: { code: 900 } }), 200, { why: 'refused', code: '900' }],
    ['no privileges', envelope([], { headerStatus: { code: 530 }, success: false }), 403, { why: 'not-allowed' }],
    ['wrong keys', envelope([], { headerStatus: { code: 410 }, success: false }), 200, { why: 'wrong-keys' }],
    ['no success', envelope([row], { success: false }), 200, { why: 'refused' }],
    ['success and none', envelope([row]).replace('{', '{"success":false,'), 200, { why: 'not-understood' }],
    [
      'a row with two statuses',
      envelope([row]).replace('"status":1', '"status":0,"status":1'),
      200,
      { why: 'not-understood' },
    ],
    [
      'custom fields with one label',
      envelope([{ ...row, customFields: { Note: 'A' } }]).replace('"Note"', '"Note":"B","Note"'),
      200,
      { kind: 'records' },
    ],
    [
      'a row with a member twice',
      envelope([row]).replace('"status":1', '"status":1,"status":1'),
      200,
      { kind: 'records' },
    ],
  ])('of %s is what it says', (_name, body, httpStatus, expected) => {
    expect(read(body, httpStatus)).toMatchObject(expected);
  });
});

describe('a count', () => {
  it.each([
    ['a row with one number', envelope([{ COUNT: 17 }]), 17],
    ['a number as text', envelope([{ 'COUNT(idTransaction)': '17' }]), 17],
    ['a number alone', envelope(17), 17],
    ['records instead', envelope([row]), null],
    ['several rows', envelope([{ count: 1 }, { count: 2 }]), null],
    ['nothing', envelope([]), null],
  ])('of %s proves as much as it says', (_name, body, count) => {
    expect(readCount({ kind: 'answered', httpStatus: 200, body })).toEqual({ kind: 'count', count });
  });
});

it('a service that is reached and silent is slow, and one that isn’t reached is not', () => {
  const broken = { kind: 'broken', httpStatus: null, body: null, evidence: null, detail: '' } as const;
  expect(readRecords({ ...broken, cause: 'no-answer' })).toMatchObject({ why: 'slow' });
  expect(readRecords({ ...broken, cause: 'connection-lost' })).toMatchObject({ why: 'unreachable' });
});

it('lets no text of a record turn around or break what stands beside it', () => {
  const foreign = 'Refunded \u202e00.05\r\nApproved';
  const body = JSON.stringify({
    headerStatus: { code: 200 },
    success: true,
    data: [{ txType: foreign, dateTms: foreign, cardholderFullName: foreign, customFields: { one: foreign } }],
  });
  const shown = 'Refunded \ufffd00.05 Approved';
  expect(read(body)).toMatchObject({ records: [{ type: shown, at: shown, name: shown, customTexts: [shown] }] });
  const refusal = JSON.stringify({ headerStatus: { code: 400 }, success: false, message: foreign });
  expect(read(refusal)).toMatchObject({ text: shown });
});
