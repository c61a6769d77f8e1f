/** Family B of the service: AUTH, SALE and CAPT as a form at `/rest/ccprocessing` (sections 2.3, 2.4 and 4.2). */
import { decimalText } from '#shared/payments/money.ts';
import { operationTable, type CardOperation } from '#shared/payments/operations.ts';
import type { CapturePayment, CardPayment, GatewayAnswer, MerchantAccount, SendOptions } from '#electron/core/ports.ts';
import { formFamily } from '#electron/gateway/answers/form-answer.ts';
import { readAnswer } from '#electron/gateway/answers/read-answer.ts';
import { secretsOf } from '#electron/gateway/answers/redaction.ts';
import { incomplete, type ServiceApi } from './service-api.ts';
import type { Transport } from '#electron/gateway/transport/transport.ts';
import { formBody, secretHash } from './wire-text.ts';

type Fields = Readonly<Record<string, string>>;

export function createFormApi(transport: Transport): ServiceApi {
  async function process(
    account: MerchantAccount,
    fields: Fields,
    card: CardPayment | null,
    options?: SendOptions,
  ): Promise<GatewayAnswer> {
    const authorization = authorizationHeader(account);
    if (authorization === null) return incomplete('the API key is missing');
    const received = await transport.send(
      account,
      {
        path: '/rest/ccprocessing',
        // Without an Accept header the service fails (field notes).
        headers: { ...authorization, 'content-type': 'application/x-www-form-urlencoded', accept: '*/*' },
        body: formBody(fields),
      },
      options,
    );
    return readAnswer(formFamily, received, secretsOf(account, card));
  }

  return {
    authorize: (account, payment, options) =>
      process(account, paymentFields(account, 'authorize', payment), payment, options),
    sell: (account, payment, options) => process(account, paymentFields(account, 'sell', payment), payment, options),
    async capture(account, payment, options) {
      if (payment.authToken === null || payment.authToken === '')
        return incomplete('the authorization has no AUTH_TOKEN');
      const fields = captureFields(account, { ...payment, authToken: payment.authToken });
      if (fields === null) return incomplete('the field for the AUTH_TOKEN has the name of another field');
      return process(account, fields, null, options);
    },
  };
}

/** The service's document does not say whether family B wants the header too (section 5, point 3): a merchant setting. */
function authorizationHeader({ merchant, secrets }: MerchantAccount): Fields | null {
  if (!merchant.formAuthorizationHeader) return {};
  const key = secrets.apiKey?.trim() ?? '';
  return key === '' ? null : { authorization: key };
}

function paymentFields({ merchant, secrets }: MerchantAccount, operation: CardOperation, payment: CardPayment): Fields {
  const { card } = payment;
  return {
    CCLW: secrets.cclw.trim(),
    txType: operationTable[operation].types.form,
    CMTN: decimalText(payment.amount),
    CDSC: payment.description,
    CCNum: card.number,
    ExpMonth: card.expMonth,
    ExpYear: merchant.formExpYearDigits === 4 ? `20${card.expYear}` : card.expYear,
    CVV2: card.securityCode,
    Name: payment.firstName,
    LastName: payment.lastName,
    Email: payment.email,
    ...(payment.address === undefined ? {} : { Address: payment.address }),
    Tel: payment.phone,
    SecretHash: secretHash(card.number, card.securityCode, payment.email, merchant.hashCase),
  };
}

/**
 * No card data and no hash, as the one known client sends it. The token's field is not in the service's document
 * (section 4.2) and so a merchant setting; null when the setting would overwrite another field.
 */
function captureFields(
  { merchant, secrets }: MerchantAccount,
  { amount, authToken }: CapturePayment & { readonly authToken: string },
): Fields | null {
  const fields = { CCLW: secrets.cclw.trim(), txType: operationTable.capture.types.form, CMTN: decimalText(amount) };
  return Object.hasOwn(fields, merchant.captureTokenField)
    ? null
    : { ...fields, [merchant.captureTokenField]: authToken };
}
