/** Issue of a field of the merchant form. */

/** A key of `settings:issues`, with the numbers that its sentence names. */
export interface MerchantFieldIssue {
  readonly key:
    | 'required'
    | 'tooLong'
    | 'tooManyLines'
    | 'cardNumberHere'
    | 'url'
    | 'serviceUrl'
    | 'ip'
    | 'proxyUrl'
    | 'proxySecret'
    | 'number'
    | 'whole'
    | 'range'
    | 'amount'
    | 'percent'
    | 'taxRates'
    | 'tooMany'
    | 'fieldName'
    | 'printable'
    | 'keyAgain'
    | 'pem'
    | 'other';
  readonly max?: number;
  readonly min?: number;
}
