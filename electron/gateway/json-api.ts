/** Family A of the service: AUTH, CAPTURE and AUTH_CAPTURE as JSON at `/rest/processTx/{TYPE}` (sections 2.1, 2.2 and 4.1). */
import type { CapturePayment, CardPayment, GatewayAnswer, MerchantAccount, SendOptions } from '#electron/core/ports.ts';
import { readAnswer } from '#electron/gateway/answers/read-answer.ts';
import { jsonFamily } from '#electron/gateway/answers/json-answer.ts';
import { secretsOf } from '#electron/gateway/answers/redaction.ts';
import { incomplete, type ServiceApi } from './service-api.ts';
import type { Transport } from '#electron/gateway/transport/transport.ts';
import { operationTable, type Operation, type TransactionType } from '#shared/payments/operations.ts';
import { jsonMoney } from './wire-text.ts';

export function createJsonApi(transport: Transport): ServiceApi {
  async function process(
    account: MerchantAccount,
    type: TransactionType<Operation, 'json'>,
    body: Readonly<Record<string, unknown>>,
    card: CardPayment | null,
    options?: SendOptions,
  ): Promise<GatewayAnswer> {
    const { apiKey } = account.secrets;
    if (apiKey === null || apiKey.trim() === '') return incomplete('the API key is missing');
    const received = await transport.send(
      account,
      {
        path: `/rest/processTx/${type}`,
        headers: { authorization: apiKey.trim(), 'content-type': 'application/json', accept: '*/*' },
        body: JSON.stringify(body),
      },
      options,
    );
    return readAnswer(jsonFamily, received, secretsOf(account, card));
  }

  return {
    authorize: (account, payment, options) =>
      process(
        account,
        operationTable.authorize.types.json,
        { ...paymentFields(account, payment), ...additionalData(account, payment) },
        payment,
        options,
      ),
    // AUTH_CAPTURE has no additionalData (section 4.1), whatever the fingerprint step has given.
    sell: (account, payment, options) =>
      process(account, operationTable.sell.types.json, paymentFields(account, payment), payment, options),
    async capture(account, payment, options) {
      if (payment.codOper === null || payment.codOper === '') return incomplete('the authorization has no codOper');
      return process(
        account,
        operationTable.capture.types.json,
        captureFields(account, { ...payment, codOper: payment.codOper }),
        null,
        options,
      );
    },
  };
}

/** The fields that AUTH and AUTH_CAPTURE share. Absent optionals are left out: `JSON.stringify` drops what is undefined. */
function paymentFields({ secrets }: MerchantAccount, payment: CardPayment) {
  const { card } = payment;
  return {
    cclw: secrets.cclw.trim(),
    amount: jsonMoney(payment.amount),
    taxAmount: jsonMoney(payment.taxAmount),
    email: payment.email,
    phone: payment.phone,
    address: payment.address,
    concept: payment.concept,
    description: payment.description,
    ipCheck: payment.ipCheck,
    // The form offers the merchant's language; what it submits is what is recorded and sent.
    lang: payment.lang,
    customFieldValues:
      payment.customFieldValues.length === 0
        ? undefined
        : payment.customFieldValues.map(({ id, nameOrLabel, value }) => ({ id, nameOrLabel, value })),
    cardInformation: {
      cardNumber: card.number,
      expMonth: card.expMonth,
      expYear: card.expYear,
      // A string: a number would lose the zeros of `003` (field notes).
      cvv: card.securityCode,
      firstName: payment.firstName,
      lastName: payment.lastName,
      cardType: card.brand,
    },
  };
}

/** The device session of the fingerprint step (section 4.5), under the key that the merchant's deployment uses. */
function additionalData({ merchant }: MerchantAccount, { deviceSession }: CardPayment) {
  return deviceSession === undefined ? {} : { additionalData: { [merchant.fingerprintKey]: deviceSession } };
}

/** CAPTURE takes these four fields and no other (section 4.1). */
function captureFields({ secrets }: MerchantAccount, payment: CapturePayment & { readonly codOper: string }) {
  return {
    cclw: secrets.cclw.trim(),
    amount: jsonMoney(payment.amount),
    codOper: payment.codOper,
    description: payment.description,
  };
}
