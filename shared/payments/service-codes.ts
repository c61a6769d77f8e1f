/** The service's codes: their words in the locales' `service` namespace, and the field of the form to correct. */
import type { Family } from './outcome.ts';
import type { ServiceSaid } from './attempt.ts';

/** A field of the Charge form that a code refers to. */
export type RefusableField =
  | 'amount'
  | 'cardNumber'
  | 'brand'
  | 'expiry'
  | 'securityCode'
  | 'firstName'
  | 'lastName'
  | 'email'
  | 'phone';

/** `headerStatus` codes of family A from the field notes, with the field that each names. */
export const headerCodes = {
  '200': null,
  '300': null,
  '410': null,
  '500': null,
  '600': null,
  '601': null,
  '602': null,
  '603': 'amount',
  '604': 'amount',
  '605': 'cardNumber',
  '606': 'securityCode',
  '607': 'brand',
  '608': 'email',
  '609': 'firstName',
  '610': 'lastName',
  '611': 'phone',
  '612': null,
  '613': null,
  '614': null,
  '615': null,
  '620': null,
  '621': null,
  '622': null,
  '623': null,
  '624': null,
  '626': null,
  '629': 'cardNumber',
  '631': null,
  '651': 'expiry',
  '652': null,
  '660': null,
  '661': null,
  '662': null,
  '60002': null,
  '60003': null,
  '60004': null,
  '60005': null,
  '60006': null,
  '60007': null,
} as const satisfies Readonly<Record<string, RefusableField | null>>;
type HeaderCode = keyof typeof headerCodes;

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
  /** Field to correct on the form; null when no keyed field is at fault. */
  readonly field: RefusableField | null;
}

const isHeaderCode = (code: string): code is HeaderCode => Object.hasOwn(headerCodes, code);
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
    return isHeaderCode(code) ? { key: `service:code.${code}`, field: headerCodes[code] } : null;
  }
  const issuer = family === 'json' ? authStatus : code;
  if (issuer !== null && isIssuerCode(issuer)) return { key: `service:issuer.${issuer}`, field: issuerCodes[issuer] };
  return family === 'json' && code === '200' && issuer === null ? { key: 'service:code.200', field: null } : null;
}
