/** The service's codes: their words in the locales' `service` namespace, and the field of the form to correct. */
import type { Family } from './outcome.ts';
import type { ServiceSaid } from './attempt.ts';
import { headerCodes, knownHeaderCode, type Advice, type HeaderCode, type RefusedBy } from './header-codes.ts';
import type { RefusableField } from './refusable-field.ts';

/**
 * Issuers' response codes by ISO 8583, field 39: `RespCode` of family B and, usually, `authStatus` of family A. 15 is in the
 * service's document (section 2.4), the others follow the standard.
 */
export const issuerCodes = {
  '00': null,
  '01': null,
  '02': null,
  '03': null,
  '04': null,
  '05': null,
  '06': null,
  '07': null,
  '10': null,
  '12': null,
  '13': 'amount',
  '14': 'cardNumber',
  '15': 'cardNumber',
  '19': null,
  '30': null,
  '33': 'expiry',
  '34': null,
  '36': null,
  '39': null,
  '41': null,
  '43': null,
  '51': null,
  '52': null,
  '53': null,
  '54': 'expiry',
  '55': null,
  '57': null,
  '58': null,
  '59': null,
  '61': null,
  '62': null,
  '63': null,
  '65': null,
  '68': null,
  '75': null,
  '78': null,
  '82': 'securityCode',
  '85': null,
  '91': null,
  '92': null,
  '93': null,
  '94': null,
  '96': null,
  N7: 'securityCode',
} as const satisfies Readonly<Record<string, RefusableField | null>>;
type IssuerCode = keyof typeof issuerCodes;

export interface ServiceMeaning {
  /** Key of the words in the locales: a fragment in lower case, to stand after a code or inside a sentence. */
  readonly key: `service:code.${HeaderCode}` | `service:issuer.${IssuerCode}`;
  readonly by: RefusedBy;
  /** What helps; null when the words of the outcome say it. */
  readonly advice: Advice | null;
  /** Field to correct on the form; null when no keyed field is at fault. */
  readonly field: RefusableField | null;
}

const isIssuerCode = (code: string): code is IssuerCode => Object.hasOwn(issuerCodes, code);

/**
 * Returns the meaning of a code; null for an unknown one, whose number and text are shown as received. A code 200 of family A
 * only says that the call succeeded, so the issuer's `authStatus` decides (section 7).
 */
export function serviceMeaning(
  family: Family,
  { code, authStatus }: Pick<ServiceSaid, 'code' | 'authStatus'>,
): ServiceMeaning | null {
  if (family === 'json' && code !== null && code !== '200') {
    const known = knownHeaderCode(code);
    if (known === null) return null;
    const { by, advice, field } = headerCodes[known];
    return { key: `service:code.${known}`, by, advice, field };
  }
  const issuer = family === 'json' ? authStatus : code;
  if (issuer === null || !isIssuerCode(issuer)) return null;
  return { key: `service:issuer.${issuer}`, by: 'bank', advice: null, field: issuerCodes[issuer] };
}
