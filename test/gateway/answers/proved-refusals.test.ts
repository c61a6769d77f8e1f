/**
 * Property: no answer to a request that the service processed is read as rejected, declined or not sent, whatever is wrong
 * with it. The one exception is an answer that says itself, by its status, that nothing was authorized.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { headerCodes } from '#shared/payments/header-codes.ts';
import type { Family } from '#shared/payments/outcome.ts';
import { approvedForm, approvedJson } from '#test/gateway/support/merchant.ts';
import { askedFor, readBody } from '#test/gateway/support/readers.ts';
import { byCode, textsIn } from '#test/support/texts-in.ts';
import { times } from '#test/support/thorough.ts';

const asked = (['authorize', 'sell', 'capture'] as const).map((operation) => askedFor(operation));
const refusals = ['rejected', 'declined', 'not-sent'];
let bodies = 0;
/** Reads the body for one of the operations, by turns, or for all of them in `npm run test:thorough`. */
const expectNoRefusal = (family: Family, body: string): void => {
  bodies += 1;
  for (const request of asked.filter((_, at) => (at + bodies) % times(asked.length, 1) === 0))
    expect(refusals).not.toContain(readBody(family, body, request).outcome);
};

const refused = (code: number, description: string | null): Readonly<Record<string, unknown>> => ({
  headerStatus: { code, description },
  serverTime: '2026-11-21T09:55:02',
  message: null,
  data: [],
  success: false,
});

const codes = Object.keys(headerCodes).map(Number);
const texts = ['There was an error', 'email is required', 'Timeout from acquirer', 'Declined', 'Approved', '-', ''];
const value = fc.oneof(
  fc.constantFrom<unknown>(0, 1, '0', '1', true, false, null, '00', '05', 'Declined', 'Approved', [], {}, ...texts),
  fc.constantFrom(200, ...codes),
  fc.jsonValue({ maxDepth: 2 }),
);

describe('family A', () => {
  /** Everything of an envelope but what says that the transaction was authorized. */
  const envelope = fc.record(
    {
      headerStatus: fc.oneof(value, fc.record({ code: value, description: value })),
      success: value,
      message: value,
      serverTime: value,
      error: value,
      Status: value,
    },
    { requiredKeys: [] },
  );
  const record = fc.record(
    { authStatus: value, messageSys: value, totalPay: value, operationType: value, displayNum: value, codOper: value },
    { requiredKeys: [] },
  );

  test('an answer with the record of a processed transaction is never a refusal', () => {
    fc.assert(
      fc.property(envelope, record, fc.constantFrom<unknown>(1, '1', true, 3, 4, '1.0'), (changes, fields, status) => {
        expectNoRefusal(
          'json',
          JSON.stringify({ ...approvedJson(), ...changes, data: { ...approvedJson().data, ...fields, status } }),
        );
      }),
      { numRuns: times(80, 2_000) },
    );
  });

  test('an answer with the reference of a transaction and no status is never a refusal', () => {
    fc.assert(
      fc.property(envelope, (changes) => {
        expectNoRefusal('json', JSON.stringify({ ...changes, data: { codOper: 'LK-9' } }));
        expectNoRefusal('json', JSON.stringify({ ...changes, data: [{ status: 1 }] }));
        expectNoRefusal('json', JSON.stringify({ ...changes, data: { record: { codOper: 'LK-9' } } }));
      }),
      { numRuns: times(50, 1_000) },
    );
  });

  test('an answer that lost its record is a refusal only by a code that proves it or a validator’s text', () => {
    const proving = codes.filter((code) => headerCodes[String(code) as keyof typeof headerCodes].outcome !== 'unknown');
    const open = fc.oneof(
      fc.integer({ min: -1, max: 100_000 }).filter((code) => !proving.includes(code)),
      fc.constantFrom<unknown>(410.0001, '0410 ', ' 410', '4.1e2', '+620', null, true, [620], { code: 620 }, '620x'),
    );
    const data = fc.constantFrom<unknown>([], {}, null, 'NO DATA', undefined);
    const text = fc.constantFrom('There was an error', 'Timeout from acquirer', 'DECLINED', 'REJECTED', null);
    fc.assert(
      fc.property(open, data, text, value, (code, without, description, success) => {
        const body = { headerStatus: { code, description }, message: null, success, data: without };
        expectNoRefusal('json', JSON.stringify(body));
      }),
      { numRuns: times(80, 2_000) },
    );
  });

  test('no member that comes twice, once as processed, makes a refusal', () => {
    const whole = JSON.stringify(approvedJson());
    fc.assert(
      fc.property(fc.constantFrom('0', '"0"', 'false', '0.0'), fc.boolean(), (status, first) => {
        const twice = first ? `"status":${status},"status":1` : `"status":1,"status":${status}`;
        expectNoRefusal('json', whole.replace('"status":1', twice));
        const refused = `"success":false,"headerStatus":{"code":620},"data":[]`;
        expectNoRefusal('json', first ? `{${refused},${whole.slice(1)}` : `${whole.slice(0, -1)},${refused}}`);
      }),
      { numRuns: times(30, 100) },
    );
  });

  test('one flipped byte of an approval never makes a refusal, unless it is the status itself', () => {
    const approval = Buffer.from(JSON.stringify(approvedJson()));
    const status = approval.indexOf('"status":1') + '"status":'.length;
    fc.assert(
      fc.property(fc.nat(approval.length - 1), fc.nat(255), (at, byte) => {
        fc.pre(at !== status);
        const changed = Buffer.from(approval);
        changed[at] = byte;
        expectNoRefusal('json', changed.toString('utf8'));
      }),
      { numRuns: times(100, 3_000) },
    );
  });
});

describe('family B', () => {
  const field = fc.constantFrom(...Object.keys(approvedForm()), 'error', 'txType', 'status', 'data', 'success');

  test('an approval with any one member changed is never a refusal', () => {
    fc.assert(
      fc.property(field, value, (name, changed) => {
        expectNoRefusal('form', JSON.stringify({ ...approvedForm(), [name]: changed }));
      }),
      { numRuns: times(100, 3_000) },
    );
  });

  test('an error is a refusal only by a validator’s text', () => {
    const text = fc.oneof(fc.constantFrom(...texts.filter((said) => said !== 'email is required')), fc.string());
    fc.assert(
      fc.property(text, (error) => {
        expectNoRefusal('form', JSON.stringify({ error }));
        expectNoRefusal('form', JSON.stringify({ error: 'email is required', data: { CODOPER: 'LK-9' } }));
      }),
      { numRuns: times(50, 1_000) },
    );
  });

  test('one flipped byte of an approval never makes a refusal', () => {
    const approval = Buffer.from(JSON.stringify(approvedForm()));
    fc.assert(
      fc.property(fc.nat(approval.length - 1), fc.nat(255), (at, byte) => {
        const changed = Buffer.from(approval);
        changed[at] = byte;
        expectNoRefusal('form', changed.toString('utf8'));
      }),
      { numRuns: times(100, 3_000) },
    );
  });
});

describe('a refusal with anything beside it', () => {
  const bare: readonly (readonly [Family, Readonly<Record<string, unknown>>])[] = [
    ['form', { error: 'email is required' }],
    ['form', { error: 'credit card number lenght fail check' }],
    ['json', { ...refused(620, 'INVALID RELATED TX'), requestId: 'r-1' }],
    ['json', refused(602, 'MISSING ARGUMENTS')],
    ['json', refused(612, 'TX DUPLICATE')],
    ['json', refused(662, null)],
    ['json', { ...refused(300, 'There was an error'), data: 'amount is required' }],
  ];
  const outcomeOf = (family: Family, answer: unknown): string =>
    readBody(family, JSON.stringify(answer), askedFor('capture')).outcome;

  test.each(bare)('is one without it: %o', (family, answer) => {
    expect(refusals).toContain(outcomeOf(family, answer));
  });

  /** Texts by code, each of which tells of an effect or leaves one open. */
  const toldEffects: Readonly<Record<number, string>> = {
    500: 'Internal Server Error | There was an Exception',
    602: 'a part was taken | Monto acreditado | en cola | approval, email | Datos no incompletos',
    603: 'Monto mínimo 1.00 cobrado',
    604: 'Monto 1,000.00 | Monto máximo cobrado: 1,000.00',
    605: `
      card number not valid but charged | Pago efectuado | monto cargado a la tarjeta | the card was billed
      Se realizó el cargo | ya se cobró | Gracias por su compra | thank you for your payment | pending confirmation
      Cobro hecho | pagamento aprovado | paiement effectué | Zahlung abgeschlossen | 已扣款 | оплачено | queued
      el banco no respondió | timeout, not valid | Error saving data in the database | Error de comunicación
      error after charge | Error después del cobro | Charge not reversed | Cobro duplicado | duplicate transaction
      Could not save the transaction | not completed | sin confirmar | transaction unknown | not declined
      transacción sin errores | payment without error | API call failed | Fondos bloqueados por el banco
      Amount blocked on card | Espere 5 minutos | Valid | Credit card number valid | Y
      No. de tarjeta inválido en el recibo`,
    606: `
      Authorized without CVV | Autorizada sin CVV | Se pudo realizar la compra sin CVV | Validación superada
      Valid payment without CVV | Transacción activa sin CVV | Compra con CVV incorrecto`,
    608: `
      EMAIL INVALID PAYMENT COMPLETED | the receipt was not sent | Pago aprobado con correo no válido
      Pago registrado con correo no valido | Payment accepted email not valid
      El usuario ya pagó con correo no válido | Ya pago con correo no valido
      Banco debitó fondos con correo no válido | Cliente pago falta correo | Payment exists with email not valid
      Pago válido con correo no válido | Pag&oacute; con correo no v&aacute;lido | PagÃ³ con correo no válido
      Pag? con correo no v?lido | Pagamento com e-mail inválido já feito | Pagamento válido com email inválido
      Mail service unavailable | Correo rechazado | Email address not found | Transacción con correo no válido`,
    610: 'no reversada',
    611: 'No se envió el comprobante | purchase made | Teléfono no disponible',
    612: `
      Ya pagó | Ya pago | Ya está | El cliente pago con tarjeta vencida | El pago ya llegó
      El cliente ya pago con tarjeta vencida | Transaction not duplicate | Y`,
    613: `
      No se alcanzó el límite | Límite alcanzado por esta compra | Límite mensual alcanzado con el pago
      Limit reached with payment | Transaction`,
    614: 'Límite diario alcanzado con esta compra | Límite agotado por el pago',
    615: 'no answer from the bank',
    620: 'Cobro realizado | Transacción en proceso | La autorización fue capturada',
    626: 'No fuera del plazo',
    627: 'El saldo alcanza para el reverso',
    631: `
      Pago en verificación de riesgo | Minimum risk | Riesgo menor | No sospechan fraude | Fraud not detected
      No hay fraude | No es de alto riesgo | Posible fraude descartado | Possible fraud not detected
      No hay posible fraude | Es posible la transacción`,
    652: 'Chargeback lost | Transaction in progress',
    660: `
      Reglas de fraude no detectadas | El pago coincide con las reglas | Pag&oacute; | Sin reglas de fraude
      Antifraude desactivado | Antifraud engine unavailable`,
    60002: `
      ${'Tarjeta rechazada. '.repeat(20)}
      Gateway error | Pagó con tarjeta restringida | no fue rechazado | Denied: no | no denegado
      Charge was not declined | Cancelación rechazada | Reverso denegado por el emisor
      Monto cancelado con tarjeta de crédito | Issuer timeout | Payment reached the bank without CVV
      Tarjeta vencida, cargo aplicado | 10 Invalid card | Unable to reverse previous transaction
      Sin respuesta del emisor | Transacción expirada | Exceeded retries to acquirer | No reintentar
      Saldo insuficiente para otra compra | Transacción suspendida | Fondos retenidos, tarjeta retenida
      Monto por retener | Invalid status | Tarjeta caduca mañana, venta hecha | Sobregiro autorizado
      R00 Fondos insuficientes | Fondos insuficientes (00) | No se realizó ningún cargo adicional
      No se realizó cargo por el servicio | Pagamento no cartão | Transação no banco, cartão vencido
      Pago con tarjeta retenida | Could not stop payment | Otra transacción denegada | Another payment was declined
      Hold placed, call issuer | Transaction held in the system | La transacción expiró
      No se efectuó el cobro del recargo | No se realizó ningún cargo a su tarjeta de débito, sí a la de crédito
      Monto cargado a esa tarjeta | Payment on file with issuer | Enough balance, limit used | Declined: code 00
      Não recusada | Límite disponible: 50 | Saldo disponible mayor 50 | Recusada - não | Limite excedido pela compra
      Compra pelo limite de crédito | Pagos rechazados: 12 | No es un fraude`,
    60004: `
      Transaction processed by cardholder | Transacción completa | The cardholder did complete it
      El tarjetahabiente completó la transacción | Completed by the cardholder`,
  };

  test.each(byCode(toldEffects))('is none when a text beside %i tells of an effect', (code, texts) => {
    for (const description of texts) {
      expect(outcomeOf('json', refused(code, description)), description).toBe('unknown');
      const message = { ...refused(code, 'There was an error'), message: description };
      expect(outcomeOf('json', message), description).toBe('unknown');
    }
  });

  /** Texts by code, each of which refuses in other words. */
  const toldRefusals: Readonly<Record<number, string>> = {
    410: 'Authentication failed: invalid API key',
    500: 'La sesión ha expirado',
    600: 'Bad credentials | Unknown merchant',
    601: 'Comercio suspendido. Contacte a soporte.',
    602: `
      Faltan argumentos | Faltan campos obligatorios: phone, email | Argumentos incompletos | email
      [phone, concept] are required`,
    603: 'Monto muy bajo | Monto mínimo 1.00 | El monto mínimo es B/. 1.00 | Minimum amount is 1.00 USD',
    604: `
      Monto excede el autorizado | Amount exceeds authorized amount | Monto excede el límite diario | Amount too high
      Monto m?ximo de cr?dito excedido | Monto máximo permitido: 1,000.00`,
    605: `
      CARD NUMBER NOT VALID | No se cobró nada | Your card was not charged. | La tarjeta no fue cobrada
      Número de tarjeta no reconocido | Transaction failed | Tarjeta no permitida por el banco
      No. de tarjeta incorrecto | Nº de tarjeta inválido | Nro. tarjeta inválido | N?mero de tarjeta inv?lido
      Error en número de tarjeta | Card number error | Validation failed
      Verifique el número de tarjeta e intente de nuevo | Please check the card number and try again.`,
    606: `
      CVV no coincide | CVV does not match | CVV2 mismatch | N7 - CVV2 Mismatch
      C\uFFFDdigo de seguridad no v\uFFFD\uFFFDlido`,
    607: 'Card type not supported | Marca de tarjeta no soportada | Franquicia no permitida',
    608: 'Correo incorrecto o muy largo',
    612: 'Transacción duplicada | Pago duplicado | Transacción duplicada, espere 5 minutos',
    613: `
      excede el tope del mes | Monto mayor al permitido | Se excedió el límite mensual
      Excede el límite de retiro diario de la tarjeta`,
    614: 'Límite diario alcanzado | L?mite diario excedido',
    615: 'Comercio sin configurar | Servicio o pasarela no configurados',
    620: `
      la transacción no existe | El pago de referencia no es válido | codOper not found | La autorización venció
      The authorization has expired`,
    621: 'Related transaction was declined',
    622: 'La transacción ya fue capturada',
    623: 'Transacción reversada',
    625: 'Acción de reverso inválida',
    626: 'Plazo de reverso vencido | Fuera del plazo de reversa',
    627: 'El saldo no alcanza para el reverso',
    628: 'Funds on hold | Fondos retenidos | Monto de reverso inválido',
    629: 'Tarjeta no habilitada para compras en línea',
    631: 'High risk | Fraude detectado | Posible fraude | Pago rechazado por políticas de riesgo',
    651: `Tarjeta caducada | Your card's expiration date is incorrect. | Tarjeta caduca`,
    652: `
      La transacción relacionada tiene un reclamo | La transacción tiene un reclamo abierto
      Related tx has an open dispute`,
    660: 'Reglas de fraude detectadas | Transacción rechazada por el sistema antifraude',
    661: 'already voided | Ya fue anulada | El pago de referencia fue anulado',
    662: 'Servicio deshabilitado',
    60002: `
      Insufficient funds | Fondos insuficientes | Tarjeta bloqueada | Stolen card | Tarjeta extraviada | CVV mismatch
      Contacte a su banco | Refer to card issuer | Intente con otra tarjeta | Issuer unavailable | Do not honor
      Transacción negada | Pago denegado | El emisor no autoriza el pago | No se pudo autorizar
      51 - Fondos insuficientes | Rechazado: tarjeta vencida. Utilice otra tarjeta.
      Invalid account number (no such number) | do_not_honor | Transaction not permitted to cardholder
      Exceeds withdrawal frequency limit | Operación denegada | Autorización rechazada por el banco
      Card declined, please contact your bank | La tarjeta ha sido reportada como perdida
      Número de intentos de PIN superado | Rechazada. No reintentar. | Tarjeta retenida | Tarjeta robada - retener
      Pick up card (no fraud) | Tarjeta con reporte de robo o extravío | Invalid card status
      Estado de la tarjeta no válido | Sobregiro no autorizado | TARJ. VENCIDA | FDOS INSUF | FDOS. INSUF. | NO AUT.
      R51 Fondos insuficientes | No se pudo autorizar: tarjeta vencida (54) | Transacci?n denegada
      Transacci\uFFFDn no permitida a la tarjeta | Declined 51 | Declinada: código 05 | Recusado pelo emissor
      Transação recusada | TransacciÃ³n denegada por el emisor | Transacci&oacute;n rechazada
      Su tarjeta fue declinada. Por favor comuníquese con su banco emisor. | Cartão vencido | Transação não autorizada
      Cartão bloqueado. Contate o banco emissor. | Stop payment order
      Transacción no aprobada. Motivo: fondos insuficientes. No se realizó ningún cargo.
      Txn no autorizada - cliente debe contactar a su banco | Pago con tarjeta restringida rechazado | NSF | HOLD-CALL
      TRAN NOT ALLOWED | SERV NOT ALLOWED | Not enough balance | BLOCKED FIRST USE | Max attempts reached.
      The card has reached the credit limit. | The card was rejected by the antifraud system
      Inactive card or card not authorized for card-not-present transactions. | No card number on file with issuer
      cc_rejected_insufficient_amount | Operación Denegada. Insuficiencia de fondos.
      Operación Denegada. Exceso de intentos. | Denegación del emisor sin especificar motivo
      Tipo de operación no permitida para esa tarjeta | Tarjeta no existente | Rubro no autorizado.
      La tarjeta ha sido identificada como una tarjeta robada. | RETENGA TARJETA | TARJ VENC | TRANS. NO PERMITIDA
      CUENTA CANCELADA | La tarjeta expiró | Tu pago fue rechazado | No se realizó ningún cargo a su tarjeta
      No se efectuó el cobro`,
    60004: `
      Transaction not processed by cardholder | Transacción cancelada por el usuario
      El tarjetahabiente no completó la transacción | Not completed by the cardholder
      Transacción no procesada por el tarjetahabiente`,
  };

  test.each(byCode(toldRefusals))('stays one when a text beside %i refuses in other words', (code, texts) => {
    for (const description of texts) {
      expect(refusals, description).toContain(outcomeOf('json', refused(code, description)));
      expect(refusals, description).toContain(outcomeOf('json', { ...refused(code, ''), message: description }));
    }
  });

  test.each([
    'Pago realizado',
    'approved',
    'PAYMENT_COMPLETED',
    'charge-was-applied to the card',
    'bank never answered',
  ])('is none when a text stands where a time or an id belongs: %s', (text) => {
    for (const member of ['serverTime', 'requestId'])
      expect(outcomeOf('json', { ...refused(605, 'CREDIT CARD NUMBER NOT VALID'), [member]: text })).toBe('unknown');
  });

  test.each([
    ['serverTime', '2026-11-21 09:55:02.123-05:00'],
    ['serverTime', 'Sat Nov 21 09:55:02 EST 2026'],
    ['serverTime', null],
    ['requestId', '7f3c9a52-0d6e-4f0b-9d53-0a2c5b1e8f11'],
    ['requestId', 'caja_request-k3J9xPq'],
    ['requestId', 4711],
  ])('stays one with the %s %s', (member, value) => {
    expect(refusals).toContain(outcomeOf('json', { ...refused(605, 'CREDIT CARD NUMBER NOT VALID'), [member]: value }));
  });

  const badNumber = { ...refused(605, 'CREDIT CARD NUMBER NOT VALID'), requestId: null };
  const decline = { ...refused(200, null), success: true, data: { status: 0, messageSys: 'Rechazada' } };
  const formDecline = approvedForm({ Status: 'Declined', RespCode: '05', RespText: 'Declined' });
  test.each([
    ['json', badNumber, '"description":', '"description":"Cobro realizado","description":'],
    ['json', badNumber, '"message":', '"message":"email is invalid, payment completed","message":'],
    ['json', badNumber, '"requestId":', '"requestId":{"codOper":"LK-9"},"requestId":'],
    ['json', decline, '"messageSys":', '"messageSys":"En proceso","messageSys":'],
    ['json', decline, '"message":', '"message":"Your card was charged","message":'],
    ['form', formDecline, '"RespText":', '"RespText":"Held for review","RespText":'],
    ['form', formDecline, '"RespText":', '"respText":"Your card was charged","RespText":'],
  ] as const)('is none when it says something else first: %s %j %s', (family, refusal, member, twice) => {
    const answer = JSON.stringify(refusal);
    for (const request of asked) {
      expect(refusals).toContain(readBody(family, answer, request).outcome);
      expect(readBody(family, answer.replace(member, twice), request).outcome).toBe('unknown');
    }
  });

  test('is never a refusal: any member of any name, with any value, beside it or in its parts', () => {
    const name = fc.oneof(
      fc.string({ minLength: 1, maxLength: 12 }),
      fc.constantFrom(
        ...textsIn(`
        codOper | CODOPER | ref | receipt | amount | monto | date | Status | AUTH_TOKEN | url3DSRef`),
      ),
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...bare),
        name,
        value,
        fc.constantFrom('', 'data', 'headerStatus'),
        ([family, answer], key, extra, within) => {
          const part = answer[within];
          fc.pre(
            key !== '__proto__' && !Object.hasOwn(answer, key) && !['code', 'description', 'requestId'].includes(key),
          );
          const inside = within !== '' && family === 'json';
          const changed = inside
            ? { ...answer, [within]: { ...(typeof part === 'object' ? part : {}), [key]: extra } }
            : { ...answer, [key]: extra };
          expect(refusals).not.toContain(outcomeOf(family, changed));
        },
      ),
      { numRuns: times(200, 5_000) },
    );
  });
});
