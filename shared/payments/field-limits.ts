/** Limits of what is not a keyed field of a payment; those are in `payment-fields.ts` (service document, section 8). */
export const fieldLimits = {
  securityCode: 3,
  cardNumber: 16,
  /** Field notes: opaque and up to 100 characters. */
  codOper: 100,
  /** Opaque; generous, because the service's document gives no limit. */
  authToken: 200,
  /** Hex characters in practice; the service gives no limit (field notes). */
  cclw: 256,
  /** Each text of one item of `customFieldValues`. */
  customFieldText: 150,
} as const;

/** Days that an authorization of family B freezes funds at most (section 8). */
export const formHoldDays = 5;
