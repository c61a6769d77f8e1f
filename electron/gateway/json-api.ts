/** Family A of the service: each operation as JSON at `/rest/processTx/{TYPE}` (sections 2.1, 2.2 and 4.1). */
import type {
  CapturePayment,
  CardPayment,
  GatewayAnswer,
  MerchantAccount,
  RechargePayment,
  ReversalPayment,
  SendOptions,
} from '#electron/core/ports/gateway.ts';
import { askedCapture, askedOf, askedRecharge, askedReversal, type Asked } from '#electron/gateway/answers/asked.ts';
import { readAnswer } from '#electron/gateway/answers/read-answer.ts';
import { jsonFamily } from '#electron/gateway/answers/json-answer.ts';
import { secretsOf } from '#electron/gateway/answers/redaction.ts';
import { fieldNames } from '#shared/payments/payment-fields.ts';
import { cardNames, merchantNames, referringNames } from './wire-names.ts';
import { requestFields, written, type RequestField, type Writers } from './request-fields.ts';
import { incomplete, type ServiceApi } from './service-api.ts';
import { bodyOf } from '#electron/gateway/transport/transport-result.ts';
import type { Transport } from '#electron/gateway/transport/transport.ts';
import {
  operationTable,
  type CardOperation,
  type Operation,
  type TransactionType,
} from '#shared/payments/operations.ts';
import { jsonMoney } from './wire-text.ts';

export function createJsonApi(transport: Transport): ServiceApi {
  async function process(
    account: MerchantAccount,
    type: TransactionType<Operation, 'json'>,
    body: Readonly<Record<string, unknown>>,
    card: CardPayment | null,
    asked: Asked,
    options?: SendOptions,
  ): Promise<GatewayAnswer> {
    const { apiKey } = account.secrets;
    if (apiKey === null || apiKey.trim() === '') return incomplete('the API key is missing');
    const received = await transport.send(
      account,
      {
        path: `/rest/processTx/${type}`,
        headers: { authorization: apiKey.trim(), 'content-type': 'application/json', accept: '*/*' },
        body: bodyOf(JSON.stringify(body)),
      },
      options,
    );
    return readAnswer(jsonFamily, received, secretsOf(account, card), asked);
  }

  const pay =
    (operation: CardOperation, parts: Parts): ServiceApi[CardOperation] =>
    (account, payment, options) => {
      const type = operationTable[operation].types.json;
      const body = paymentBody(account, payment, parts);
      return process(account, type, body, payment, askedOf(operation, payment), options);
    };

  const reverse =
    (operation: 'void' | 'refund'): ServiceApi[typeof operation] =>
    (account, payment, options) => {
      const type = operationTable[operation].types.json;
      const body = referringBody(account, payment, reversed[operation]);
      return process(account, type, body, null, askedReversal(operation, payment), options);
    };

  return {
    authorize: pay('authorize', authorization),
    sell: pay('sell', sale),
    async capture(account, payment, options) {
      if (payment.codOper === null || payment.codOper === '') return incomplete('the authorization has no codOper');
      return process(
        account,
        operationTable.capture.types.json,
        referringBody(account, { ...payment, codOper: payment.codOper }, captured),
        null,
        askedCapture('json', payment),
        options,
      );
    },
    void: reverse('void'),
    refund: reverse('refund'),
    recharge: (account, payment, options) =>
      process(
        account,
        operationTable.recharge.types.json,
        referringBody(account, payment, recharged),
        null,
        askedRecharge(payment),
        options,
      ),
  };
}

const asText = (text: string): unknown => text;

const writers: Writers<unknown> = {
  amount: jsonMoney,
  tax: jsonMoney,
  name: asText,
  text: asText,
  email: asText,
  phone: asText,
  ipv4: asText,
  lang: asText,
  // The key differs between the service's deployments (field notes).
  'device-session': (session, { fingerprintKey }) => ({ [fingerprintKey]: session }),
  'custom-fields': (fields) =>
    fields.length === 0 ? undefined : fields.map(({ id, nameOrLabel, value }) => ({ id, nameOrLabel, value })),
};

/** Parts of a JSON body, in its order. */
interface Parts {
  readonly top: readonly RequestField<unknown>[];
  readonly inCard: readonly RequestField<unknown>[];
  readonly afterCard: readonly RequestField<unknown>[];
}

function partsOf(operation: Operation): Parts {
  const fields = requestFields('json', operation, fieldNames, writers);
  return {
    top: fields.filter(({ place }) => place === undefined),
    inCard: fields.filter(({ place }) => place === 'cardInformation'),
    afterCard: fields.filter(({ place }) => place === 'after the card'),
  };
}

const authorization = partsOf('authorize');
const sale = partsOf('sell');
const captured = requestFields('json', 'capture', fieldNames, writers);
const recharged = requestFields('json', 'recharge', fieldNames, writers);
const reversed = {
  void: requestFields('json', 'void', fieldNames, writers),
  refund: requestFields('json', 'refund', fieldNames, writers),
} as const;

function paymentBody({ merchant, secrets }: MerchantAccount, payment: CardPayment, parts: Parts) {
  const { card } = payment;
  return {
    [merchantNames.json.webCode]: secrets.cclw.trim(),
    ...written(parts.top, payment, merchant),
    [cardNames.json.whole]: {
      [cardNames.json.number]: card.number,
      [cardNames.json.expMonth]: card.expMonth,
      [cardNames.json.expYear]: card.expYear,
      // A string, because a number would lose the zeros of `003` (field notes).
      [cardNames.json.securityCode]: card.securityCode,
      ...written(parts.inCard, payment, merchant),
      [cardNames.json.brand]: card.brand,
    },
    ...written(parts.afterCard, payment, merchant),
  };
}

/** A request about an earlier transaction names it after the amount (section 4.1), and never a card. */
function referringBody(
  { merchant, secrets }: MerchantAccount,
  { codOper, ...payment }: (CapturePayment | RechargePayment | ReversalPayment) & { readonly codOper: string },
  fields: readonly RequestField<unknown>[],
) {
  const { amount, ...others } = written(fields, payment, merchant);
  return { [merchantNames.json.webCode]: secrets.cclw.trim(), amount, [referringNames.json]: codOper, ...others };
}
