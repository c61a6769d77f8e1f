/** A merchant, payments and answers for these tests, all with published test cards. */
import type {
  CapturePayment,
  CardPayment,
  MerchantAccount,
  RechargePayment,
  ReversalPayment,
} from '#electron/core/ports/gateway.ts';
import { merchantSchema, type Merchant, type MerchantSecrets } from '#shared/seat/merchant.ts';
import { trustedCa } from './certificates.ts';

export const cclw = 'A1B2C3D4'.repeat(16);
export const apiKey = 'firstSegment0001|secondSegment0002';

export interface MerchantWishes {
  readonly merchant?: Partial<Merchant>;
  readonly secrets?: Partial<MerchantSecrets>;
}

export function accountAt(origin: string, { merchant, secrets }: MerchantWishes = {}): MerchantAccount {
  return {
    merchant: {
      ...merchantSchema.parse({
        id: 'shop',
        name: 'Shop',
        environment: 'test',
        baseUrl: origin,
        proxy: { kind: 'none' },
        extraCa: trustedCa,
        lang: null,
      }),
      ...merchant,
    },
    secrets: { cclw, apiKey, clientCertificate: null, ...secrets },
  };
}

/** Trusts the authority of these tests alone, as training does: reading those of the system takes most of a test. */
export const patient = {
  environment: 'training',
  connectTimeout: 10_000,
  headersTimeout: 60_000,
  bodyTimeout: 60_000,
} as const;

export const payment: CardPayment = {
  amount: 123_450,
  taxAmount: 8_076,
  firstName: 'María',
  lastName: 'Núñez',
  email: 'example@example.org',
  phone: '50760201236',
  concept: 'Order 17',
  description: 'Two chairs',
  customFieldValues: [],
  card: {
    number: '4059310181757001',
    expMonth: '09',
    expYear: '31',
    securityCode: '003',
    brand: 'VISA',
  },
};

export const capture: CapturePayment = {
  amount: 123_450,
  description: 'Shipped',
  codOper: 'SANDBOX_LK-17',
  authToken: 'TOKEN-17',
  earlier: {
    card: { brand: 'VISA', lastFour: '7001' },
    firstName: 'María',
    lastName: 'Núñez',
    email: 'example@example.org',
    idtx: '99123',
  },
};

export const reversal: ReversalPayment = {
  amount: 123_450,
  description: 'Returned',
  customFieldValues: [],
  codOper: 'SANDBOX_LK-17',
  earlier: capture.earlier,
};

export const recharge: RechargePayment = {
  amount: 123_450,
  taxAmount: 8_076,
  email: 'example@example.org',
  phone: '50760201236',
  concept: 'Order 18',
  description: 'Two more chairs',
  customFieldValues: [],
  codOper: 'SANDBOX_LK-17',
  earlier: capture.earlier,
};

export const approvedJson = (changes: Record<string, unknown> = {}) => ({
  headerStatus: { code: 200, description: 'Success' },
  serverTime: '2026-11-20T10:00:00',
  message: null,
  requestId: null,
  success: true,
  data: {
    date: '2026-11-20T10:00:00',
    authStatus: '00',
    cardType: 'VISA',
    type: 'VISA',
    idtx: 99123,
    cardToken: 'tok-1',
    totalPay: '1234.5',
    requestPayAmount: 1234.5,
    binInfo: null,
    name: 'MARIA NUNEZ',
    displayNum: '7001',
    operationType: 'AUTH',
    returnUrl: 'https://pay.example.org/receipt/1',
    email: 'example@example.org',
    codOper: 'SANDBOX_LK-17',
    status: 1,
    messageSys: 'VER UNAVAILBLE',
    ...changes,
  },
});

/** The same record as the answer to a sale. */
export const approvedSale = (changes: Record<string, unknown> = {}) =>
  approvedJson({ operationType: 'AUTH_CAPTURE', ...changes });

export const approvedForm = (changes: Record<string, unknown> = {}) => ({
  Status: 'Approved',
  Amount: '1234.50',
  RespText: 'NO MATCH',
  RespCode: '00',
  AUTH_TOKEN: 'TOKEN-17',
  CODOPER: 'LK-17',
  Date: '112026',
  Time: '100000',
  CardType: 'VISA',
  Name: '-',
  LastName: '-',
  Email: '-',
  ...changes,
});
