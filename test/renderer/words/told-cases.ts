/** Every answer that the words have to tell: each outcome of each operation, with every known code, cause and kind of text. */
import { headerCodes, provedBy, type HeaderCode } from '#shared/payments/header-codes.ts';
import { issuerCodes } from '#shared/payments/service-codes.ts';
import { operations, type RecordedOperation } from '#shared/payments/operations.ts';
import { families, notSentCauses, unknownCauses } from '#shared/payments/outcome.ts';
import type { Attempt } from '#shared/payments/attempt.ts';
import { attempt, resolvedAs, withoutAnswer } from '#test/fixtures/shown/attempts.ts';

interface ToldCase {
  readonly name: string;
  readonly attempt: Attempt;
}

type Said = Partial<Attempt['service']>;

/** Operations of the table, and one of a newer version of the program. */
const recordedOperations: readonly RecordedOperation[] = [...operations, 'unlisted'];

/** Texts of services that stand beside a refusal. */
const texts: readonly (string | null)[] = [
  null,
  '',
  'Success',
  'APPROVED',
  'Aprobada',
  'NO MATCH',
  'VER UNAVAILBLE',
  'AVS: ZIP MATCH',
  'PARTIAL APPROVAL',
  '<b>Denied</b>',
  'Fondos insuficientes',
  'TIMEOUT FROM ACQUIRER',
];

const codesProving = (
  outcome: 'declined' | 'rejected' | 'unknown',
  operation: RecordedOperation,
): readonly HeaderCode[] =>
  (Object.keys(headerCodes) as HeaderCode[]).filter((code) => provedBy(code, operation) === outcome);
/** Issuers' codes that mean something, that approve, that nobody knows, and words. */
const statuses = [...Object.keys(issuerCodes), '00', '10', '85', 'ZZ', '5', 'n7', 'DENIED', null];

function* declines(family: Attempt['family'], operation: RecordedOperation): Generator<Said> {
  for (const status of statuses) {
    for (const text of texts)
      yield family === 'json' ? { code: '200', authStatus: status, text } : { code: status, text };
  }
  if (family === 'json') for (const code of codesProving('declined', operation)) yield { code, text: 'Success' };
}

/** Texts of errors without a code that says more, and the code of the same meaning. */
export const errorTexts: readonly (readonly [text: string, sameAs: HeaderCode | null])[] = [
  ['Wrong Access Data/Company processing not authorized', '600'],
  ['credit card number lenght fail check', '605'],
  ['Nro. de tarjeta inválido', '605'],
  ['invalid CVV2', '606'],
  ['ExpMonth fail check', '651'],
  ['Tarjeta vencida', '651'],
  ['Expired card', '651'],
  ['Email format fail check', '608'],
  ['LastName required', '610'],
  ['Name required', '609'],
  ['Tel required', '611'],
  ['Campo faltante: concepto', '602'],
  ['TRANSACTION ALREADY CAPTURED', '622'],
  ['TRANSACTION IS VOIDED', '661'],
  ['RELATED TX WAS DECLINED', '621'],
  ['INVALID RELATED TX', '620'],
  ['Falta el campo correo electrónico', '608'],
  ['Número de tarjeta inválido', '605'],
  ['amount is below the minimum', '603'],
  ['El campo dirección es requerido', '602'],
  ['something else', null],
];

function* rejections(family: Attempt['family'], operation: RecordedOperation): Generator<Said> {
  if (family === 'json') {
    for (const code of codesProving('rejected', operation)) yield { code, text: 'TX TEXT' };
    for (const [text] of errorTexts) yield { code: '300', text };
    yield { code: '777', text: null };
    yield { code: '777', text: 'SOMETHING NEW' };
    yield {};
  } else for (const [text] of errorTexts) yield { text };
}

function* unknowns(family: Attempt['family'], operation: RecordedOperation): Generator<Partial<Attempt>> {
  for (const unknownCause of unknownCauses) {
    if (unknownCause !== 'unproved-refusal') yield { unknownCause };
    else if (family === 'json') {
      for (const code of [...codesProving('unknown', operation), '699'])
        yield { unknownCause, ...service({ code, text: 'Success' }) };
      yield { unknownCause, ...service({ code: '699', text: 'timeout waiting for acquirer' }) };
    } else yield { unknownCause, ...service({ text: 'Timeout from acquirer' }) };
    yield { unknownCause, ...service({}) };
  }
}

const service = (change: Said): Pick<Attempt, 'service'> => ({
  service: { ...withoutAnswer.service, httpStatus: 200, ...change },
});

const found = { operatorName: 'Ana', reference: 'R-1', note: 'Portal' };

function* changes(family: Attempt['family'], operation: RecordedOperation): Generator<Partial<Attempt>> {
  yield { state: 'sending' };
  yield { state: 'approved', ...service({ code: family === 'json' ? '200' : '00', text: 'NO MATCH' }) };
  yield { state: 'approved', answeredAmount: null, differences: [{ field: 'amount', answered: '1,213.22' }] };
  yield { state: 'approved', answeredAmount: 0, differences: [{ field: 'amount', answered: '0.00' }] };
  for (const said of declines(family, operation)) yield { state: 'declined', ...service(said) };
  for (const said of rejections(family, operation)) yield { state: 'rejected', ...service(said) };
  for (const notSentCause of notSentCauses) yield { state: 'not-sent', notSentCause };
  for (const change of unknowns(family, operation)) yield { state: 'unknown', ...change };
  for (const outcome of ['approved', 'declined', 'rejected', 'not-sent'] as const)
    yield { state: 'unknown', unknownCause: 'no-answer', resolution: resolvedAs(outcome, found) };
}

export const toldCases: readonly ToldCase[] = recordedOperations.flatMap((operation) =>
  families.flatMap((family) =>
    [...changes(family, operation)].map((change) => {
      const told = attempt({ ...withoutAnswer, operation, family, ...change });
      const { code, authStatus, text } = told.service;
      const cause = told.notSentCause ?? told.unknownCause ?? '';
      const said = [cause, code, authStatus, text, told.resolution?.outcome].filter((part) => part);
      return { name: [operation, family, told.state, ...said].join(' · '), attempt: told };
    }),
  ),
);
