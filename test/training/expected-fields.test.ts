/** The training gateway takes every field of the table where the service does, holds it to its limits, and takes it nowhere else. */
import { describe, expect, test } from 'vitest';
import { readFormRequest } from '#electron/training/families/form-requests.ts';
import { readJsonRequest } from '#electron/training/families/json-requests.ts';
import type { KnownMerchant } from '#electron/training/families/field-checks.ts';
import type { PaymentField, Presence } from '#shared/payments/field-kinds.ts';
import { decimalText } from '#shared/payments/money.ts';
import { operationsOf, operationTable, type Operation, type OperationOf } from '#shared/payments/operations.ts';
import { fieldNames, paymentFields, type PaymentFieldName } from '#shared/payments/payment-fields.ts';
import { exampleFields, wrongValues } from '#test/fixtures/payment-fields.ts';
import { card, secretHash } from './wire-client.ts';

const account: KnownMerchant = {
  cclw: 'ABC',
  apiKey: 'ONE|TWO',
  minimumAmount: 100,
  maximumAmount: 99_999_999_999,
  captureTokenField: 'AuthRefNum',
  tolerant: false,
  now: () => new Date('2026-11-21T12:00:00Z'),
};

type Values = Readonly<Partial<Record<PaymentFieldName, unknown>>>;
const entry = (name: PaymentFieldName): PaymentField => paymentFields[name];

function presence(name: PaymentFieldName, family: 'json' | 'form', operation: Operation): Presence {
  const wire = entry(name).wire[family];
  return wire === 'not sent' ? 'not sent' : wire.presence[operation];
}

/** The examples as the wire carries them, of the fields that an operation takes. */
const examples = (family: 'json' | 'form', operation: Operation): Values =>
  Object.fromEntries(
    fieldNames
      .filter((name) => presence(name, family, operation) !== 'not sent')
      .map((name) => {
        const value = exampleFields[name];
        const { kind } = entry(name);
        const wire = kind === 'device-session' ? { sessionFraud: value } : value;
        return [name, kind === 'amount' || kind === 'tax' ? decimalText(Number(value)) : wire];
      }),
  );

function jsonVerdict(operation: Operation, values: Values): number | 'taken' {
  const inCard: Record<string, unknown> = {};
  const body: Record<string, unknown> = { cclw: account.cclw };
  for (const [name, value] of Object.entries(values)) {
    const { json } = entry(name as PaymentFieldName).wire;
    if (json !== 'not sent') (json.place === 'cardInformation' ? inCard : body)[json.name] = value;
  }
  if (!operationTable[operation].keysCard) body['codOper'] = 'SANDBOX_1';
  else body['cardInformation'] = { ...card({ firstName: undefined, lastName: undefined }), ...inCard };
  const headers = { authorization: account.apiKey, contentType: 'application/json' };
  const reading = readJsonRequest(operationTable[operation].types.json, headers, JSON.stringify(body), account);
  return reading.ok ? 'taken' : reading.refusal.code;
}

function formVerdict(operation: OperationOf<'form'>, values: Values): string {
  const txType = operationTable[operation].types.form;
  const fields: Record<string, string> = { CCLW: account.cclw, txType };
  for (const [name, value] of Object.entries(values)) {
    const { form } = entry(name as PaymentFieldName).wire;
    if (form !== 'not sent') fields[form.name] = String(value);
  }
  if (operation === 'capture') fields['AuthRefNum'] = 'TOKEN';
  else {
    Object.assign(fields, { CCNum: card()['cardNumber'], ExpMonth: '12', ExpYear: '39', CVV2: '003' });
    fields['SecretHash'] = secretHash(fields);
  }
  const body = Object.entries(fields)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
  const headers = { authorization: undefined, contentType: 'application/x-www-form-urlencoded' };
  const reading = readFormRequest(headers, body, account);
  return reading.ok ? 'taken' : reading.error;
}

describe.each(operationsOf('json'))('family A, %s', (operation) => {
  const whole = examples('json', operation);

  test('takes all its fields', () => {
    expect(jsonVerdict(operation, whole)).toBe('taken');
  });

  test.each(fieldNames)('treats %s as the table says', (name) => {
    const { [name]: own, ...others } = whole;
    switch (presence(name, 'json', operation)) {
      case 'required':
        // One known client sends no description with a reversal (field notes). We always do.
        expect(jsonVerdict(operation, others)).toBe(
          operationTable[operation].draft === 'reversal' && name === 'description' ? 'taken' : 602,
        );
        break;
      case 'optional':
      case 'tolerated':
        expect(jsonVerdict(operation, others)).toBe('taken');
        break;
      case 'not sent':
        expect(own).toBeUndefined();
        // There is no name to send a field under that the family does not know at all.
        if (entry(name).wire.json !== 'not sent') {
          const alien = !operationTable[operation].keysCard && placeOf(name) === 'cardInformation';
          expect(alien || jsonVerdict(operation, { ...whole, [name]: 'x' }) === 300).toBe(true);
        }
        return;
    }
    for (const value of wrongValues(name)) {
      expect([value, typeof jsonVerdict(operation, { ...whole, [name]: value })]).toEqual([value, 'number']);
    }
  });
});

const placeOf = (name: PaymentFieldName) => {
  const { json } = entry(name).wire;
  return json === 'not sent' ? undefined : json.place;
};

describe.each(operationsOf('form'))('family B, %s', (operation) => {
  const whole = examples('form', operation);

  test('takes all its fields', () => {
    expect(formVerdict(operation, whole)).toBe('taken');
  });

  test.each(fieldNames)('treats %s as the table says', (name) => {
    const { form } = entry(name).wire;
    if (form === 'not sent') return expect(whole).not.toHaveProperty(name);
    const { [name]: _own, ...others } = whole;
    switch (presence(name, 'form', operation)) {
      case 'required':
        expect(formVerdict(operation, others)).toBe(`missing arguments: ${form.name}`);
        break;
      case 'optional':
      case 'tolerated':
        expect(formVerdict(operation, others)).toBe('taken');
        break;
      case 'not sent':
        return expect(formVerdict(operation, { ...whole, [name]: 'x' })).toBe(
          `not a field of this operation: ${form.name}`,
        );
    }
    for (const value of wrongValues(name)) {
      expect(formVerdict(operation, { ...whole, [name]: value })).toContain(form.name);
    }
    return undefined;
  });
});
