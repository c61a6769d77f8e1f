/** A message is one address, one subject and one text, whatever the payment's texts are, at a mail program or wa.me alone. */
import { assert, property, string, tuple, constantFrom, oneof } from 'fast-check';
import { expect, test } from 'vitest';
import { isMessageUrl, messageUrl } from '#electron/shell/receipts/receipt-message.ts';
import { addressOf } from '#shared/ledger/sent-receipts.ts';
import { anyText } from '#test/fixtures/any-text.ts';

const injected = constantFrom(
  '\r\nBcc: x@evil.example',
  '?cc=x@evil.example',
  '&bcc=x@evil.example',
  '\uD800',
  '#',
  '%0d%0aTo:',
);
const hostile = oneof(
  string(),
  anyText(),
  injected,
  tuple(string(), injected).map((parts) => parts.join('')),
);
const local = oneof(hostile, constantFrom("o'hara+caja", 'a/b#c', 'josé'));

test('no text of a payment adds an address, a header or a host to its message', () => {
  assert(
    property(local, hostile, hostile, hostile, (email, phone, subject, text) => {
      const payment = { email: `a${email}@shop.example`, phone: `5076020${phone}1236` };
      for (const by of ['mail', 'whatsapp'] as const) {
        const to = addressOf(payment, by);
        if (to === null) continue;
        const made = messageUrl({ by, to, subject: subject.slice(0, 80), text });
        expect(isMessageUrl(made), made).toBe(true);
        const url = new URL(made);
        const place = [url.protocol, url.host, decodeURIComponent(url.pathname), url.hash, ...url.searchParams.keys()];
        if (by === 'mail') expect(place).toEqual(['mailto:', '', payment.email, '', 'subject', 'body']);
        else expect(place).toEqual(['https:', 'wa.me', `/${to}`, '', 'text']);
      }
    }),
  );
});

test('a text that is too long loses whole lines at its end', () => {
  const text = ['Comercio Ñandú', 'B/. 120.00', `https://pay.example/${'r'.repeat(1_900)}`, 'Gracias'].join('\n');
  const url = new URL(messageUrl({ by: 'mail', to: 'ana@example.com', subject: 'Recibo', text }));
  expect(url.searchParams.get('body')).toBe('Comercio Ñandú\r\nB/. 120.00');
});

test.each([
  'https://wa.me.evil.example/50760201236?text=x',
  'https://wa.me/50760201236?text=x&phone=1',
  'https://evil.example/?text=x',
  'http://wa.me/50760201236?text=x',
  'mailto:a@b.example?subject=x&body=y&cc=z@evil.example',
  'mailto:a@b.example,c@evil.example?subject=x&body=y',
  'mailto:a@b.example?body=y',
  'file:///etc/passwd',
  'mailto:a@b.example?subject=x&body=y\r\nBcc: z@evil.example',
])('%s is not opened', (url) => {
  expect(isMessageUrl(url)).toBe(false);
});
