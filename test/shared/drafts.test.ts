/** Drafts, holds and merchants at the boundary: invalid values are refused with their path. */
import { describe, expect, test } from 'vitest';
import { paymentFields } from '#shared/payments/payment-fields.ts';
import { heldAmount } from '#shared/ledger/holds.ts';
import { passesLuhn } from '#shared/payments/card.ts';
import { httpsUrlSchema, keyedMerchantSchema, merchantSchema, merchantSecretsSchema } from '#shared/seat/merchant.ts';
import { mayAct, roles } from '#shared/role.ts';
import { vaultPassphraseSchema } from '#shared/seat/settings.ts';
import { holdsCardNumber } from '#shared/texts/card-numbers.ts';
import {
  effectiveState,
  keyedResolutionSchema,
  paymentDraftSchema,
  type PaymentDraft,
} from '#shared/payments/attempt.ts';
import { draft } from '#test/fixtures/drafts.ts';
import { resolvedAs } from '#test/fixtures/shown/attempts.ts';
import { aMerchant } from '#test/fixtures/world.ts';

const paths = (value: unknown): readonly string[] => {
  const parsed = paymentDraftSchema.safeParse(value);
  return parsed.success ? [] : [...new Set(parsed.error.issues.map((issue) => issue.path.join('.')))];
};

describe('a payment draft', () => {
  test('a payment draft has the limits of the service’s document', () => {
    const limits = { description: 150, concept: 100, address: 100, phone: 16, firstName: 25, lastName: 25 };
    for (const [field, limit] of Object.entries(limits)) expect(paymentFields).toHaveProperty([field, 'max'], limit);
    expect(paths(draft({ phone: '5'.repeat(16) }))).toEqual([]);
    expect(paths(draft({ phone: '5'.repeat(17) }))).toEqual(['phone']);
  });

  test('a payment draft takes an e-mail of 100 characters and not one more', () => {
    const email = (length: number) => `${'a'.repeat(50)}@${'b'.repeat(length - 55)}.com`;
    expect(email(100)).toHaveLength(100);
    expect(paths(draft({ email: email(100) }))).toEqual([]);
    expect(paths(draft({ email: email(101) }))).toEqual(['email']);
  });

  test.each<[string, Partial<Record<keyof PaymentDraft, unknown>>]>([
    ['amount', { amount: 0, taxAmount: 0 }],
    ['amount', { amount: 12.5 }],
    ['amount', { amount: '1250' }],
    ['taxAmount', { taxAmount: 125_51 }],
    ['taxAmount', { taxAmount: -1 }],
    ['phone', { phone: '+507 6020-1236' }],
    ['email', { email: 'maria' }],
    ['ipCheck', { ipCheck: '300.1.2.3' }],
    ['ipCheck', { ipCheck: '::1' }],
    ['lang', { lang: 'FR' }],
    ['firstName', { firstName: '   ' }],
    ['firstName', { firstName: ' \u202e ' }],
    ['draftId', { draftId: '7' }],
    ['override.reason', { override: { reason: '' } }],
    ['customFieldValues.0.id', { customFieldValues: [{ id: '', nameOrLabel: 'a', value: 'b' }] }],
    ['card.securityCode', { card: { ...draft().card, securityCode: 739 } }],
  ])('a payment draft is refused at %s: %j', (path, changes) => {
    expect(paths({ ...draft(), ...changes })).toEqual([path]);
  });

  test('a payment draft has no NUL and no half surrogate pair, which a ledger would keep as another text, if at all, and no mark that turns its direction', () => {
    const keyed = {
      firstName: 'Ana\u0000',
      lastName: '\u202ePé\u2066rez\u2069',
      concept: '\ude00 One',
      description: 'Two \ud83d',
      address: 'Casa \u{1f3e0}',
    };
    expect(paymentDraftSchema.parse(draft(keyed))).toMatchObject({
      firstName: 'Ana\ufffd',
      lastName: 'Pérez',
      concept: '\ufffd One',
      description: 'Two \ufffd',
      address: keyed.address,
    });
  });

  test('a payment draft carries nothing outside the table', () => {
    expect(paymentDraftSchema.safeParse({ ...draft(), extra: 1 }).success).toBe(false);
  });

  test('a payment may be all tax, and may have none', () => {
    expect(paths(draft({ taxAmount: 125_50 }))).toEqual([]);
    expect(paths(draft({ taxAmount: 0 }))).toEqual([]);
  });
});

test('the amount of a hold is the one that the service confirmed', () => {
  expect(heldAmount({ amount: 100, answeredAmount: null })).toBe(100);
  expect(heldAmount({ amount: 100, answeredAmount: 0 })).toBe(100);
  expect(heldAmount({ amount: 100, answeredAmount: 90 })).toBe(90);
  expect(heldAmount({ amount: 100, answeredAmount: 10_000 })).toBe(100);
});

test('an unknown attempt counts as what it was resolved to', () => {
  expect(effectiveState({ state: 'unknown', resolution: null })).toBe('unknown');
  expect(effectiveState({ state: 'unknown', resolution: resolvedAs('approved') })).toBe('approved');
});

test('each role may do what the roles before it may do', () => {
  for (const [index, role] of roles.entries()) {
    expect(roles.filter((needed) => mayAct(role, needed))).toEqual(roles.slice(0, index + 1));
  }
});

describe('a merchant', () => {
  test('a merchant needs name and address and has the defaults of the field notes', () => {
    expect(aMerchant({ taxRates: undefined })).toMatchObject({
      families: { authorize: 'json', sell: 'json' },
      taxRates: null,
      hashCase: 'lower',
      formExpYearDigits: 2,
      captureTokenField: 'AuthRefNum',
      captureTokenFieldConfirmed: false,
      formAuthorizationHeader: false,
      fingerprintKey: 'sessionFraud',
      jsonHoldDays: 5,
      allowSmallerCapture: false,
      duplicateWindowHours: 24,
      defaultOperation: 'sell',
      receiptAddress: '',
      receiptPhone: '',
      taxId: '',
      receiptNote: '',
    });
  });

  test('whoever keys a merchant chooses its ITBMS rates; a stored one may lack the choice', () => {
    const keyed = (taxRates: unknown) => keyedMerchantSchema.safeParse({ ...aMerchant(), taxRates }).success;
    for (const rates of [[0], [700], [700, 0, 1000, 1500], [725]]) expect(keyed(rates), String(rates)).toBe(true);
    for (const rates of [null, undefined, [], [700, 700], [-1], [10_001], [7.5], ['7'], 700]) {
      expect(keyed(rates), String(rates)).toBe(false);
    }
  });

  test('whoever keys a merchant gives the address of the service without what Caja adds to it', () => {
    const keyed = (baseUrl: string) => keyedMerchantSchema.safeParse({ ...aMerchant(), baseUrl }).success;
    expect(['https://a.example', 'https://a.example/restaurants', 'https://rest.example/v1'].map(keyed)).not.toContain(
      false,
    );
    expect(['https://a.example/rest', 'https://a.example/rest/processTx/AUTH'].map(keyed)).not.toContain(true);
  });

  test('a merchant takes a receipt heading of a few lines, and no card number in it', () => {
    const keyed = (change: object) => keyedMerchantSchema.safeParse({ ...aMerchant(), ...change }).success;
    for (const name of ['receiptAddress', 'receiptNote']) {
      expect(keyed({ [name]: 'Calle 50\nTorre B\n\nPiso 7\nPanamá\nPanamá' }), name).toBe(true);
      expect(keyed({ [name]: 'a\nb\nc\nd\ne\nf\ng' }), name).toBe(false);
    }
    for (const name of ['receiptAddress', 'receiptPhone', 'receiptNote', 'taxId']) {
      expect(keyed({ [name]: 'Card 4059 3101 8175 7001' }), name).toBe(false);
    }
  });

  test('a merchant takes every tax number in its groups, even one whose digits pass for a card number', () => {
    const keyed = (taxId: string) => keyedMerchantSchema.safeParse({ ...aMerchant(), taxId }).success;
    const old = Array.from({ length: 10 }, (_, last) => `2588017-1-83193${last}`);
    expect(old.filter((taxId) => passesLuhn(taxId.replaceAll('-', '')))).not.toEqual([]);
    expect([...old, '155704849-2-2021 DV 32', '8-123-456', 'PE-12-345'].filter((taxId) => !keyed(taxId))).toEqual([]);
    expect(keyed('4059-3101-8175-7001')).toBe(false);
    const short = Array.from({ length: 10 }, (_, last) => `4059-3101-8175${last}`).find((text) =>
      passesLuhn(text.replaceAll('-', '')),
    );
    expect(keyed(short ?? '')).toBe(false);
  });

  test('a merchant prints several telephone numbers, even those whose digits together pass for a card number', () => {
    const keyed = (receiptPhone: string) => keyedMerchantSchema.safeParse({ ...aMerchant(), receiptPhone }).success;
    const pairs = Array.from({ length: 10 }, (_, last) => [
      `266-7557 / 6337-209${last}`,
      `507-268-4645, 6280-775${last}`,
    ]);
    expect(pairs.flat().filter((phones) => !keyed(phones))).toEqual([]);
    for (const card of [
      '4059310181757001',
      '4059/3101/8175/7001',
      '4059310181757001 / 266-7557',
      '3782/822463/10005',
    ]) {
      expect(keyed(card), card).toBe(false);
    }
  });

  test('a resolution takes a reference of the service whose digits look like a card number, and no card number', () => {
    const keyed = (reference: string) =>
      keyedResolutionSchema.safeParse({ outcome: 'approved', reference, note: 'Found' }).success;
    const tokens = ['SANDBOX_LK-362320178390826D', 'SANDBOX_D10B3F900FB0F2636410020334179547'];
    expect(tokens.filter(holdsCardNumber)).toEqual(tokens);
    expect(tokens.filter((token) => !keyed(token))).toEqual([]);
    for (const card of [
      '4059310181757001',
      '4059 3101 8175 7001',
      'LK-4059310181757001',
      'REF4059310181757001',
      'card 4059%203101%208175%207001',
    ]) {
      expect(keyed(card), card).toBe(false);
    }
  });

  test.each(['http://a.example', 'ftp://a.example', 'a.example', ''])('a merchant can’t have the address %j', (url) => {
    expect(httpsUrlSchema.safeParse(url).success).toBe(false);
    expect(merchantSchema.safeParse({ ...aMerchant(), baseUrl: url }).success).toBe(false);
  });

  test('a merchant takes a web code with blanks around it and keys of one or two segments', () => {
    const secrets = { cclw: '  ABC \n', apiKey: ' ONE|TWO ', clientCertificate: null };
    expect(merchantSecretsSchema.parse(secrets)).toMatchObject({ cclw: 'ABC', apiKey: 'ONE|TWO' });
    expect(merchantSecretsSchema.safeParse({ ...secrets, apiKey: 'SINGLE' }).success).toBe(true);
  });

  test.each(['A\r\nX-Header: 1', 'A B', 'clé', ''])(
    'a merchant takes no key that could not be a header: %j',
    (apiKey) => {
      const parsed = merchantSecretsSchema.safeParse({ cclw: 'A', apiKey, clientCertificate: null });
      expect(parsed.success).toBe(false);
    },
  );
});

test('a vault passphrase has at least ten characters', () => {
  expect(vaultPassphraseSchema.safeParse('123456789').success).toBe(false);
  expect(vaultPassphraseSchema.safeParse('1234567890').success).toBe(true);
});
