/** Every code of the field notes has words in both languages, and a code about a field points at it. */
import { describe, expect, test } from 'vitest';
import { service as english } from '#shared/locales/en/payments/service.ts';
import { service as spanish } from '#shared/locales/es/payments/service.ts';
import { hasKnownWords, headerCodes, type HeaderCode } from '#shared/payments/header-codes.ts';
import { issuerCodes, serviceMeaning } from '#shared/payments/service-codes.ts';

const json = (code: string | null, authStatus: string | null = null) => serviceMeaning('json', { code, authStatus });
const form = (code: string | null) => serviceMeaning('form', { code, authStatus: null });

describe('the words', () => {
  test('the words cover exactly the codes of the table, in both languages', () => {
    const explained = (Object.keys(headerCodes) as HeaderCode[]).filter(hasKnownWords);
    const codes = [...explained, 'unexplained'].sort();
    expect(Object.keys(english.code).sort()).toEqual(codes);
    expect(Object.keys(spanish.code).sort()).toEqual(codes);
    expect(Object.keys(english.issuer).sort()).toEqual(Object.keys(issuerCodes).sort());
    expect(Object.keys(spanish.issuer).sort()).toEqual(Object.keys(issuerCodes).sort());
  });

  test('the words are fragments that can stand after a code', () => {
    for (const words of [english.code, english.issuer, spanish.code, spanish.issuer].flatMap((set) =>
      Object.values(set),
    )) {
      expect(words).not.toMatch(/[.!]$/);
    }
  });
});

describe('the meaning', () => {
  test.each([
    ['603', 'amount'],
    ['604', 'amount'],
    ['605', 'cardNumber'],
    ['606', 'securityCode'],
    ['607', 'cardNumber'],
    ['608', 'email'],
    ['609', 'firstName'],
    ['610', 'lastName'],
    ['611', 'phone'],
    ['651', 'expiry'],
    ['620', null],
  ])('the meaning of code %s points at %s', (code, field) => {
    expect(json(code)).toMatchObject({ key: `service:code.${code}`, field });
  });

  test('the meaning of a decline in family A is the issuer’s', () => {
    expect(json('200', '51')).toMatchObject({ key: 'service:issuer.51', field: null });
    expect(json('200', '54')).toMatchObject({ key: 'service:issuer.54', field: 'expiry' });
    expect(json('200', null)).toBeNull();
  });

  test('the meaning of a decline in family B is that of its RespCode', () => {
    expect(form('15')).toMatchObject({ key: 'service:issuer.15', field: 'cardNumber' });
    expect(form('5')).toMatchObject({ key: 'service:issuer.05' });
    expect(form('n7')).toMatchObject({ key: 'service:issuer.N7', field: 'securityCode' });
  });

  test.each([
    json('699'),
    json(null),
    json('200', 'ODD'),
    json('constructor'),
    form('605'),
    form('00'),
    json('200', '00'),
    form(null),
    form('toString'),
  ])('an unknown code has no meaning, so its number and text are shown as they came', (meaning) => {
    expect(meaning).toBeNull();
  });
});
