/** Texts of validators are told from texts that may follow a charge. In doubt a text proves nothing. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createFormApi } from '#electron/gateway/form-api.ts';
import { createJsonApi } from '#electron/gateway/json-api.ts';
import type { Transport } from '#electron/gateway/transport/transport.ts';
import * as english from '#shared/locales/en/payments/fields.ts';
import * as spanish from '#shared/locales/es/payments/fields.ts';
import { operations } from '#shared/payments/operations.ts';
import { anyText } from '#test/fixtures/any-text.ts';
import { accountAt, capture, payment } from '#test/gateway/support/merchant.ts';
import { textsIn } from '#test/support/texts-in.ts';
import { times } from '#test/support/thorough.ts';
import { provingText } from '#electron/gateway/answers/refusal-text.ts';
import type { Operation } from '#shared/payments/operations.ts';

const namesArgument = (texts: readonly string[], operation: Operation): boolean =>
  provingText(texts, operation) !== null;

const sentences = textsIn(`
  credit card number lenght fail check | Wrong Access Data/Company processing not authorized
  WRONG ACCESS DATA/COMPANY PROCESSING NOT AUTHORIZED. | CVV2 fail check | card number length check fail
  amount is not a decimal with point | amount is required | amount must be a number with at most two decimals
  amount: must be greater than 0 | The field amount is required | The amount field is required.
  cardInformation.cvv is missing | expMonth must be two digits | taxAmount exceeds amount
  email is not a valid e-mail address | Email too long | INVALID EMAIL | Invalid value for field "phone"
  missing: email | missing: email, phone | Missing required field: firstName | invalid expiration date | invalid CCLW
  SecretHash is wrong | El campo email es requerido | El campo "teléfono" no puede estar vacío
  El número de tarjeta no es válido | Falta el campo correo electrónico | Campo nombre obligatorio | Monto inválido
  El apellido es demasiado largo | El código de seguridad debe tener 3 dígitos | Content-Type is not application/json
  body is not a JSON object | not a field of this operation: codOper | unexpected field "lang"
  605 CARD NUMBER NOT VALID | 609: FIRST NAME TOO SHORT OR LONG | Monto mínimo: 1.00
  El campo email no es un correo válido | El campo email debe ser una dirección de correo válida
  Parámetro requerido: descripción | Campo faltante: email | Nro. de tarjeta inválido | Card number failed Luhn check
  cvv2 length must be 3 | Mes de expiración inválido | Invalid amount format | La longitud del CVV es incorrecta
  La descripción excede los 150 caracteres | Código de comercio inválido | Invalid merchant code | Merchant not found
  El comercio no existe | CCLW no encontrado | Tipo de transacción inválida | Card type not supported
  Tipo de tarjeta no soportado | Tarjeta vencida | La tarjeta ha expirado. | Your card has expired | EXPIRED CARD`);

describe('a validator’s text', () => {
  test('is told, alone and beside a general one', () => {
    for (const text of sentences) {
      expect(namesArgument([text], 'capture'), text).toBe(true);
      expect(namesArgument(['There was an error', text], 'capture'), text).toBe(true);
    }
  });

  test.each(['amount is too large (max 500.00)', 'email, phone are required', 'AMOUNT LESS THAN MINIMUM 1.00'])(
    'with a limit or a list: %s',
    (text) => expect(namesArgument([text], 'sell')).toBe(true),
  );

  test('knows every argument that a request has on the wire', async () => {
    const names = [...(await wireNames(createJsonApi)), ...(await wireNames(createFormApi))];
    expect(names).toEqual(
      expect.arrayContaining(['cardNumber', 'taxAmount', 'customFieldValues', 'CCNum', 'SecretHash']),
    );
    for (const name of names) {
      for (const text of [
        `${name} is required`,
        `missing: ${name}`,
        `El campo ${name} no es válido`,
        `Invalid value for field "${name}"`,
      ])
        expect(namesArgument([text], 'capture'), text).toBe(true);
    }
  });

  test('knows every field by the names that people read', () => {
    for (const { fields } of [english, spanish]) {
      for (const words of Object.values(fields)) {
        if ('label' in words)
          expect(namesArgument([`${words.label.replace(/ *\{.*/, '')} is required`], 'sell'), words.label).toBe(true);
      }
    }
  });
});

/** Returns the members of the bodies of all requests, at any depth. */
async function wireNames(createApi: typeof createJsonApi): Promise<readonly string[]> {
  const names = new Set<string>();
  const transport: Pick<Transport, 'send' | 'renew'> = {
    renew: () => undefined,
    send: (_account, { body, headers }) => {
      if (headers['content-type'] === 'application/json')
        JSON.parse(String(body), (key, value: unknown) => (/^\d*$/.test(key) || names.add(key), value));
      else for (const key of new URLSearchParams(String(body)).keys()) names.add(key);
      return Promise.resolve({ kind: 'not-sent', cause: 'cancelled', detail: '' });
    },
  };
  const api = createApi(transport as Transport);
  const account = accountAt('https://localhost');
  const whole = { ...payment, address: 'Calle 50', ipCheck: '10.0.0.1', lang: 'EN', deviceSession: 's-1' } as const;
  await api.authorize(account, { ...whole, customFieldValues: [{ id: '1', nameOrLabel: 'Order', value: '7' }] });
  await api.sell(account, whole);
  await api.capture(account, capture);
  // Members of the merchant's own fields and of the device session are no arguments by themselves.
  return [...names].filter((name) => !['id', 'nameOrLabel', 'value', account.merchant.fingerprintKey].includes(name));
}

/** Words of the grammar itself. An ending of these alone may be a limit or further arguments. */
const ofGrammar =
  /^(?:the|your|el|la|los|las|su|fields?|arguments?|values?|campos?|is|are|was|es|must|not|no|be|and|y|or|o|of|de|max|min|required|invalid|valid[oa]?|missing|empty|email|phone|name|nombre|amount|monto|total|address|concept|card|number|body|tax|ip|lang|tel|formato?|leng(?:th|ht)|longitud|faltantes?|requerid[oa]s?|obligatori[oa]s?)$/;
const foreign = fc.oneof(
  fc.constantFrom(
    ...textsIn(`
    payment completed | the receipt was not sent | a part was taken | transaction 123 captured | charge was applied
    pago realizado | el recibo no se envió | se cobró una parte | operación LK-9 | but charged | ref 99123 | B/. 12.00`),
  ),
  fc
    .array(
      fc.stringMatching(/^[a-z]{2,9}$/).filter((word) => !ofGrammar.test(word)),
      { minLength: 1, maxLength: 5 },
    )
    .map((words) => words.join(' ')),
  fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
    .filter(
      (text) => /[a-z]{4}/i.test(text) && !text.split(/[^a-z]+/i).some((word) => ofGrammar.test(word.toLowerCase())),
    ),
);
const joint = fc.constantFrom(...' |, |. |; |: | - | (| but | pero | and | y |\n| / |," |! '.split('|'));

describe('a text that proves nothing', () => {
  test('is told by each of its words', () => {
    const open = textsIn(`
      failed | error | There was an error | There was an error processing credit card | GENERAL ERROR | Error general
      Timeout from acquirer | timeout waiting for acquirer | Time out | Invalid response
      Error saving data in the database | URL TimeOut Connection | check your internet connection
      There was an Exception | email is invalid, payment completed | email is invalid; the receipt was not sent
      Invalid email. Transaction 123 captured | phone is required but charge was applied
      phone is required (charge applied) | El correo no es válido, pago realizado
      Falta el campo correo electrónico; el cobro se hizo | El teléfono es requerido pero se cobró
      email is invalid 99123 | amount is invalid, 458.27 | unexpected field payment-completed
      amount is required by the acquirer, timeout | amount was charged, email is missing
      email is invalid. Transaction approved | name is required; payment processed | The amount could not be captured
      amount | email | card | invalid | is required | Invalid card | Tarjeta vencida, cargo aplicado
      Tarjeta no vencida | Email not found | El correo no existe | Merchant not found, charge applied
      El comercio no existe en el lote | Invalid transaction amount | TX DUPLICATE | INVALID RELATED TX
      Card declined: cvv is invalid | El monto fue cobrado | El campo email es requerido por el banco
      Tiempo de espera agotado | Se guardó la tarjeta, falta el email | Monto inválido, transacción pendiente
      Connection lost while amount is missing | Approved | null | <html>amount is required</html>`);
    for (const text of ['', `amount is required ${'x'.repeat(300)}`, ...open])
      expect(namesArgument([text], 'capture'), text).toBe(false);
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

  test('no validator’s sentence with anything behind or before it proves anything', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...sentences),
        joint,
        foreign,
        fc.constantFrom(...operations),
        (text, mark, more, operation) => {
          expect(namesArgument([`${text}${mark}${more}`], operation), 'behind').toBe(false);
          expect(namesArgument([`${more}${mark}${text}`], operation), 'before').toBe(false);
          expect(namesArgument([text, more], operation), 'beside').toBe(false);
        },
      ),
      { numRuns: times(500, 20_000) },
    );
  });

  test('any text is judged at once', () => {
    const anything = anyText({ maxLength: 400 });
    fc.assert(
      fc.property(anything, (text) => !namesArgument([text], 'capture')),
      { numRuns: times(30, 500) },
    );
    const begun = process.cpuUsage();
    for (const part of ['el campo ', 'missing ', 'amount, ', 'invalid value for '])
      namesArgument([part.repeat(20)], 'capture');
    // Takes milliseconds. An expression that tries every split would take hours.
    const { user, system } = process.cpuUsage(begun);
    expect((user + system) / 1_000).toBeLessThan(1_000);
  });
});
