/** The words for every outcome in both languages: first the money, then the reason, then the next step. */
import i18next from 'i18next';
import { beforeAll, describe, expect, test } from 'vitest';
import { notSentCauses, unknownCauses } from '#shared/payments/outcome.ts';
import type { Language } from '#shared/languages.ts';
import type { Attempt } from '#shared/payments/attempt.ts';
import { formatsOf } from '#renderer/words/formats.ts';
import type { Translate } from '#renderer/words/i18n.ts';
import { startBothLanguages } from '#test/fixtures/languages.ts';
import { outcomeWords, type OutcomeContext } from '#shared/words/outcome-words.ts';
import { attempt, resolvedAs, withoutAnswer } from '#test/fixtures/shown/attempts.ts';
import { textsIn } from '#test/support/texts-in.ts';

beforeAll(() => startBothLanguages());

/** Title, reasons and next step in one line, with plain blanks. */
function textOf(language: Language, change: Partial<Attempt>, context: OutcomeContext = {}): string {
  const t = i18next.getFixedT(language) as unknown as Translate;
  const formats = formatsOf(language, 'America/Panama', () => new Date('2026-11-20T12:00:00Z'));
  const words = outcomeWords(t, formats, attempt({ ...withoutAnswer, answeredAmount: 120_00, ...change }), context);
  return [words.title, ...words.reasons, words.next ?? ''].join(' ').replace(/\s/g, ' ').trim();
}
const service = (change: Partial<Attempt['service']>): Pick<Attempt, 'service'> => ({
  service: { ...withoutAnswer.service, ...change },
});
const heldUntil = { at: '2026-11-25T19:05:00.000Z', estimate: false };

describe('the words of an outcome', () => {
  const cases: readonly (readonly [string, Partial<Attempt>, OutcomeContext, string, string])[] = [
    [
      'an approved hold',
      { operation: 'authorize', family: 'form' },
      { heldUntil },
      'Held. The card was not charged. B/. 120.00 is reserved until 25 Nov, 14:05. Capture the hold to charge the card.',
      'Preautorizado. No se hizo ningún cobro. B/. 120.00 quedan reservados hasta el 25 nov, 14:05. Capture la preautorización para cobrar.',
    ],
    [
      'an approved sale',
      {},
      {},
      'Charged. B/. 120.00 on Visa ending 7001.',
      'Cobrado. B/. 120.00 a la Visa terminada en 7001.',
    ],
    [
      'an approved capture',
      { operation: 'capture' },
      { holdMadeAt: '2026-11-20T19:05:00.000Z' },
      'Charged. The hold of 20 Nov was captured. B/. 120.00 on Visa ending 7001.',
      'Cobrado. Se capturó la preautorización del 20 nov. B/. 120.00 a la Visa terminada en 7001.',
    ],
    [
      'a decline',
      { state: 'declined', ...service({ code: '200', authStatus: '51', text: 'NSF' }) },
      {},
      'Declined. Nothing was charged. The bank refused it: insufficient funds (51). Ask for another card.',
      'Rechazado. No se cobró nada. El banco lo rechazó: fondos insuficientes (51). Pida otra tarjeta.',
    ],
    [
      'a rejection',
      { state: 'rejected', ...service({ code: '605', text: 'INVALID CARD' }) },
      {},
      'Not accepted. Nothing was charged. The service refused the request: the card number is not valid (605). Correct it and try again.',
      'No aceptado. No se cobró nada. El servicio rechazó la solicitud: el número de tarjeta no es válido (605). Corrija el dato e inténtelo de nuevo.',
    ],
    [
      'a rejection with an unlisted code',
      { state: 'rejected', ...service({ code: '777', text: 'SOMETHING NEW' }) },
      {},
      'Not accepted. Nothing was charged. The service refused the request: “SOMETHING NEW” (777). Ask a supervisor before you try again.',
      'No aceptado. No se cobró nada. El servicio rechazó la solicitud: «SOMETHING NEW» (777). Consulte a un supervisor antes de intentarlo de nuevo.',
    ],
    [
      'a request that was not sent',
      { state: 'not-sent', notSentCause: 'unreachable' },
      {},
      'Not sent. The card was not charged. No connection to the service. Check the network connection. You can try again.',
      'No se envió. No se cobró nada. Sin conexión con el servicio. Revise la conexión de red. Puede intentarlo de nuevo.',
    ],
    [
      'a request that no second try helps',
      { state: 'not-sent', notSentCause: 'tls-untrusted' },
      {},
      'Not sent. The card was not charged. The service’s certificate is from an authority that is not trusted here, so nothing was sent. Ask a supervisor before you try again.',
      'No se envió. No se cobró nada. El certificado del servicio es de una autoridad que aquí no es de confianza, por eso no se envió nada. Consulte a un supervisor antes de intentarlo de nuevo.',
    ],
    [
      'an unknown outcome',
      { state: 'unknown', unknownCause: 'no-answer' },
      {},
      'We don’t know yet whether it was charged. Do not charge again. The request left and no answer came. A supervisor looks this payment up at the service and resolves it.',
      'Aún no se sabe si se cobró. No vuelva a cobrar. La solicitud salió y no llegó respuesta. Un supervisor consulta este pago en el servicio y lo resuelve.',
    ],
  ];
  test.each(cases)('are right for %s', (_name, change, context, english, spanish) => {
    expect(textOf('en', change, context)).toBe(english);
    expect(textOf('es', change, context)).toBe(spanish);
  });

  test('name outcome, operator and grounds of a resolution', () => {
    const resolution = resolvedAs('approved', { at: '2026-11-20T20:00:00.000Z', reference: 'R-1', note: '' });
    expect(textOf('en', { state: 'unknown', resolution })).toBe(
      'Resolved: charged. Celia looked it up on 20 Nov, 15:00. Reference: R-1',
    );
  });

  test.each(notSentCauses)('have a sentence for the cause “%s” in both languages', (notSentCause) => {
    for (const language of ['en', 'es'] as const) {
      const words = textOf(language, { state: 'not-sent', notSentCause });
      expect(words).not.toContain('cause.');
      if (notSentCause !== 'other')
        expect(words).not.toBe(textOf(language, { state: 'not-sent', notSentCause: 'other' }));
    }
  });

  test.each(unknownCauses)('never claim for the unknown cause “%s” that nothing was charged', (unknownCause) => {
    expect(textOf('en', { state: 'unknown', unknownCause })).not.toMatch(/not charged|nothing was charged|cause\./i);
    expect(textOf('es', { state: 'unknown', unknownCause })).not.toMatch(/no se cobró|ningún cobro|cause\./i);
  });
});

test.each([
  ['620', 'The service does not find this hold'],
  ['621', 'was never granted'],
  ['622', 'Do not charge again. Ask a supervisor to look up the earlier capture.'],
  ['661', 'The hold no longer exists.'],
  ['615', 'Ask a supervisor to check the merchant’s settings.'],
  ['605', 'The hold stays as it was.'],
])('a capture refused with %s names a useful next step', (code, words) => {
  const refused = { operation: 'capture', state: 'rejected', ...service({ code }) } as const;
  expect(textOf('en', refused)).toContain(words);
  expect(textOf('en', refused)).not.toContain('Correct it');
});

test('only a refusal that points at a field asks the operator to correct it', () => {
  expect(textOf('en', { state: 'rejected', ...service({ code: '605' }) })).toContain('Correct it and try again.');
  expect(textOf('en', { state: 'rejected', ...service({ code: '602' }) })).toContain('Ask a supervisor before you try');
});

test.each([
  [
    'Wrong Access Data/Company processing not authorized',
    'the merchant is not valid, “Wrong Access Data/Company processing not authorized”',
    'merchant’s settings',
  ],
  [
    'credit card number lenght fail check',
    'the card number is not valid, “credit card number lenght fail check”',
    'Correct it',
  ],
  ['ExpMonth fail check', 'the expiry date is not valid, “ExpMonth fail check”', 'Correct it'],
  ['something else', '“something else”', 'Ask a supervisor'],
])('the error “%s” of family B is quoted whole behind our words where it is known', (text, reason, next) => {
  const told = textOf('en', { family: 'form', state: 'rejected', ...service({ text }) });
  expect(told).toContain(`The service refused the request: ${reason}.`);
  expect(told).toContain(next);
});

test.each([
  ['json', { code: '200', authStatus: 'DENIED', text: 'Success' }, 'It was refused with the words “DENIED”.'],
  ['json', { code: '200', authStatus: '00', text: 'NO MATCH' }, 'No reason was given.'],
  [
    'json',
    { code: '200', authStatus: '91', text: 'ISSUER UNAVAILABLE' },
    'The card network refused it: the bank can’t',
  ],
  ['form', { code: 'ZZ', text: 'ISSUER UNAVAILABLE' }, 'The bank refused it: “ISSUER UNAVAILABLE” (ZZ).'],
  ['form', { code: '05', text: 'AVS: ZIP MATCH' }, 'The bank refused it: it does not authorize the card (05).'],
  ['form', { code: '5', text: 'CVV2 MISMATCH' }, 'The bank refused it: it does not authorize the card (05).'],
  [
    'json',
    { code: '614', text: 'LIMIT DAY' },
    'The merchant’s limits don’t allow it: the limit for the day is reached (614).',
  ],
] as const)('a decline of family %s with %j says who refused', (family, said, words) => {
  expect(textOf('en', { family, state: 'declined', ...service(said) })).toContain(words);
});

test('an error that proves nothing is named by our words, else by its own', () => {
  const told = (change: Partial<Attempt>) =>
    textOf('en', { state: 'unknown', unknownCause: 'unproved-refusal', ...change });
  expect(told(service({ code: '300', text: 'There was an error' }))).toContain('a general error (300).');
  const text = 'email is required; a part of B/. 120.00 was taken';
  expect(told(service({ code: '300', text }))).toContain(`: “${text}” (300).`);
  expect(told(service({ code: '540', text: 'No response' }))).toContain('“No response” (540).');
  expect(told(service({ code: '699', text: 'Success' }))).toContain('code 699.');
  expect(told({ family: 'form', ...service({ text: 'Timeout from acquirer' }) })).toContain('“Timeout from acquirer”.');
  // 200 is the call's, so the issuer's code stands beside a decline whose answer was lost.
  expect(told(service({ code: '200', authStatus: '68', text: 'TIMEOUT' }))).toContain('“TIMEOUT” (68).');
  expect(told(service({ code: '200', text: 'TIMEOUT' }))).toContain('“TIMEOUT”.');
});

test.each(['contradictory', 'pending'] as const)(
  'an answer that is %s is told in the service’s own words too',
  (cause) => {
    const unknown = { state: 'unknown', unknownCause: cause } as const;
    const said = service({ code: '200', text: 'Cobrado. Correo no enviado' });
    expect(textOf('en', { ...unknown, ...said })).toContain('The service’s own words: “Cobrado. Correo no enviado”.');
    expect(textOf('es', { ...unknown, ...said })).toContain('Palabras del servicio: «Cobrado. Correo no enviado».');
    expect(textOf('en', { ...unknown, ...service({ text: 'APPROVED' }) })).not.toContain('own words');
  },
);

test('an error about an earlier payment is called so where the payment refers to none', () => {
  const error: Partial<Attempt> = {
    state: 'unknown',
    unknownCause: 'unproved-refusal',
    ...service({ code: '622', text: 'TX WAS CAPTURED' }),
  };
  expect(textOf('en', error)).toBe(
    'We don’t know yet whether it was charged. Do not charge again. The service’s error is about an earlier payment, which this one is not based on: the payment that it refers to was already captured (622). A supervisor looks this payment up at the service and resolves it.',
  );
  expect(textOf('es', error)).toBe(
    'Aún no se sabe si se cobró. No vuelva a cobrar. El error del servicio trata de un pago anterior, en el que este no se basa: el pago de referencia ya fue capturado (622). Un supervisor consulta este pago en el servicio y lo resuelve.',
  );
  expect(textOf('en', { ...error, operation: 'capture' })).toContain('which does not prove that nothing was done');
});

test('a refund or void that the bank declines says once what became of the money', () => {
  for (const operation of ['refund', 'void'] as const) {
    const declined = { operation, state: 'declined', ...service({ code: '200', authStatus: '51' }) } as const;
    expect(textOf('en', declined)).toMatch(/^(?:Refund|Void) declined\..* Ask a supervisor before you try again\.$/);
    expect(textOf('en', declined)).not.toContain('given back');
  }
});

test.each(['620', '621', '622', '623', '661'])('code %s calls no refunded or recharged sale a hold', (code) => {
  for (const operation of ['refund', 'recharge'] as const) {
    const refused = { operation, state: 'rejected', ...service({ code, text: 'No' }) } as const;
    expect(textOf('en', refused)).not.toMatch(/hold/i);
    expect(textOf('es', refused)).not.toMatch(/preautoriza/i);
  }
});

test('only a void that comes after the capture is told to refund instead', () => {
  const refused = { state: 'rejected', ...service({ code: '622', text: 'TX WAS CAPTURED' }) } as const;
  expect(textOf('en', { ...refused, operation: 'void' })).toContain('so refund the charge instead');
  expect(textOf('en', { ...refused, operation: 'refund' })).toMatch(/\. Look the payment up at the service before/);
});

test.each(['en', 'es'] as const)('a quotation can’t be left (%s)', (language) => {
  const [open, close] = language === 'en' ? ['“', '”'] : ['«', '»'];
  const marks = /["“”«»„‟＂]/u;
  for (const text of [
    'No" (05). Charged.',
    'No”. Nothing was charged. “',
    'No». «Cobrado',
    '“No”',
    'מסורב',
    '\u2068 No \u2069',
  ]) {
    for (const state of ['declined', 'rejected'] as const) {
      const told = textOf(language, { family: 'form', state, ...service({ code: 'ZZ', text }) });
      const inner = told.slice(told.indexOf(open ?? '') + 1, told.lastIndexOf(close ?? ''));
      if (told.includes(open ?? '')) expect(inner, told).not.toMatch(marks);
      if (/[\u0590-\u08ff]/.test(inner)) expect(inner).toMatch(/^\u2068.*\u2069$/);
    }
  }
});

test.each(
  textsIn(`
  APROBADA 123456 | Approved | APPROVED 00 - 123456 | Success: charge settled | Transaction captured, receipt not sent
  Cobrado. Nothing was declined. | Pago realizado con éxito | AUTORIZADA POR EL EMISOR`),
)('a decline never quotes the success “%s” as its reason', (text) => {
  for (const said of [
    { code: '200', authStatus: null, text },
    { code: '200', authStatus: text, text: null },
  ])
    expect(textOf('en', { state: 'declined', ...service(said) })).toContain('No reason was given.');
  expect(textOf('en', { family: 'form', state: 'declined', ...service({ code: '51', text }) })).not.toContain(text);
});

test.each([
  'NOT APPROVED',
  'NO AUTORIZADA',
  'Could not be processed',
  'No fue aprobada',
  'Transaction was not authorized',
])('a decline quotes “%s”, which takes the success back', (text) =>
  expect(textOf('en', { state: 'declined', ...service({ code: '200', text }) })).toContain(`“${text}”`),
);

test.each([
  [
    'sell',
    'json',
    { code: '200', authStatus: '05', text: 'TRANSACCIÓN DUPLICADA' },
    'Look at the earlier payments first.',
  ],
  ['authorize', 'form', { code: 'ZZ', text: 'Duplicate transaction' }, 'Look at the earlier payments first.'],
  ['sell', 'json', { code: '200', authStatus: 'DUPLICADA', text: null }, 'Look at the earlier payments first.'],
  ['sell', 'form', { code: '05', text: 'El pago ya fue recibido' }, 'Look at the earlier payments first.'],
  ['capture', 'json', { code: '200', text: 'La autorización ya fue capturada' }, 'look the hold up'],
  ['capture', 'form', { code: '12', text: 'Already captured' }, 'look the hold up'],
  ['refund', 'json', { code: '200', text: 'ALREADY REFUNDED' }, 'Look the payment up'],
  ['void', 'json', { code: '200', text: 'Transacción ya anulada' }, 'Look the payment up'],
] as const)('a decline of %s in family %s with %j sends nobody to another card', (operation, family, said, next) => {
  const declined = { operation, family, state: 'declined', ...service(said) } as const;
  expect(textOf('en', declined)).toMatch(/^Not (?:held|charged|voided|refunded) this time, but an earlier/);
  expect(textOf('en', declined)).toContain(said.text ?? said.authStatus);
  expect(textOf('en', declined)).toContain(next);
  expect(textOf('es', declined)).toMatch(/^Esta vez no se|esta vez/);
});

test('a quotation is cut and never holds markup', () => {
  const declined = (text: string): string =>
    textOf('en', { state: 'declined', ...service({ code: '200', authStatus: 'Q1', text }) });
  expect(declined('Un '.repeat(100))).toContain(`“${'Un '.repeat(79)}Un…” (Q1)`);
  expect(declined('x'.repeat(240))).toContain(`“${'x'.repeat(240)}” (Q1)`);
  expect(declined('<b>Denied</b>')).toContain('The bank refused it: code Q1.');
  expect(declined('amount < 5 and > 3')).toContain('“amount < 5 and > 3” (Q1)');
});
