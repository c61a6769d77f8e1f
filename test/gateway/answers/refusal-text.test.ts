/** Texts of validators are told from texts that may follow a charge. In doubt a text proves nothing. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { namesArgument } from '#electron/gateway/answers/refusal-text.ts';

describe('a validator’s text', () => {
  test.each([
    'credit card number lenght fail check',
    'Wrong Access Data/Company processing not authorized',
    'WRONG ACCESS DATA/COMPANY PROCESSING NOT AUTHORIZED.',
    'CVV2 fail check',
    'card number length check fail',
    'amount is not a decimal with point',
    'amount is required',
    'amount must be a number with at most two decimals',
    'amount: must be greater than 0',
    'The field amount is required',
    'The amount field is required.',
    'cardInformation.cvv is missing',
    'expMonth must be two digits',
    'taxAmount exceeds amount',
    'email is not a valid e-mail address',
    'Email too long',
    'INVALID EMAIL',
    'Invalid value for field "phone"',
    'missing: email',
    'missing: email, phone',
    'Missing required field: firstName',
    'invalid expiration date',
    'invalid CCLW',
    'SecretHash is wrong',
    'El campo email es requerido',
    'El campo "teléfono" no puede estar vacío',
    'El número de tarjeta no es válido',
    'Falta el campo correo electrónico',
    'Campo nombre obligatorio',
    'Monto inválido',
    'El apellido es demasiado largo',
    'El código de seguridad debe tener 3 dígitos',
    'Content-Type is not application/json',
    'body is not a JSON object',
    'not a field of this operation: codOper',
    'unexpected field "METHOD"',
    '605 CARD NUMBER NOT VALID',
    '609: FIRST NAME TOO SHORT OR LONG',
  ])('%s', (text) => {
    expect(namesArgument([text], 'capture')).toBe(true);
    expect(namesArgument(['There was an error', text], 'capture')).toBe(true);
  });
});

describe('a text that proves nothing', () => {
  test.each([
    '',
    'failed',
    'error',
    'There was an error',
    'There was an error processing credit card',
    'GENERAL ERROR',
    'Error general',
    'Timeout from acquirer',
    'timeout waiting for acquirer',
    'Time out',
    'Invalid response',
    'Error saving data in the database',
    'URL TimeOut Connection',
    'check your internet connection',
    'There was an Exception',
    'amount is required by the acquirer, timeout',
    'amount was charged, email is missing',
    'email is invalid. Transaction approved',
    'name is required; payment processed',
    'The amount could not be captured',
    'amount',
    'email',
    'card',
    'invalid',
    'is required',
    'Invalid card',
    'Invalid transaction amount',
    'TX DUPLICATE',
    'INVALID RELATED TX',
    'Card declined: cvv is invalid',
    'El monto fue cobrado',
    'El campo email es requerido por el banco',
    'Tiempo de espera agotado',
    'Se guardó la tarjeta, falta el email',
    'Monto inválido, transacción pendiente',
    'Connection lost while amount is missing',
    `amount is required ${'x'.repeat(300)}`,
    'Approved',
    'null',
    '<html>amount is required</html>',
  ])('%s', (text) => {
    expect(namesArgument([text], 'capture')).toBe(false);
  });

  test.each([
    'codOper is required',
    'AUTH_TOKEN is missing',
    'Invalid value for field "authRefNum"',
    'missing: codOper',
    'El campo codOper es requerido',
  ])('of a request without an earlier transaction: %s', (text) => {
    expect(namesArgument([text], 'capture')).toBe(true);
    for (const operation of ['authorize', 'sell'] as const) expect(namesArgument([text], operation)).toBe(false);
  });

  test('a validator’s text beside one of later work proves nothing', () => {
    expect(namesArgument(['email is required', 'Timeout from acquirer'], 'capture')).toBe(false);
    expect(namesArgument(['credit card number lenght fail check', 'payment approved'], 'capture')).toBe(false);
    expect(namesArgument([], 'capture')).toBe(false);
  });

  test('no text of random words proves anything unless an argument is in it', () => {
    const word = fc.constantFrom('error', 'invalid', 'is', 'required', 'not', 'valid', 'the', 'failed', 'card', 'code');
    fc.assert(
      fc.property(fc.array(word, { maxLength: 8 }), (words) => {
        fc.pre(!/card code|field/.test(words.join(' ')));
        expect(namesArgument([words.join(' ')], 'capture')).toBe(false);
      }),
    );
  });

  test('a validator’s text with any word of later work in it proves nothing', () => {
    const texts = fc.constantFrom(
      'email is required',
      'El campo monto es requerido',
      'invalid cvv',
      'phone must be digits',
    );
    const words = fc.constantFrom('timeout', 'acquirer', 'bank', 'banco', 'approved', 'aprobado', 'charged', 'cobrado');
    fc.assert(
      fc.property(texts, words, fc.boolean(), (text, later, before) => {
        expect(namesArgument([before ? `${later} ${text}` : `${text} ${later}`], 'capture')).toBe(false);
      }),
    );
  });

  test('any text is judged at once', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => !namesArgument([text], 'capture')));
    const begun = performance.now();
    for (const part of ['el campo ', 'missing ', 'amount, ', 'invalid value for '])
      namesArgument([part.repeat(20)], 'capture');
    // Milliseconds on an idle machine. An expression that tries every split would take hours.
    expect(performance.now() - begun).toBeLessThan(1_000);
  });
});
