/** The forms of Settings: keyed values become a merchant, secrets, a fault order or an address, or issues at their fields. */
import { expect, test } from 'vitest';
import { merchantSecretsChangeSchema } from '#shared/seat/merchant.ts';
import { faultOrderSchema, plainFaults } from '#shared/seat/training.ts';
import { readCertificatePem, readBinary, readKeyPem } from '#renderer/features/settings/files/file-field.tsx';
import { faultGroups, firstOrder, readOrder } from '#renderer/features/settings/training/fault-order.ts';
import {
  newMerchant,
  readMerchant,
  toValues,
  type MerchantValues,
} from '#renderer/features/settings/merchants/merchant-values.ts';
import { noCertificate, readSecrets, startSecrets } from '#renderer/features/settings/secrets/secret-values.ts';
import { held, unset } from '#test/fixtures/shown/seat.ts';

const base = { ...newMerchant('shop'), name: 'Shop', baseUrl: 'https://pay.example.test', taxRates: [700] };
const values = toValues(base);
const read = (part: Partial<MerchantValues>) => readMerchant({ ...values, ...part }, base);

test('an untouched merchant form returns the same merchant', () => {
  expect(read({})).toEqual({ ok: true, merchant: base });
});

test('the merchant form turns seconds into milliseconds and amounts into cents', () => {
  const result = read({
    connectTimeout: '2.5',
    warnBelow: '5',
    baseUrl: ' https://pay.example.test// ',
  });
  expect(result).toMatchObject({
    ok: true,
    merchant: { connectTimeout: 2_500, warnBelow: 500, baseUrl: 'https://pay.example.test' },
  });
});

test('the merchant form asks for the ITBMS rates and presets none', () => {
  const rates = (part: Partial<MerchantValues>) => {
    const fresh = toValues(newMerchant('new'));
    const result = read({ ...fresh, name: 'Shop', baseUrl: 'https://pay.example.test', ...part });
    return result.ok ? result.merchant.taxRates : result.issues;
  };
  expect(rates({})).toEqual({ taxRates: { key: 'taxRates' } });
  expect(rates({ taxRates: ['0'] })).toEqual([0]);
  expect(rates({ otherTaxRates: ' 7.25 % ' })).toEqual({ otherTaxRates: { key: 'percent' } });
  expect(rates({ otherTaxRates: '7.25%' })).toEqual([725]);
  expect(rates({ taxRates: ['0', '7'] })).toEqual({ usualTaxRate: { key: 'required' } });
  expect(rates({ taxRates: ['0', '7'], usualTaxRate: '15' })).toEqual({ usualTaxRate: { key: 'required' } });
  expect(rates({ taxRates: ['0', '7'], usualTaxRate: '7' })).toEqual([700, 0]);
  expect(rates({ taxRates: ['7'], otherTaxRates: '2; 7', usualTaxRate: '2' })).toEqual([200, 700]);
  expect(rates({ otherTaxRates: '1 2 3 4 5 6 8 9 11', usualTaxRate: '1' })).toMatchObject({
    otherTaxRates: { key: 'tooMany', max: 8 },
  });
  for (const chosen of [[0], [700], [1500, 0], [725, 0, 700, 33]]) {
    expect(rates(toValues({ ...base, taxRates: chosen }))).toEqual(chosen);
  }
});

test('the merchant form names all invalid fields with their issues at once', () => {
  const result = read({
    name: ' ',
    baseUrl: 'http://pay.example.test',
    otherTaxRates: '101',
    warnBelow: 'ten',
    buyerIp: '203.0.113.777',
    duplicateWindowHours: '721',
    jsonHoldDays: '1.5',
    captureTokenField: '9 lives',
    receiptAddress: 'a\nb\nc\nd\ne\nf\ng',
    headersTimeout: '',
    proxy: 'url',
    proxyUrl: 'proxy',
  });
  expect(result).toMatchObject({
    ok: false,
    issues: {
      name: { key: 'required' },
      baseUrl: { key: 'serviceUrl' },
      otherTaxRates: { key: 'percent' },
      warnBelow: { key: 'amount' },
      buyerIp: { key: 'ip' },
      duplicateWindowHours: { key: 'range', min: 0, max: 720 },
      jsonHoldDays: { key: 'whole' },
      captureTokenField: { key: 'fieldName' },
      receiptAddress: { key: 'tooManyLines', max: 6 },
      headersTimeout: { key: 'required' },
      proxyUrl: { key: 'proxyUrl' },
    },
  });
});

test.each(['http://till:secret@proxy:3128', 'http://till@proxy:3128', 'http://:secret@proxy:3128'])(
  'the proxy address %j is refused because it holds credentials',
  (proxyUrl) => {
    const issues = { proxyUrl: { key: 'proxySecret' } };
    expect(read({ proxy: 'url', proxyUrl })).toMatchObject({ ok: false, issues });
    expect(read({ proxy: 'url', proxyUrl: 'http://proxy:3128' })).toMatchObject({ ok: true });
  },
);

test('a custom field without a label has its issue at that field', () => {
  const result = read({ customFields: [{ id: 'branch', nameOrLabel: '', value: 'Albrook' }] });
  expect(result).toMatchObject({ ok: false, issues: { 'customFields.0.nameOrLabel': { key: 'required' } } });
});

test('untouched secrets are not sent', () => {
  const kept = startSecrets({ cclw: held, apiKey: held, clientCertificate: held });
  expect(readSecrets(kept, true)).toEqual({ ok: true, change: {} });
});

test('a web code is trimmed, a key with a blank inside is refused, and the JSON interface needs a key', () => {
  const fresh = startSecrets({ cclw: unset, apiKey: unset, clientCertificate: unset });
  expect(readSecrets(fresh, true)).toEqual({
    ok: false,
    issues: { cclw: { key: 'required' }, apiKey: { key: 'required' } },
  });
  const keyed = { ...fresh, cclw: { kind: 'replace', text: ' AB12 ' } } as const;
  expect(readSecrets(keyed, false)).toEqual({ ok: true, change: { cclw: 'AB12' } });
  const blank = { ...keyed, apiKey: { kind: 'replace', text: 'one two' } } as const;
  expect(readSecrets(blank, true)).toMatchObject({ ok: false, issues: { apiKey: { key: 'printable' } } });
});

test('a removed key is sent as removed where no operation needs it', () => {
  const kept = startSecrets({ cclw: held, apiKey: held, clientCertificate: unset });
  expect(readSecrets({ ...kept, apiKey: { kind: 'remove' } }, false)).toStrictEqual({
    ok: true,
    change: { apiKey: null },
  });
  expect(readSecrets({ ...kept, apiKey: { kind: 'remove' } }, true)).toMatchObject({ ok: false });
});

test('a client certificate needs its files, and its change is valid by the contract', () => {
  const kept = startSecrets({ cclw: held, apiKey: held, clientCertificate: unset });
  const without = { ...kept, clientCertificate: { kind: 'replace', keyed: noCertificate } } as const;
  expect(readSecrets(without, true)).toEqual({
    ok: false,
    issues: { certificateFile: { key: 'file' }, keyFile: { key: 'file' } },
  });
  const keyed = { ...noCertificate, kind: 'pkcs12', file: btoa('binary'), passphrase: 'p' } as const;
  const result = readSecrets({ ...kept, clientCertificate: { kind: 'replace', keyed } }, true);
  expect(result.ok && merchantSecretsChangeSchema.parse(result.change)).toEqual({
    clientCertificate: { kind: 'pkcs12', file: btoa('binary'), passphrase: 'p' },
  });
  const removed = readSecrets({ ...kept, clientCertificate: { kind: 'remove' } }, true);
  expect(removed).toEqual({ ok: true, change: { clientCertificate: null } });
});

test('a certificate file that holds neither certificate nor key, or is too large, is refused', async () => {
  const file = (text: string) => new File([text], 'x.pem');
  const certificate = '-----BEGIN CERTIFICATE-----\nMII\n-----END CERTIFICATE-----\n';
  const key = '-----BEGIN ENCRYPTED PRIVATE KEY-----\nMII\n-----END ENCRYPTED PRIVATE KEY-----\n';
  expect(await readCertificatePem(file(certificate))).toEqual({ ok: true, text: certificate });
  expect(await readCertificatePem(file(key))).toEqual({ ok: false, issue: 'pem' });
  expect(await readKeyPem(file(key))).toEqual({ ok: true, text: key });
  expect(await readKeyPem(file(certificate))).toEqual({ ok: false, issue: 'pemKey' });
  expect(await readCertificatePem(file('x'.repeat(200_001)))).toEqual({ ok: false, issue: 'fileTooLarge' });
  expect(await readBinary(new File([new Uint8Array([0, 255, 128])], 'x.p12'))).toEqual({ ok: true, text: 'AP+A' });
});

test('every fault of the training gateway can be ordered', () => {
  const offered = Object.values(faultGroups).flat() as readonly string[];
  for (const kind of plainFaults) expect(offered).toContain(kind);
  for (const kind of Object.values(faultGroups).flat()) {
    expect(faultOrderSchema.safeParse(readOrder({ ...firstOrder, kind })).success, kind).toBe(true);
  }
  expect(readOrder({ ...firstOrder, times: 'always' })?.times).toBeNull();
  for (const [code, read] of [
    ['550', 550],
    [' 60003 TX Pending', 60003],
    ['699', 699],
    ['550x', 550],
    ['', null],
    ['TX Pending', null],
    ['0', null],
    ['123456', null],
  ] as const) {
    const fault = readOrder({ ...firstOrder, kind: 'header-status', code, processed: true })?.fault ?? null;
    expect(fault).toEqual(read === null ? null : { kind: 'header-status', code: read, processed: true });
  }
  expect(readOrder({ ...firstOrder, times: 'some', count: '0' })).toBeNull();
  expect(readOrder({ ...firstOrder, kind: 'delay', seconds: '121' })).toBeNull();
});
