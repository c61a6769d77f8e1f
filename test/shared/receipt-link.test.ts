/** Receipt links: which are opened, and which host is shown before. */
import { describe, expect, test } from 'vitest';
import { receiptOf } from '#shared/payments/attempt.ts';
import { readReceiptLink } from '#shared/payments/receipt-link.ts';
import { attempt, attemptOf, resolvedAs } from '#test/fixtures/shown/attempts.ts';
import { textsIn } from '#test/support/texts-in.ts';

describe('a receipt link', () => {
  test.each([
    ['https://pay.example.org/receipt/1?id=7#top', 'pay.example.org'],
    ['HTTPS://Pay.Example.org', 'pay.example.org'],
    ['https://pay.example.org:443/r', 'pay.example.org'],
    ['https://pay.example.org:8443/r', 'pay.example.org:8443'],
    ['https://xn--pple-43d.com/', 'xn--pple-43d.com'],
    ['https://localhost:8443/r', 'localhost:8443'],
    ['https://192.168.1.20/r', '192.168.1.20'],
    ['https://pay.example.org/a@b', 'pay.example.org'],
  ])('%s is opened after its host is shown', (link, host) => {
    expect(readReceiptLink(link)).toEqual({ href: link, host });
    // The host that a browser goes to.
    expect(new URL(link).host).toBe(host);
  });

  test.each([
    ' https://pay.example.org/',
    'https://pay.example.org/\n',
    '',
    `https://pay.example.org/${'r'.repeat(2_000)}`,
    `https://${'a.'.repeat(200)}org/`,
    ...textsIn(`
    http://pay.example.org/r | javascript:alert(1) | file:///etc/passwd | https:pay.example.org
    https:/pay.example.org | https:\\\\pay.example.org | https://bank.example@evil.example/
    https://user:word@evil.example/ | https://@evil.example/ | https://bank.example\\@evil.example/
    https://bank.example%2eevil.example/ | https://аpple.com/ | https://example。org/ | https://evil.example/\u202etxt
    https://evil.example/a b | https://2130706433/ | https://0x7f.1/ | https://127.1/ | https://010.0.0.1/
    https://pay.example.org:99999/ | https://pay.example.org:0/ | https://pay.example.org./
    https://-pay.example.org/ | https:// | https:///r`),
  ])('%j is never opened', (link) => {
    expect(readReceiptLink(link)).toBeNull();
  });

  test('a receipt is offered for what counts as approved, and for nothing else', () => {
    const receiptUrl = 'https://pay.example.org/r';
    expect(receiptOf(attempt({ receiptUrl }))).not.toBeNull();
    expect(receiptOf(attempt({ receiptUrl: null }))).toBeNull();
    for (const outcome of ['declined', 'rejected', 'not-sent', 'unknown'] as const)
      expect(receiptOf(attemptOf('sell', outcome, { receiptUrl }))).toBeNull();
    expect(receiptOf(attempt({ receiptUrl, state: 'sending' }))).toBeNull();
    const unknown = { receiptUrl, state: 'unknown' } as const;
    expect(receiptOf(attempt({ ...unknown, resolution: resolvedAs('approved') }))).not.toBeNull();
    expect(receiptOf(attempt({ ...unknown, resolution: resolvedAs('declined') }))).toBeNull();
  });
});
