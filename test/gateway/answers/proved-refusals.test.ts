/**
 * Property: no answer to a request that the service processed is read as rejected, declined or not sent, whatever is wrong
 * with it. The one exception is an answer that says itself, by its status, that nothing was authorized.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeBody } from '#electron/gateway/transport/content-encoding.ts';
import { headerCodes } from '#shared/payments/header-codes.ts';
import { families, type Family } from '#shared/payments/outcome.ts';
import { approvedForm, approvedJson } from '#test/gateway/support/merchant.ts';
import { askedFor, readBody } from '#test/gateway/support/readers.ts';
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

const refused = (code: number, description: string): Readonly<Record<string, unknown>> => ({
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
      { numRuns: times(200, 2_000) },
    );
  });

  test('an answer with the reference of a transaction and no status is never a refusal', () => {
    fc.assert(
      fc.property(envelope, (changes) => {
        expectNoRefusal('json', JSON.stringify({ ...changes, data: { codOper: 'LK-9' } }));
        expectNoRefusal('json', JSON.stringify({ ...changes, data: [{ status: 1 }] }));
        expectNoRefusal('json', JSON.stringify({ ...changes, data: { record: { codOper: 'LK-9' } } }));
      }),
      { numRuns: times(100, 1_000) },
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
      { numRuns: times(200, 2_000) },
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
      { numRuns: times(300, 3_000) },
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
      { numRuns: times(300, 3_000) },
    );
  });

  test('an error is a refusal only by a validator’s text', () => {
    const text = fc.oneof(fc.constantFrom(...texts.filter((said) => said !== 'email is required')), fc.string());
    fc.assert(
      fc.property(text, (error) => {
        expectNoRefusal('form', JSON.stringify({ error }));
        expectNoRefusal('form', JSON.stringify({ error: 'email is required', data: { CODOPER: 'LK-9' } }));
      }),
      { numRuns: times(100, 1_000) },
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
      { numRuns: times(300, 3_000) },
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
    ['json', { ...refused(300, 'There was an error'), data: 'amount is required' }],
  ];
  const outcomeOf = (family: Family, answer: unknown): string =>
    readBody(family, JSON.stringify(answer), askedFor('capture')).outcome;

  test.each(bare)('is one without it: %o', (family, answer) => {
    expect(refusals).toContain(outcomeOf(family, answer));
  });

  test.each([
    [608, 'EMAIL INVALID PAYMENT COMPLETED'],
    [608, 'the receipt was not sent'],
    [605, 'card number not valid but charged'],
    [602, 'a part was taken'],
    [611, 'No se envió el comprobante'],
    [620, 'Cobro realizado'],
    [605, 'Pago efectuado'],
    [605, 'monto cargado a la tarjeta'],
    [602, 'Monto acreditado'],
    [605, 'the card was billed'],
    [605, 'Se realizó el cargo'],
    [605, 'ya se cobró'],
    [605, 'Gracias por su compra'],
    [605, 'thank you for your payment'],
    [605, 'pending confirmation'],
    [620, 'Transacción en proceso'],
    [605, 'Cobro hecho'],
    [605, 'pagamento aprovado'],
    [605, 'paiement effectué'],
    [605, 'Zahlung abgeschlossen'],
    [605, '已扣款'],
    [605, 'оплачено'],
    [605, 'queued'],
    [602, 'en cola'],
    [611, 'purchase made'],
    [605, 'el banco no respondió'],
    [615, 'no answer from the bank'],
    [605, 'timeout, not valid'],
    [605, 'Error saving data in the database'],
    [500, 'Internal Server Error'],
    [500, 'There was an Exception'],
    [605, 'Error de comunicación'],
    [605, 'error after charge'],
    [605, 'Error después del cobro'],
    [605, 'Charge not reversed'],
    [610, 'no reversada'],
    [605, 'Cobro duplicado'],
    [605, 'duplicate transaction'],
    [605, 'Could not save the transaction'],
    [605, 'not completed'],
    [605, 'sin confirmar'],
    [605, 'transaction unknown'],
    [605, 'not declined'],
    [605, 'transacción sin errores'],
    [605, 'payment without error'],
    [605, 'API call failed'],
    [60002, 'Gateway error'],
    [608, 'Pago aprobado con correo no válido'],
    [608, 'Pago registrado con correo no valido'],
    [608, 'Payment accepted email not valid'],
    [606, 'Authorized without CVV'],
    [606, 'Autorizada sin CVV'],
    [608, 'El usuario ya pagó con correo no válido'],
    [608, 'Ya pago con correo no valido'],
    [608, 'Banco debitó fondos con correo no válido'],
    [60002, 'Pagó con tarjeta restringida'],
    [60002, 'no fue rechazado'],
    [60004, 'Transaction processed by cardholder'],
    [60004, 'Transacción completa'],
    [60004, 'The cardholder did complete it'],
    [60002, 'Denied: no'],
    [60002, 'no denegado'],
    [60002, 'Charge was not declined'],
    [605, 'Fondos bloqueados por el banco'],
    [605, 'Amount blocked on card'],
    [60002, 'Cancelación rechazada'],
    [60002, 'Reverso denegado por el emisor'],
    [60002, 'Monto cancelado con tarjeta de crédito'],
    [606, 'Se pudo realizar la compra sin CVV'],
    [631, 'Pago en verificación de riesgo'],
    [60002, 'Issuer timeout'],
    [60002, 'Payment reached the bank without CVV'],
    [606, 'Validación superada'],
    [60002, 'Tarjeta vencida, cargo aplicado'],
    [60002, '10 Invalid card'],
    [608, 'Cliente pago falta correo'],
    [60002, 'Unable to reverse previous transaction'],
    [60002, 'Sin respuesta del emisor'],
    [606, 'Valid payment without CVV'],
    [606, 'Transacción activa sin CVV'],
    [608, 'Payment exists with email not valid'],
    [608, 'Pago válido con correo no válido'],
    [60002, 'Transacción expirada'],
    [60002, 'Exceeded retries to acquirer'],
    [60002, 'No reintentar'],
    [614, 'Límite diario alcanzado con esta compra'],
    [60002, 'Saldo insuficiente para otra compra'],
    [60002, 'Transacción suspendida'],
    [631, 'Minimum risk'],
    [631, 'Riesgo menor'],
    [60002, 'Tarjeta rechazada. '.repeat(20)],
    [612, 'Ya pagó'],
    [612, 'Ya pago'],
    [612, 'Ya está'],
    [612, 'El cliente pago con tarjeta vencida'],
    [660, 'Reglas de fraude no detectadas'],
    [60004, 'El tarjetahabiente completó la transacción'],
    [60004, 'Completed by the cardholder'],
    [627, 'El saldo alcanza para el reverso'],
    [612, 'El pago ya llegó'],
    [612, 'El cliente ya pago con tarjeta vencida'],
    [612, 'Transaction not duplicate'],
    [613, 'No se alcanzó el límite'],
    [631, 'No sospechan fraude'],
    [631, 'Fraud not detected'],
    [660, 'El pago coincide con las reglas'],
    [660, 'Pag&oacute;'],
    [60002, 'Fondos retenidos, tarjeta retenida'],
    [60002, 'Monto por retener'],
    [60002, 'Invalid status'],
    [60002, 'Tarjeta caduca mañana, venta hecha'],
    [60002, 'Sobregiro autorizado'],
    [60002, 'R00 Fondos insuficientes'],
    [60002, 'Fondos insuficientes (00)'],
    [608, 'Pag&oacute; con correo no v&aacute;lido'],
    [608, 'PagÃ³ con correo no válido'],
    [608, 'Pag? con correo no v?lido'],
    [60002, 'No se realizó ningún cargo adicional'],
    [60002, 'No se realizó cargo por el servicio'],
    [608, 'Pagamento com e-mail inválido já feito'],
    [608, 'Pagamento válido com email inválido'],
    [60002, 'Pagamento no cartão'],
    [60002, 'Transação no banco, cartão vencido'],
    [60002, 'Pago con tarjeta retenida'],
    [613, 'Límite alcanzado por esta compra'],
    [60002, 'Could not stop payment'],
    [603, 'Monto mínimo 1.00 cobrado'],
    [602, 'approval, email'],
    [604, 'Monto 1,000.00'],
    [604, 'Monto máximo cobrado: 1,000.00'],
    [605, 'Espere 5 minutos'],
    [620, 'La autorización fue capturada'],
    [652, 'Chargeback lost'],
    [652, 'Transaction in progress'],
    [613, 'Límite mensual alcanzado con el pago'],
    [613, 'Limit reached with payment'],
    [614, 'Límite agotado por el pago'],
    [608, 'Mail service unavailable'],
    [608, 'Correo rechazado'],
    [608, 'Email address not found'],
    [611, 'Teléfono no disponible'],
    [631, 'No hay fraude'],
    [631, 'No es de alto riesgo'],
    [660, 'Sin reglas de fraude'],
    [660, 'Antifraude desactivado'],
    [660, 'Antifraud engine unavailable'],
    [606, 'Compra con CVV incorrecto'],
    [608, 'Transacción con correo no válido'],
    [605, 'Valid'],
    [605, 'Credit card number valid'],
    [605, 'Y'],
    [612, 'Y'],
    [613, 'Transaction'],
    [60002, 'Otra transacción denegada'],
    [60002, 'Another payment was declined'],
    [60002, 'Hold placed, call issuer'],
    [60002, 'Transaction held in the system'],
    [60002, 'La transacción expiró'],
    [60002, 'No se efectuó el cobro del recargo'],
    [60002, 'No se realizó ningún cargo a su tarjeta de débito, sí a la de crédito'],
    [60002, 'Monto cargado a esa tarjeta'],
    [60002, 'Payment on file with issuer'],
    [60002, 'Enough balance, limit used'],
    [60002, 'Declined: code 00'],
    [60002, 'Não recusada'],
    [631, 'Posible fraude descartado'],
    [605, 'No. de tarjeta inválido en el recibo'],
    [60002, 'Límite disponible: 50'],
    [60002, 'Saldo disponible mayor 50'],
    [60002, 'Recusada - não'],
    [60002, 'Limite excedido pela compra'],
    [60002, 'Compra pelo limite de crédito'],
    [60002, 'Pagos rechazados: 12'],
    [631, 'Possible fraud not detected'],
    [60002, 'No es un fraude'],
    [602, 'Datos no incompletos'],
    [626, 'No fuera del plazo'],
    [631, 'No hay posible fraude'],
    [631, 'Es posible la transacción'],
  ])('is none when a text beside %i tells of an effect: %s', (code, description) => {
    expect(outcomeOf('json', refused(code, description))).toBe('unknown');
    expect(outcomeOf('json', { ...refused(code, 'There was an error'), message: description })).toBe('unknown');
  });

  test.each([
    [605, 'CARD NUMBER NOT VALID'],
    [605, 'No se cobró nada'],
    [605, 'Your card was not charged.'],
    [605, 'La tarjeta no fue cobrada'],
    [604, 'Monto excede el autorizado'],
    [604, 'Amount exceeds authorized amount'],
    [605, 'Número de tarjeta no reconocido'],
    [615, 'Comercio sin configurar'],
    [661, 'already voided'],
    [620, 'la transacción no existe'],
    [613, 'excede el tope del mes'],
    [662, null],
    [628, 'Funds on hold'],
    [628, 'Fondos retenidos'],
    [60002, 'Insufficient funds'],
    [60002, 'Fondos insuficientes'],
    [60002, 'Tarjeta bloqueada'],
    [60002, 'Stolen card'],
    [60002, 'Tarjeta extraviada'],
    [60002, 'CVV mismatch'],
    [60002, 'Contacte a su banco'],
    [60002, 'Refer to card issuer'],
    [60002, 'Intente con otra tarjeta'],
    [60002, 'Issuer unavailable'],
    [631, 'High risk'],
    [613, 'Monto mayor al permitido'],
    [600, 'Bad credentials'],
    [600, 'Unknown merchant'],
    [605, 'Transaction failed'],
    [605, 'Tarjeta no permitida por el banco'],
    [607, 'Card type not supported'],
    [604, 'Monto excede el límite diario'],
    [60002, 'Do not honor'],
    [606, 'CVV no coincide'],
    [607, 'Marca de tarjeta no soportada'],
    [500, 'La sesión ha expirado'],
    [651, 'Tarjeta caducada'],
    [603, 'Monto muy bajo'],
    [604, 'Amount too high'],
    [662, 'Servicio deshabilitado'],
    [60002, 'Transacción negada'],
    [60002, 'Pago denegado'],
    [60002, 'El emisor no autoriza el pago'],
    [60002, 'No se pudo autorizar'],
    [60004, 'Transaction not processed by cardholder'],
    [606, 'CVV does not match'],
    [606, 'CVV2 mismatch'],
    [614, 'Límite diario alcanzado'],
    [607, 'Franquicia no permitida'],
    [60002, '51 - Fondos insuficientes'],
    [60002, 'Rechazado: tarjeta vencida. Utilice otra tarjeta.'],
    [60002, 'Invalid account number (no such number)'],
    [60002, 'do_not_honor'],
    [60002, 'Transaction not permitted to cardholder'],
    [60002, 'Exceeds withdrawal frequency limit'],
    [60002, 'Operación denegada'],
    [60002, 'Autorización rechazada por el banco'],
    [651, "Your card's expiration date is incorrect."],
    [629, 'Tarjeta no habilitada para compras en línea'],
    [60002, 'Card declined, please contact your bank'],
    [60002, 'La tarjeta ha sido reportada como perdida'],
    [60002, 'Número de intentos de PIN superado'],
    [410, 'Authentication failed: invalid API key'],
    [612, 'Transacción duplicada'],
    [60004, 'Transacción cancelada por el usuario'],
    [60002, 'Rechazada. No reintentar.'],
    [631, 'Fraude detectado'],
    [613, 'Se excedió el límite mensual'],
    [622, 'La transacción ya fue capturada'],
    [602, 'Faltan argumentos'],
    [612, 'Pago duplicado'],
    [620, 'El pago de referencia no es válido'],
    [621, 'Related transaction was declined'],
    [623, 'Transacción reversada'],
    [625, 'Acción de reverso inválida'],
    [626, 'Plazo de reverso vencido'],
    [627, 'El saldo no alcanza para el reverso'],
    [628, 'Monto de reverso inválido'],
    [660, 'Reglas de fraude detectadas'],
    [60004, 'El tarjetahabiente no completó la transacción'],
    [60004, 'Not completed by the cardholder'],
    [661, 'Ya fue anulada'],
    [661, 'El pago de referencia fue anulado'],
    [652, 'La transacción relacionada tiene un reclamo'],
    [60004, 'Transacción no procesada por el tarjetahabiente'],
    [60002, 'Tarjeta retenida'],
    [60002, 'Tarjeta robada - retener'],
    [60002, 'Pick up card (no fraud)'],
    [60002, 'Tarjeta con reporte de robo o extravío'],
    [60002, 'Invalid card status'],
    [60002, 'Estado de la tarjeta no válido'],
    [651, 'Tarjeta caduca'],
    [60002, 'Sobregiro no autorizado'],
    [60002, 'TARJ. VENCIDA'],
    [60002, 'FDOS INSUF'],
    [60002, 'FDOS. INSUF.'],
    [60002, 'NO AUT.'],
    [60002, 'R51 Fondos insuficientes'],
    [606, 'N7 - CVV2 Mismatch'],
    [60002, 'No se pudo autorizar: tarjeta vencida (54)'],
    [60002, 'Transacci?n denegada'],
    [60002, 'Transacci\uFFFDn no permitida a la tarjeta'],
    [60002, 'Declined 51'],
    [60002, 'Declinada: código 05'],
    [60002, 'Recusado pelo emissor'],
    [60002, 'Transação recusada'],
    [602, 'Faltan campos obligatorios: phone, email'],
    [602, 'Argumentos incompletos'],
    [605, 'No. de tarjeta incorrecto'],
    [605, 'Nº de tarjeta inválido'],
    [605, 'Nro. tarjeta inválido'],
    [615, 'Servicio o pasarela no configurados'],
    [626, 'Fuera del plazo de reversa'],
    [631, 'Posible fraude'],
    [605, 'N?mero de tarjeta inv?lido'],
    [606, 'C\uFFFDdigo de seguridad no v\uFFFD\uFFFDlido'],
    [604, 'Monto m?ximo de cr?dito excedido'],
    [614, 'L?mite diario excedido'],
    [60002, 'TransacciÃ³n denegada por el emisor'],
    [60002, 'Transacci&oacute;n rechazada'],
    [60002, 'Su tarjeta fue declinada. Por favor comuníquese con su banco emisor.'],
    [60002, 'Cartão vencido'],
    [60002, 'Transação não autorizada'],
    [60002, 'Cartão bloqueado. Contate o banco emissor.'],
    [613, 'Excede el límite de retiro diario de la tarjeta'],
    [605, 'Error en número de tarjeta'],
    [605, 'Card number error'],
    [631, 'Pago rechazado por políticas de riesgo'],
    [60002, 'Stop payment order'],
    [60002, 'Transacción no aprobada. Motivo: fondos insuficientes. No se realizó ningún cargo.'],
    [60002, 'Txn no autorizada - cliente debe contactar a su banco'],
    [603, 'Monto mínimo 1.00'],
    [605, 'Validation failed'],
    [608, 'Correo incorrecto o muy largo'],
    [602, 'email'],
    [602, '[phone, concept] are required'],
    [603, 'El monto mínimo es B/. 1.00'],
    [603, 'Minimum amount is 1.00 USD'],
    [604, 'Monto máximo permitido: 1,000.00'],
    [605, 'Verifique el número de tarjeta e intente de nuevo'],
    [605, 'Please check the card number and try again.'],
    [601, 'Comercio suspendido. Contacte a soporte.'],
    [612, 'Transacción duplicada, espere 5 minutos'],
    [620, 'codOper not found'],
    [620, 'La autorización venció'],
    [620, 'The authorization has expired'],
    [652, 'La transacción tiene un reclamo abierto'],
    [652, 'Related tx has an open dispute'],
    [660, 'Transacción rechazada por el sistema antifraude'],
    [60002, 'Pago con tarjeta restringida rechazado'],
    [60002, 'NSF'],
    [60002, 'HOLD-CALL'],
    [60002, 'TRAN NOT ALLOWED'],
    [60002, 'SERV NOT ALLOWED'],
    [60002, 'Not enough balance'],
    [60002, 'BLOCKED FIRST USE'],
    [60002, 'Max attempts reached.'],
    [60002, 'The card has reached the credit limit.'],
    [60002, 'The card was rejected by the antifraud system'],
    [60002, 'Inactive card or card not authorized for card-not-present transactions.'],
    [60002, 'No card number on file with issuer'],
    [60002, 'cc_rejected_insufficient_amount'],
    [60002, 'Operación Denegada. Insuficiencia de fondos.'],
    [60002, 'Operación Denegada. Exceso de intentos.'],
    [60002, 'Denegación del emisor sin especificar motivo'],
    [60002, 'Tipo de operación no permitida para esa tarjeta'],
    [60002, 'Tarjeta no existente'],
    [60002, 'Rubro no autorizado.'],
    [60002, 'La tarjeta ha sido identificada como una tarjeta robada.'],
    [60002, 'RETENGA TARJETA'],
    [60002, 'TARJ VENC'],
    [60002, 'TRANS. NO PERMITIDA'],
    [60002, 'CUENTA CANCELADA'],
    [60002, 'La tarjeta expiró'],
    [60002, 'Tu pago fue rechazado'],
    [60002, 'No se realizó ningún cargo a su tarjeta'],
    [60002, 'No se efectuó el cobro'],
  ])('stays one when a text beside %i refuses in other words: %s', (code, description) => {
    expect(refusals).toContain(outcomeOf('json', { ...refused(code, ''), headerStatus: { code, description } }));
    expect(refusals).toContain(outcomeOf('json', { ...refused(code, ''), message: description }));
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

  test.each([
    ['"description":', '"description":"Cobro realizado","description":'],
    ['"message":', '"message":"email is invalid, payment completed","message":'],
    ['"requestId":', '"requestId":{"codOper":"LK-9"},"requestId":'],
  ])('is none when it says something else first: %s', (member, twice) => {
    const answer = JSON.stringify({ ...refused(605, 'CREDIT CARD NUMBER NOT VALID'), requestId: null });
    for (const request of asked)
      expect(readBody('json', answer.replace(member, twice), request).outcome).toBe('unknown');
  });

  test('is never a refusal: any member of any name, with any value, beside it or in its parts', () => {
    const name = fc.oneof(
      fc.string({ minLength: 1, maxLength: 12 }),
      fc.constantFrom(
        'codOper',
        'CODOPER',
        'ref',
        'receipt',
        'amount',
        'monto',
        'date',
        'Status',
        'AUTH_TOKEN',
        'url3DSRef',
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
      { numRuns: times(500, 5_000) },
    );
  });
});

test('no bytes, charset or coding make a refusal', async () => {
  const headers = fc.record({
    contentEncoding: fc.constantFrom('', 'gzip', 'gzip, gzip', 'deflate', 'br', 'zstd', 'identity'),
    contentType: fc.constantFrom(
      '',
      'text/html',
      ...['utf-8', 'latin1', 'utf-16', 'x'].map((name) => `a/b;charset=${name}`),
    ),
  });
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), headers, async (bytes, said) => {
      const decoded = await decodeBody(Buffer.from(bytes), said, 1_000);
      if (decoded.kind !== 'text') return;
      for (const family of families) expectNoRefusal(family, decoded.text);
    }),
    { numRuns: times(100, 1_000) },
  );
});
