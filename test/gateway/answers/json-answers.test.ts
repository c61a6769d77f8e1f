/** The outcome of every kind of answer of family A, one row each, from the field notes. A text decides against a decline alone. */
import { describe, expect, test } from 'vitest';
import { jsonFamily } from '#electron/gateway/answers/json-answer.ts';
import { secretsOf } from '#electron/gateway/answers/redaction.ts';
import { readAnswer } from '#electron/gateway/answers/read-answer.ts';
import { headerCodes } from '#shared/payments/header-codes.ts';
import { operations, operationTable, type Operation } from '#shared/payments/operations.ts';
import { accountAt, approvedForm, approvedJson, payment } from '#test/gateway/support/merchant.ts';
import { askedFor, outcomeOf, readBody } from '#test/gateway/support/readers.ts';
import { textsIn } from '#test/support/texts-in.ts';

const ofJson = (body: string, httpStatus = 200, operation: Operation = 'authorize') =>
  readBody('json', body, askedFor(operation), httpStatus);

const envelope = (changes: Record<string, unknown>) => ({ ...approvedJson(), ...changes });
const refusal = (code: unknown, changes: Record<string, unknown> = {}) => ({
  headerStatus: { code, description: 'INVALID' },
  serverTime: '2026-11-20T10:00:00',
  message: null,
  data: [],
  success: false,
  ...changes,
});
const lost = 'unknown: not-understood';
const contradictory = 'unknown: contradictory';
const unproved = 'unknown: unproved-refusal';

describe('family A', () => {
  const rows: readonly (readonly [string, unknown, string])[] = [
    ['approved: success, 200 and status 1', approvedJson(), 'approved'],
    ['status as numeric text', approvedJson({ status: '1' }), 'approved'],
    ['status as boolean', approvedJson({ status: true }), 'approved'],
    ['code as numeric text', envelope({ headerStatus: { code: '200', description: 'Success' } }), 'approved'],
    ['a text that reads like a failure', approvedJson({ messageSys: 'DECLINED, INSUFFICIENT FUNDS' }), 'approved'],
    ['another description', envelope({ headerStatus: { code: 200, description: 'ERROR' } }), 'approved'],
    ['a message beside an approval', envelope({ message: 'could not be processed' }), 'approved'],
    ['further keys', { ...approvedJson({ newField: { a: [1] } }), requestId: 'r-1', extra: null }, 'approved'],
    ['cardType MC for a VISA card', approvedJson({ cardType: 'MC', type: 'MC' }), 'unknown: other-card'],
    ['displayNum of five digits', approvedJson({ displayNum: '57001' }), 'approved'],
    ['authStatus null', approvedJson({ authStatus: null }), 'approved'],
    ['authStatus a word', approvedJson({ authStatus: 'OK' }), 'approved'],
    ['no receipt link', approvedJson({ returnUrl: undefined }), 'approved'],
    ['binInfo of another form', approvedJson({ binInfo: 'n/a' }), 'approved'],
    ['no codOper', approvedJson({ codOper: undefined }), 'unknown: no-reference'],
    ['a codOper that says null', approvedJson({ codOper: 'null' }), 'unknown: no-reference'],
    ['a codOper of zeros', approvedJson({ codOper: 0 }), 'unknown: no-reference'],
    ['a codOper of false', approvedJson({ codOper: false }), 'unknown: no-reference'],
    ['a codOper that nobody can see', approvedJson({ codOper: '\u200b' }), 'unknown: no-reference'],
    ['another amount', approvedJson({ totalPay: '1.00' }), 'approved'],
    ['a decline: status "0"', approvedJson({ status: '0' }), 'declined'],
    ['a decline: status false', approvedJson({ status: false }), 'declined'],
    ['a decline beside another status in other letters', approvedJson({ Status: 1, status: 0 }), contradictory],
    ['a decline whose authStatus says 00', approvedJson({ status: 0, authStatus: '00' }), 'declined'],
    [
      'status 0 and an authStatus of work',
      approvedJson({ status: 0, authStatus: 'PENDING', messageSys: null }),
      'unknown: pending',
    ],
    [
      'status 0 and a request in progress',
      approvedJson({ status: 0, authStatus: '09', messageSys: null }),
      'unknown: pending',
    ],
    ['a declined CAPTURE', approvedJson({ status: 0, operationType: 'CAPTURE' }), 'unknown: other-operation'],
    ['status 2', approvedJson({ status: 2 }), lost],
    ['status 3, refunded', approvedJson({ status: 3 }), lost],
    ['status 4, voided', approvedJson({ status: 4 }), lost],
    ['status "4"', approvedJson({ status: '4' }), lost],
    ['status null', approvedJson({ status: null }), lost],
    ['status absent', approvedJson({ status: undefined }), lost],
    ['status an empty text', approvedJson({ status: '' }), lost],
    ['status a word', approvedJson({ status: 'approved' }), lost],
    ['status an array', approvedJson({ status: [1] }), lost],
    ['status 1.5', approvedJson({ status: 1.5 }), lost],
    ['status -1', approvedJson({ status: -1 }), lost],
    ['success as text', envelope({ success: 'true' }), lost],
    ['success as number', envelope({ success: 1 }), lost],
    ['success absent', envelope({ success: undefined }), lost],
    ['success false beside 200', envelope({ success: false }), contradictory],
    ['success false beside 200 and status 0', { ...approvedJson({ status: 0 }), success: false }, contradictory],
    ['success true beside 620', envelope({ headerStatus: { code: 620 } }), contradictory],
    ['success true beside 201', envelope({ headerStatus: { code: 201 } }), contradictory],
    ['no headerStatus', envelope({ headerStatus: undefined }), lost],
    ['headerStatus a text', envelope({ headerStatus: '200' }), lost],
    ['code null', envelope({ headerStatus: { code: null } }), lost],
    ['code a word', envelope({ headerStatus: { code: 'OK' } }), lost],
    ['code 200.5', envelope({ headerStatus: { code: 200.5 } }), lost],
    ['success with data []', envelope({ data: [] }), lost],
    ['success with data {}', envelope({ data: {} }), lost],
    ['success with data null', envelope({ data: null }), lost],
    ['success with a record inside an array', envelope({ data: [approvedJson().data] }), lost],
    ['a code that nobody listed', refusal(699), unproved],
    ['a code that nobody listed among those of running transactions', refusal(60009), unproved],
    ['code 0', refusal(0), unproved],
    ['code -1', refusal(-1), lost],
    ['202 with success false', refusal(202), unproved],
    ['60003 with success true', envelope({ headerStatus: { code: 60003 } }), 'unknown: pending'],
    ['60007 as text', refusal('60007'), 'unknown: already-processed'],
    ['an answer of family B', approvedForm(), lost],
    ['{"error"} as family B says it', { error: 'Wrong Access Data' }, lost],
    ['null', null, lost],
    ['true', true, lost],
    ['a number', 200, lost],
    ['a text', 'Success', lost],
    ['an empty array', [], lost],
    ['an array of one envelope', [approvedJson()], lost],
    ['an empty object', {}, lost],
  ];
  test.each(rows)('an answer of family A: %s', (_name, answer, expected) => {
    expect(outcomeOf(ofJson(JSON.stringify(answer)))).toBe(expected);
  });

  /** Texts of declines, by the outcome that they lead to. */
  const declines = {
    declined: `
      card number error | APPROVED | Procesada: fondos insuficientes | Unable to be processed | Ya fue cobrada
      Tarjeta pendiente de activar | Processing error | Pendiente de activación | Authorized users only
      Call for approval | Needs approval | Llame al banco para aprobación | Necesita aprobación | Approval failed
      Falló la aprobación | Tarjeta capturada | Card captured | Pending card activation | Pendiente activar
      En proceso de cierre | Ha superado los intentos autorizados | Superó el cupo autorizado
      Sobrepasa el monto autorizado | Pagamento não aprovado | 05 - TransaÃ§Ã£o nÃ£o autorizada | Card on hold
      Hold card and call issuer | Operation requested not allowed | Received format error | Unable to verify PIN
      Too late to void | Demasiado tarde para anular | Anulación fuera de tiempo | Tiempo de anulación excedido
      Tiempo excedido para reversar | Authentication timeout | Cardholder did not respond | El cliente no contestó
      Connection refused | Declined, issuer timeout | Intentos agotados, sin respuesta correcta | SYSTEM MALFUNCTION
      Issuer unavailable | Comercio sin registrar | Card not charged: limit reached | Rejected, nothing was debited
      Declined: already charged | Already refunded | Ya fue reembolsada | Not refunded: invalid amount
      Cuenta pendiente de aprobación | Account pending approval | Transacción no registrada | Sin fondos | No money was taken
      Verifique el estado de su tarjeta | AUTH 000000 | Diferido no permitido | TRX NO AUTORIZADA | Rechazado; comprobante enviado
      Excede el monto autorizado por el banco | Locked after charge limit | El pago ya fue recibido`,
    'unknown: pending': `
      La transacción está en proceso | Pendente | Devolución en proceso | Payment under review | En revisión
      Estamos procesando su pago | We are processing your payment | Pending, contact your bank | Processing payment
      09 - Request in progress | 025 - Transacción pendiente | This transaction is being held for review. | HELD
      Tu pago está en revisión | Estamos procesando tu pago. | Queued | On hold | En espera | Transacción en cola
      Transaction submitted | Anulación recibida, en espera del emisor
      Refund requested; it may take 5 to 10 business days | Estorno em processamento | Aguardando confirmação
      025 - Estamos procesando su pago | Pago en verificación | En validación | Procesamiento pendiente
      En conciliación | Por confirmar con el banco | Se cobrará más tarde | Manual review | Outcome pending
      Submitted for settlement | Processamento em andamento`,
    [contradictory]: `
      Pago completado, el recibo no se envió | Autorizada por 25.50 | Debitado de su cuenta
      Pagamento efetuado, e-mail não enviado | Payment charged, contact support | Call issuer, amount was charged
      Se debitó de su cuenta | Monto descontado | Verificación superada, pago aprobado | Pago recibido
      Compra confirmada | Se cobrÃ³ la tarjeta pero fallÃ³ el registro | venta_exitosa
      Your card was charged, cannot mail: invalid e-mail | Se cobró la tarjeta; correo inválido
      Cobrado. Límite diario alcanzado | El pago fue recibido pero no confirmado | accredited
      Refunded but notification failed | Reembolsado, correo inválido | Se reembolsó; no se pudo enviar el comprobante
      Partially refunded | Estornado, e-mail inválido | Credited to the card, invalid e-mail
      Pago a cuenta pendiente de aprobación | Cargo aplicado a su tarjeta | Se aplicó el cargo | Débito aplicado
      Charge posted | Payment went through | Fondos reservados | Monto retenido | Money was taken from the account
      Su compra ha sido registrada | Payment made | Hold placed | Preautorizada | El banco ya debitó | Se debitaron fondos
      Se reservó el importe | Se retuvieron los fondos | We have received your payment | Doble cargo | APROB 331122
      Auth code 09A771 | Contabilizado | Charge not reversed | No se pudo reversar el cobro
      Rechazado pero se cobró | declined but charged | No se cobró dos veces | Sin cargo adicional | Posible cobro
      Aprobada por el banco, rechazada por el comercio | Approved but declined by fraud filter | Reversal failed
      El pago será reversado automáticamente | Charge will be reversed within 24 hours | Se le reintegrará el cobro`,
    [unproved]: `
      RESPONSE RECEIVED TOO LATE | 68 | Respuesta recibida fuera de tiempo | TIMEOUT | Request timed out
      Tiempo de espera agotado | Sin respuesta del emisor | Host no responde | Error de comunicación
      Communication error with processor | Error al guardar la transacción | Unable to store the record
      Error saving data in the database | Tempo esgotado | No hay respuesta del emisor | No se recibió respuesta
      Respuesta no recibida | Late response | Time-out | Issuer didn’t respond | Se agotó el tiempo de espera
      Tiempo límite excedido | Time limit exceeded | Error de comunicaciones | Fallo de comunicación | Network error
      Connection lost | Se perdió la comunicación con el banco | Erro de comunicação | Error al grabar
      Unable to process, no response from bank | Imposible procesar: tiempo agotado | was not declined | Isn’t declined
      no fue rechazada | Sin errores | Recibo 0042 emitido | Receipt could not be sent | se enviará comprobante
      Estado desconocido | Could not confirm payment | Sin conexión con el host | ECONNRESET | Error updating transaction
      Verifique el estado de la transacción | Error posterior al cobro | Declined after capture | Internal server error
      Rechazada tras la aprobación | Error de base de datos`,
  };
  test.each(Object.entries(declines))('a decline of family A is %s by its text', (expected, texts) => {
    for (const messageSys of textsIn(texts))
      expect(outcomeOf(ofJson(JSON.stringify(approvedJson({ status: 0, messageSys })))), messageSys).toBe(expected);
  });

  test.each<[Operation, string, string]>([
    ['void', 'Voided but notification failed', contradictory],
    ['void', 'Anulada; el correo no es válido', contradictory],
    ['void', 'Fondos liberados', contradictory],
    ['refund', 'Reversed, receipt not sent', contradictory],
    ['refund', 'Importe devuelto al cliente', contradictory],
    ['refund', 'The amount was returned', contradictory],
    ['refund', 'Returned to the card, receipt not sent', contradictory],
    ['refund', 'Devuelto al cliente', contradictory],
    ['void', 'Se anuló la transacción', contradictory],
    ['refund', 'Se devolvió el dinero', contradictory],
    ['refund', 'Reverso aplicado', contradictory],
    ['refund', 'Devolución registrada', contradictory],
    ['refund', 'Se devolvió al cliente', contradictory],
    ['refund', 'Se devolviÃ³ el dinero', contradictory],
    ['refund', 'Charge not reversed', 'declined'],
    ['void', 'No se anuló la transacción', 'declined'],
    ['refund', 'Se devolvió un error', 'declined'],
    ['capture', 'Se anuló la transacción', 'declined'],
    ['refund', 'Error returned by issuer', 'declined'],
    ['void', 'Código devuelto por el banco: 57', 'declined'],
    ['refund', 'Tarjeta anulada', 'declined'],
    ['refund', 'Cardholder must be refunded in cash', 'declined'],
    ['refund', 'Account to be credited is closed', 'declined'],
    ['refund', 'Debe ser acreditado a la tarjeta original', 'declined'],
    ['void', 'Previamente anulada', 'declined'],
    ['void', 'Already voided', 'declined'],
    ['void', 'Ya fue anulada', 'declined'],
    ['void', 'Cannot be voided: already captured', 'declined'],
    ['refund', 'No fue reversada', 'declined'],
    ['capture', 'Transaction voided', 'declined'],
    ['capture', 'La autorización fue anulada', 'declined'],
  ])('a declined %s of family A that says %s', (operation, messageSys, expected) => {
    const operationType = operationTable[operation].types.json;
    const answer = approvedJson({ status: 0, operationType, codOper: 'SANDBOX_LK-18', messageSys });
    expect(outcomeOf(ofJson(JSON.stringify(answer), 200, operation))).toBe(expected);
    const declined = approvedJson({ status: 0, operationType, codOper: 'SANDBOX_LK-18', messageSys: 'DO NOT HONOR' });
    const beside = ofJson(JSON.stringify({ ...declined, message: messageSys }), 200, operation);
    expect(outcomeOf(beside)).toBe(expected);
    expect(beside).toMatchObject({ service: { text: expected === 'declined' ? 'DO NOT HONOR' : messageSys } });
  });

  test.each([
    ['En proceso', 'unknown: pending'],
    ['Request timed out', unproved],
    ['Your card was charged', contradictory],
    ['Refunded but notification failed', contradictory],
    ['Success', 'declined'],
    ['Solicitud procesada con éxito', 'declined'],
    ['Request received', 'declined'],
    ['Su solicitud fue enviada', 'declined'],
    ['Transacción recibida', 'unknown: pending'],
    ['This transaction has been approved.', 'declined'],
    ['Tarjeta vencida', 'declined'],
  ])('a decline of family A beside the message %s, of which success is the call’s', (message, expected) => {
    const declined = approvedJson({ status: 0, authStatus: '05', messageSys: 'DO NOT HONOR' });
    const answer = ofJson(JSON.stringify({ ...declined, message }));
    expect(outcomeOf(answer)).toBe(expected);
    // The text that is shown is the one that decided.
    expect(answer).toMatchObject({ service: { text: expected === 'declined' ? 'DO NOT HONOR' : message } });
  });

  const marks = `x${'!'.repeat(65_536)}x`;
  const letters = 'a'.repeat(65_536);
  const digits = '1'.repeat(65_536);
  test.each<[string, unknown, string?]>([
    ['a decline', approvedJson({ status: 0, operationType: 'REVERSE', messageSys: marks })],
    ['a message beside a decline', { ...approvedJson({ status: 0, operationType: 'REVERSE' }), message: marks }],
    ['a reversal', approvedJson({ status: 0, operationType: 'REVERSE', messageSys: 'returned '.repeat(7_281) })],
    ['a proved refusal', refusal(603, { message: marks })],
    ['a general refusal', refusal(300, { message: marks })],
    ['a time beside a refusal', refusal(603, { serverTime: letters })],
    ['the card of an approval', approvedJson({ operationType: 'REVERSE', displayNum: `${digits}x` }), 'approved'],
    [
      'the amount of an approval',
      approvedJson({ operationType: 'REVERSE', totalPay: `1.${'0'.repeat(65_536)}1` }),
      'approved',
    ],
  ])('64 KiB of text in %s cost less than a second of the processor', (_name, answer, expected = 'unknown') => {
    const begun = process.cpuUsage();
    const { outcome } = ofJson(JSON.stringify(answer), 200, 'refund');
    const { user, system } = process.cpuUsage(begun);
    expect(outcome).toBe(expected);
    expect((user + system) / 1_000).toBeLessThan(1_000);
  });

  const ofCapture: readonly (readonly [string, unknown, string])[] = [
    ['620 as documented', refusal(620), 'rejected'],
    ['620 with data {}', refusal(620, { data: {} }), 'rejected'],
    ['620 with data null', refusal(620, { data: null }), 'rejected'],
    ['620 with data a text', refusal(620, { data: 'INVALID RELATED TX' }), 'rejected'],
    ['620 without data', refusal(620, { data: undefined }), 'rejected'],
    ['620 as text', refusal('620'), 'rejected'],
    ['620 whose message says success', refusal(620, { message: 'Success' }), contradictory],
    ['620 with a record that says processed', refusal(620, { data: { status: 1 } }), contradictory],
    ['620 with a record that says refunded', refusal(620, { data: { status: 3 } }), contradictory],
    ['620 with a record that says not authorized', refusal(620, { data: { status: 0 } }), contradictory],
    ['620 without success', refusal(620, { success: undefined }), lost],
  ];
  test.each(ofCapture)('an answer of family A to a capture: %s', (_name, answer, expected) => {
    expect(outcomeOf(ofJson(JSON.stringify(answer), 200, 'capture'))).toBe(expected);
  });

  test.each(Object.entries(headerCodes))(
    'the listed headerStatus %s has an outcome for each operation',
    (code, { outcome, refers }) => {
      for (const operation of operations) {
        const answer = ofJson(JSON.stringify(refusal(Number(code))), 200, operation);
        const proves = !refers || operationTable[operation].refersTo !== 'nothing';
        expect(outcomeOf(answer).split(':')[0]).toBe(proves ? outcome : 'unknown');
        expect(answer).toMatchObject({ service: { code, text: 'INVALID' } });
      }
    },
  );

  test('the codes that speak of the transaction that a request refers to are these', () => {
    const referring = Object.entries(headerCodes).flatMap(([code, { refers }]) => (refers ? [code] : []));
    expect(referring).toEqual(['620', '621', '622', '623', '625', '626', '627', '628', '632', '652', '661']);
  });

  const texts: readonly (readonly [string, string, string])[] = [
    ['an empty body', '', lost],
    ['blanks', ' \n', lost],
    ['a byte order mark before an approval', `\uFEFF${JSON.stringify(approvedJson())}`, 'approved'],
    ['blanks around an approval', `\r\n ${JSON.stringify(approvedJson())}\n`, 'approved'],
    ['HTML', '<!doctype html><title>502</title>', lost],
    ['half an approval', JSON.stringify(approvedJson()).slice(0, -1), 'unknown: truncated'],
    ['an approval cut inside a text', JSON.stringify(approvedJson()).slice(0, 60), 'unknown: truncated'],
    ['one brace', '{', 'unknown: truncated'],
    ['two approvals in a row', JSON.stringify(approvedJson()).repeat(2), lost],
    ['an approval with something behind it', `${JSON.stringify(approvedJson())}<!-- 3 ms -->`, lost],
    ['an approval with single quotes', "{'success': true}", lost],
    ['very deep nesting', '['.repeat(100_000), 'unknown: truncated'],
  ];
  test.each(texts)('a body of family A: %s', (_name, body, expected) => {
    expect(outcomeOf(ofJson(body))).toBe(expected);
  });

  const members =
    'status codOper idtx cardToken relatedTx operationType displayNum cardType type totalPay requestPayAmount code success data';
  test.each(members.split(' '))('an approval of family A that says two things of %s is none', (name) => {
    const body = JSON.stringify(approvedJson({ relatedTx: null }));
    expect(outcomeOf(ofJson(body.replace(`"${name}":`, `"${name}":"LK-9","${name}":`)))).toBe(contradictory);
  });

  test.each([301, 302, 303, 307, 308])(
    'an answer of family A with HTTP %i is a redirect where it names an address, whatever it carries',
    (status) => {
      const body = JSON.stringify(approvedJson());
      for (const redirects of [true, false]) {
        const answered = { kind: 'answered', httpStatus: status, body, redirects } as const;
        const secrets = secretsOf(accountAt('https://localhost'), payment);
        expect(outcomeOf(readAnswer(jsonFamily, answered, secrets, askedFor('authorize')))).toBe(
          redirects ? 'unknown: redirect' : 'unknown: http-status',
        );
      }
    },
  );
  test('a page of 3-D Secure leaves it unknown, whatever stands beside it', () => {
    const url3DSRef = 'https://3ds.example.org/c?id=1';
    const statuses = [1, 0, '1', true, null, undefined, 4];
    const bodies = [
      ...statuses.map((status) => approvedJson({ status, url3DSRef })),
      ...[602, 620, 300, 60007, 699].map((code) => refusal(code, { data: { url3DSRef } })),
      { ...refusal(602), url3DSRef },
      { ...approvedJson(), data: [{ url3DSRef }] },
      ...['acsUrl', 'acs_url', 'threeDSUrl', '3DS_URL', 'challengeUrl'].flatMap((name) =>
        [0, 1].map((status) => approvedJson({ status, [name]: url3DSRef })),
      ),
    ];
    for (const body of bodies) {
      const answer = ofJson(JSON.stringify(body));
      expect(outcomeOf(answer), JSON.stringify(body)).toBe('unknown: three-d-secure');
      expect(answer).toMatchObject({ challengeUrl: url3DSRef });
    }
    for (const nothing of [null, '', '-', [], {}])
      expect(outcomeOf(ofJson(JSON.stringify(approvedJson({ url3DSRef: nothing }))))).toBe('approved');
  });

  test.each([
    ['https://3ds.example.org/c', 'https://3ds.example.org/c'],
    ['http://3ds.example.org/c', null],
    ['https://bank.example@evil.example/', null],
    ['javascript:alert(1)', null],
    [`https://3ds.example.org/${'c'.repeat(2_000)}`, null],
    [`https://3ds.example.org/?pan=${payment.card.number}`, null],
    [{ href: 'https://3ds.example.org/c' }, null],
  ])('the page of 3-D Secure %j is kept as %j', (url3DSRef, kept) => {
    expect(ofJson(JSON.stringify(approvedJson({ url3DSRef })))).toMatchObject({
      cause: 'three-d-secure',
      challengeUrl: kept,
    });
  });

  test.each([
    ['PF*FERRETERIA SOL', 'PF*FERRETERIA SOL'],
    ['  PF*\nSOL\u202e ', 'PF* SOL\uFFFD'],
    ['x'.repeat(150), 'x'.repeat(100)],
    [`SOL ${payment.card.number}`, 'SOL [redacted]'],
    ['-', null],
    [null, null],
    [undefined, null],
    [{ text: 'SOL' }, null],
  ])('the text on the statement %j is kept as %j', (txDescriptor, kept) => {
    expect(ofJson(JSON.stringify(approvedJson({ txDescriptor })))).toMatchObject({
      outcome: 'approved',
      statementDescriptor: kept,
    });
  });

  test.each([400, 401, 402, 403, 404, 409, 422, 429, 500, 502, 503, 504])(
    'an answer of family A with HTTP %i is unknown, unless both refuse the request',
    (status) => {
      const refusing = [400, 401, 402, 403, 422].includes(status);
      const doubtful = [approvedJson(), refusal(300), refusal(602, { data: { codOper: 'LK-9' } }), { error: 'cvv' }];
      for (const [bodies, expected] of [
        [
          [refusal(602), refusal(410), approvedJson({ status: 0 })],
          refusing ? /^(rejected|declined)$/ : /http-status$/,
        ],
        [doubtful, /^unknown: http-status$/],
      ] as const)
        for (const body of bodies) {
          const answer = ofJson(JSON.stringify(body), status);
          expect(outcomeOf(answer)).toMatch(expected);
          expect(answer).toMatchObject({ service: { httpStatus: status } });
        }
    },
  );

  test('odd types are read and the answer is kept as it came', () => {
    const body = JSON.stringify(
      approvedJson({
        codOper: 4711,
        idtx: '99',
        totalPay: 30,
        requestPayAmount: '30.00',
        authStatus: 0,
        cardToken: true,
      }),
    );
    expect(ofJson(body)).toMatchObject({
      answeredAmount: 3_000,
      references: { codOper: '4711', idtx: '99', cardToken: 'true' },
      service: { authStatus: '0' },
      rawAnswer: body,
    });
  });

  test('the time of an answer is the service’s, else the transaction’s', () => {
    expect(
      ofJson(JSON.stringify({ ...approvedJson({ date: '2026-11-20T09:59:00' }), serverTime: null })),
    ).toMatchObject({
      service: { serverTime: '2026-11-20T09:59:00' },
    });
  });

  test.each([
    ['totalPay "30.0" is 30.00', { totalPay: '30.0', requestPayAmount: 30 }, 3_000],
    ['requestPayAmount speaks where totalPay is silent', { totalPay: null, requestPayAmount: 30.1 }, 3_010],
    ['an unreadable total is no amount, whatever was requested', { totalPay: 'n/a', requestPayAmount: 30.1 }, null],
    ['a separator is no amount', { totalPay: '1,234.50', requestPayAmount: null }, null],
    ['a third decimal is no amount', { totalPay: '1.005', requestPayAmount: undefined }, null],
    ['zero is an amount', { totalPay: '0.00' }, 0],
  ])('answered amount: %s', (_name, changes, expected) => {
    expect(ofJson(JSON.stringify(approvedJson(changes)))).toMatchObject({
      outcome: 'approved',
      answeredAmount: expected,
    });
  });

  test.each([
    ['a decline that speaks of an approval', { status: 0, messageSys: 'Autorizada por 25.50', totalPay: '0.0' }],
    ['another status', { status: 2, totalPay: '25.50' }],
    ['another card', { displayNum: '9999', totalPay: '35.00' }],
    ['another operation', { operationType: 'CAPTURE', totalPay: '35.00' }],
    ['3-D Secure', { url3DSRef: 'https://3ds.example.org/c', totalPay: '25.50' }],
  ])('an answer that leaves the outcome open names no amount: %s', (_name, changes) => {
    expect(ofJson(JSON.stringify(approvedJson(changes)))).toMatchObject({ outcome: 'unknown', answeredAmount: null });
  });

  test('an approval without its reference keeps its amount', () => {
    const approval = approvedJson({ codOper: undefined, totalPay: '25.50' });
    expect(ofJson(JSON.stringify(approval))).toMatchObject({ cause: 'no-reference', answeredAmount: 2_550 });
  });

  test.each([
    ['http', 'http://pay.example.org/1'],
    ['javascript', 'javascript:alert(1)'],
    ['no URL', 'receipt 1'],
    ['a card number in it', `https://pay.example.org/${payment.card.number}`],
  ])('a receipt link is kept only when it is https: %s', (_name, returnUrl) => {
    expect(ofJson(JSON.stringify(approvedJson({ returnUrl })))).toMatchObject({
      outcome: 'approved',
      receiptUrl: null,
    });
  });

  test('the risk facts of binInfo are read, with names by language', () => {
    const binInfo = {
      risk_score: '55.0',
      ip_address: { risk: 0.01, country: { names: { es: 'Panamá', en: 'Panama' } } },
      credit_card: { issuer: { name: 'Bank' }, country: 'PA', is_prepaid: false, type: 'credit' },
      email: { is_high_risk: true },
      disposition: { action: 'accept', reason: 'default' },
    };
    expect(ofJson(JSON.stringify(approvedJson({ binInfo })))).toHaveProperty('risk', {
      score: 55,
      disposition: 'accept',
      dispositionReason: 'default',
      issuer: 'Bank',
      issuerCountry: 'PA',
      cardKind: 'credit',
      prepaid: false,
      ipCountry: 'Panamá',
      ipRisk: 0.01,
      emailHighRisk: true,
    });
    for (const nothing of [null, [], {}, 'x', { ip_address: [] }]) {
      expect(ofJson(JSON.stringify(approvedJson({ binInfo: nothing })))).toHaveProperty('risk', null);
    }
  });

  test('texts that no database takes are mended', () => {
    const body = JSON.stringify(approvedJson({ messageSys: 'a\u0000b\ud800c' }));
    expect(ofJson(body)).toMatchObject({ outcome: 'approved', service: { text: 'a\ufffdb\ufffdc' } });
    expect(ofJson('<p>\u0000\ud800</p>')).toMatchObject({ rawAnswer: '<p>\ufffd\ufffd</p>' });
    const code = `${'x'.repeat(499)}\u{1f600}`;
    const cut = ofJson(JSON.stringify({ headerStatus: { code }, success: false }));
    expect(cut).toMatchObject({ service: { code: `${'x'.repeat(499)}\ufffd` } });
  });
});
