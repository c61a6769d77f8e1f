/** Names of a card's parts and of the merchant's own members on the wire (sections 2.1 and 2.3), in both families. */

export const cardNames = {
  json: {
    number: 'cardNumber',
    expMonth: 'expMonth',
    expYear: 'expYear',
    securityCode: 'cvv',
    brand: 'cardType',
    whole: 'cardInformation',
  },
  form: { number: 'CCNum', expMonth: 'ExpMonth', expYear: 'ExpYear', securityCode: 'CVV2' },
} as const;

export const merchantNames = {
  json: { webCode: 'cclw' },
  form: { webCode: 'CCLW', type: 'txType', hash: 'SecretHash' },
} as const;

/** Names by which a request refers to an earlier transaction. Family B's is a merchant setting with this default. */
export const referringNames = { json: 'codOper', form: 'AuthRefNum' } as const;
