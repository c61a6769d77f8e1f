/** A field of the Charge form that a code of the service refers to. */
export type RefusableField =
  | 'amount'
  | 'cardNumber'
  | 'expiry'
  | 'securityCode'
  | 'firstName'
  | 'lastName'
  | 'email'
  | 'phone';
