/**
 * Holds an answer against its request. An answer about another operation, card or authorization says nothing about ours,
 * so the outcome is unknown. Another amount or text decides nothing and is shown as a difference.
 */
import type { Difference, References } from '#shared/payments/attempt.ts';
import { readDecimal, type MinorUnits } from '#shared/payments/money.ts';
import { operationTable, type Operation } from '#shared/payments/operations.ts';
import type { UnknownCause } from '#shared/payments/outcome.ts';
import { withoutAccents } from '#shared/without-accents.ts';
import type { Echo, Facts } from './answer-family.ts';
import type { Asked } from './asked.ts';

/** Returns the contradiction in what was done; null when there is none. */
export function contradictionOf(asked: Asked, { echo, references }: Facts): UnknownCause | null {
  if (!isSameOperation(asked.operation, echo.operation)) return 'other-operation';
  if (!isSameCard(asked, echo)) return 'other-card';
  return asked.refersTo === null ? null : otherRelation(asked, asked.refersTo, references);
}

/** Names of the operations in both families, as letters and digits alone. */
const operationNames: Readonly<Record<Operation, readonly string[]>> = {
  authorize: ['AUTH', 'AUTHORIZATION', 'AUTHORIZE', 'AUTORIZACION'],
  sell: ['AUTHCAPTURE', 'SALE', 'VENTA'],
  capture: ['CAPTURE', 'CAPT', 'CAPTURA'],
  void: ['REVERSE', 'REVERSEAUTH'],
  refund: ['REVERSE', 'REVERSECAPTURE'],
  recharge: ['RECURRENT'],
};

const lettersAndDigits = (text: string): string =>
  text
    .normalize('NFD')
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '');

/** False also for a word that nobody documented, because it may name another operation. */
const isSameOperation = (asked: Operation, answered: string | null): boolean =>
  answered === null || operationNames[asked].includes(lettersAndDigits(answered));

function isSameCard({ lastFour, brands }: Asked, echo: Echo): boolean {
  // `displayNum` has four or five digits (field notes), fewer when a number lost its zeros.
  const digits = /\d{1,4}$/.exec(echo.lastDigits ?? '')?.[0];
  if (lastFour !== null && digits !== undefined && digits.padStart(4, '0') !== lastFour) return false;
  const others = echo.brands.map(brandNamed).filter((brand) => brand !== null && !brands.some((own) => own === brand));
  return brands.length === 0 || others.length === 0;
}

const brandWords: readonly (readonly [RegExp, string])[] = [
  [/^(VI|VISA)/, 'VISA'],
  [/^(MC|MAST|EUROCARD|MAESTRO)/, 'MASTERCARD'],
  [/^(AX|AMEX|AMERICANEXPRESS)/, 'AMEX'],
  [/^(DISC|DINERS|JCB|UNIONPAY|CUP|ELO|CLAVE|HIPER)/, 'ANOTHER'],
];

/** Returns the brand of a word; null for a word that names none, such as `CREDIT`. */
const brandNamed = (word: string): string | null =>
  brandWords.find(([shape]) => shape.test(lettersAndDigits(word)))?.[1] ?? null;

/**
 * Compares the references. A capture and a charge of an earlier card have a new codOper of their own (field notes), so an answer that
 * repeats the earlier one is the record of another payment. Whether a reversal has one is unproved, so it may repeat it.
 * `relatedTx` is compared when it is a codOper: some services name the related transaction by its numeric id.
 */
function otherRelation(
  { operation }: Asked,
  { codOper, idtx }: NonNullable<Asked['refersTo']>,
  references: References,
): 'reference-used' | 'other-relation' | null {
  if (codOper === null) return null;
  const related = references.relatedTx?.trim() ?? '';
  if (related !== '' && related !== idtx?.trim() && isOtherCodOper(related, codOper.trim())) return 'other-relation';
  const repeats = references.codOper?.trim().toLowerCase() === codOper.trim().toLowerCase();
  return repeats && operationTable[operation].draft !== 'reversal' ? 'reference-used' : null;
}

const isNumber = (text: string): boolean => /^\d+$/.test(text);

/** Test environments prefix a codOper with `SANDBOX_` (field notes), and may leave it out of a relation. */
const withoutPrefix = (codOper: string): string => codOper.replace(/^SANDBOX_/i, '');

const isOtherCodOper = (related: string, codOper: string): boolean =>
  withoutPrefix(related) !== withoutPrefix(codOper) && (!isNumber(related) || isNumber(withoutPrefix(codOper)));

/** Lists the facts of an approval that differ from the request, with the texts that came. */
export function differencesOf(asked: Asked, echo: Echo): readonly Difference[] {
  const amount = otherAmount(asked, echo);
  const name = echo.names.join(' ');
  return [
    ...(amount === undefined ? [] : [{ field: 'amount' as const, answered: amount }]),
    ...(isSameName(asked, name) ? [] : [{ field: 'name' as const, answered: name }]),
    ...(isSameEmail(asked.email, echo.email) ? [] : [{ field: 'email' as const, answered: echo.email ?? '' }]),
  ];
}

/** Returns the first text that is not the requested amount: another, zero, a negative one, or no amount at all, such as `1,213.22`. */
const otherAmount = (asked: Asked, { amounts }: Echo): string | undefined =>
  amounts.find((text) => readDecimal(text) !== asked.amount);

/**
 * Returns the amount that the answer names, in minor units: the first that is not the requested one, because an answer with
 * two amounts confirms neither. Null where it names none, or one that can't be read.
 */
export const answeredAmount = (asked: Asked, echo: Echo): MinorUnits | null =>
  readDecimal(otherAmount(asked, echo) ?? echo.amounts[0]);

/** A letter that the service could not write. */
const lost = /[?\uFFFD]+/u;

const wordsOf = (name: string): readonly string[] =>
  withoutAccents(name)
    .toUpperCase()
    .split(/[^\p{L}\p{N}?\uFFFD]+/u)
    .filter((word) => word !== '');

/** True when the answer names nobody, or only words of the name: in any order, because cards have the last name first. */
function isSameName({ firstName, lastName }: Asked, answered: string): boolean {
  if (firstName === null && lastName === null) return true;
  const own = wordsOf(`${firstName ?? ''} ${lastName ?? ''}`);
  return wordsOf(answered).every((word) => own.some((ownWord) => isSameWord(word, ownWord)));
}

function isSameWord(answered: string, own: string): boolean {
  const [start = '', ...others] = answered.split(lost);
  if (others.length === 0) return answered === own;
  return own.startsWith(start) && own.endsWith(others.at(-1) ?? '');
}

/** Masked addresses (`m***@example.org`) are not compared. */
const isSameEmail = (asked: string | null, answered: string | null): boolean =>
  asked === null ||
  answered === null ||
  answered.includes('*') ||
  answered.trim().toLowerCase() === asked.trim().toLowerCase();
