/** Longest texts in characters, the same for schemas and form fields. Those of keyed payments are in `payments/`. */
export const textLimits = {
  /** A search in History, and one in the queue of holds. */
  search: 200,
  holdSearch: 100,
  /** Name of a saved view of History. */
  viewName: 40,
  /** Name, e-mail address or telephone number by which an earlier customer is looked for. */
  customer: 100,
  /** Sentence about a customer's consent. */
  consent: 300,
  /** Reason to send a payment like an earlier one. */
  reason: 200,
  /** Ground of a resolution. */
  note: 500,
  operatorName: 60,
  seatName: 60,
  merchantName: 80,
  currencySign: 5,
  /** Heading of a receipt. */
  receiptAddress: 200,
  receiptPhone: 60,
  taxId: 40,
  receiptNote: 400,
  /** Name of a field of the service. */
  wireName: 40,
  ipv4: 15,
  /** Public key of a seat's chain: 32 bytes as base64url. */
  publicKey: 43,
  url: 500,
  apiKey: 500,
  /** Password of a shared ledger, passphrase of a client certificate. */
  password: 500,
  vaultPassphrase: 200,
  /** Certificates or a key in PEM: room for a chain of authorities. */
  pem: 200_000,
  /** PKCS#12 file in base64. */
  pkcs12: 400_000,
  /** Text of an error that the training gateway answers. */
  errorText: 200,
  /** A keyed number or amount, with separators. */
  keyedNumber: 24,
} as const;

/**
 * Room beyond the limit of a payment's field, in characters. Such a field says how much is too much and is not cut, because a name
 * or a reference without its end would be charged.
 */
export const roomToShorten = 100;
