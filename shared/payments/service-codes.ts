/** The service's codes: their words in the locales' `service` namespace, and the field of the form to correct. */
import type { Family } from './outcome.ts';
import type { ServiceSaid } from './attempt.ts';
import {
  headerCodes,
  knownHeaderCode,
  keyOfCode,
  type Advice,
  type HeaderCode,
  type RefusedBy,
} from './header-codes.ts';
import type { RefusableField } from './refusable-field.ts';

interface IssuerFacts {
  readonly by: RefusedBy;
  readonly advice: Advice;
  readonly field: RefusableField | null;
}

const bank = (advice: Advice): IssuerFacts => ({ by: 'bank', advice, field: null });
const network = (advice: Advice): IssuerFacts => ({ by: 'network', advice, field: null });
const keyed = (field: RefusableField): IssuerFacts => ({ by: 'bank', advice: 'correct', field });
/**
 * Issuers' reasons to refuse by ISO 8583, field 39: `RespCode` of family B and, usually, `authStatus` of family A. 15 is in
 * the service's document (section 2.4), the others follow the standard. Codes of approvals (00, 10, 85) are no reason.
 */
export const issuerCodes = {
  '01': bank('ask bank'),
  '02': bank('ask bank'),
  '03': bank('check merchant'),
  '04': bank('another card'),
  '05': bank('another card'),
  '06': bank('try later'),
  '07': bank('another card'),
  '12': bank('ask supervisor'),
  '13': keyed('amount'),
  '14': keyed('cardNumber'),
  '15': { ...keyed('cardNumber'), by: 'network' },
  '19': bank('try later'),
  '30': bank('ask supervisor'),
  '33': keyed('expiry'),
  '34': bank('another card'),
  '36': bank('another card'),
  '39': bank('another card'),
  '41': bank('another card'),
  '43': bank('another card'),
  '51': bank('another card'),
  '52': bank('another card'),
  '53': bank('another card'),
  '54': keyed('expiry'),
  '55': bank('another card'),
  '57': bank('another card'),
  '58': bank('check merchant'),
  '59': bank('another card'),
  '61': bank('another card'),
  '62': bank('another card'),
  '63': bank('another card'),
  '65': bank('another card'),
  '75': bank('another card'),
  '78': bank('another card'),
  '82': keyed('securityCode'),
  '91': network('try later'),
  '92': network('try later'),
  '93': bank('another card'),
  '94': bank('look up'),
  '96': bank('try later'),
  N7: keyed('securityCode'),
} as const satisfies Readonly<Record<string, IssuerFacts>>;
type IssuerCode = keyof typeof issuerCodes;

export interface ServiceMeaning {
  /** Key of the words in the locales: a fragment in lower case that stands after who refused it. */
  readonly key: ReturnType<typeof keyOfCode> | `service:issuer.${IssuerCode}`;
  readonly by: RefusedBy;
  readonly advice: Advice;
  /** Field to correct on the form; null when no keyed field is at fault. */
  readonly field: RefusableField | null;
}

const isIssuerCode = (code: string): code is IssuerCode => Object.hasOwn(issuerCodes, code);

/** Writes an issuer's code as the standard does, because numbers in JSON lose the zero: `5` is `05`. */
export const issuerCode = (code: string): string => code.trim().toUpperCase().padStart(2, '0');

/**
 * Returns the meaning of a refusal's code; null for an unknown one, whose number and text are shown as received. A code 200
 * of family A only says that the call succeeded, so the issuer's `authStatus` decides (section 7).
 */
export function serviceMeaning(
  family: Family,
  { code, authStatus }: Pick<ServiceSaid, 'code' | 'authStatus'>,
): ServiceMeaning | null {
  if (family === 'json' && code !== null && code !== '200') return headerMeaning(knownHeaderCode(code));
  const said = family === 'json' ? authStatus : code;
  if (said === null) return null;
  const issuer = issuerCode(said);
  return isIssuerCode(issuer) ? { key: `service:issuer.${issuer}`, ...issuerCodes[issuer] } : null;
}

/** Returns the meaning of a row of the table of codes. */
export function headerMeaning(code: HeaderCode | null): ServiceMeaning | null {
  if (code === null) return null;
  const { by, advice, field } = headerCodes[code];
  return { key: keyOfCode(code), by, advice, field };
}
