/** The one table of field limits (service document, section 8): the form, the schemas and the training gateway read it. */
export const fieldLimits = {
  description: 150,
  concept: 100,
  email: 100,
  address: 100,
  phone: 16,
  firstName: 25,
  lastName: 25,
  securityCode: 3,
  cardNumber: 16,
  lang: 2,
  txType: 4,
  /** Field notes: opaque and up to 100 characters. */
  codOper: 100,
  /** Opaque; generous, since the service's document gives no limit. */
  authToken: 200,
  /** Hex characters in practice; the service gives no limit (field notes). */
  cclw: 256,
  customFields: 20,
  customFieldText: 150,
} as const;

/** Days that an authorization of family B freezes funds at most (section 8). */
export const formHoldDays = 5;
