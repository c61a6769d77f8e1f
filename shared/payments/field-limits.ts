/** Limits besides those of the keyed payment fields, which are in `payment-fields.ts` (service document, section 8). */
export const fieldLimits = {
  securityCode: 3,
  cardNumber: 16,
  /** Opaque, up to 100 characters (field notes). */
  codOper: 100,
  /** Opaque. Generous, because the service's document gives no limit. */
  authToken: 200,
  /** Hex characters in practice. The service gives no limit (field notes). */
  cclw: 256,
  /** Applies to each text of an item of `customFieldValues`. */
  customFieldText: 150,
} as const;

/** Most days that an authorization of family B freezes funds (section 8). */
export const formHoldDays = 5;
