/** Family B of the service: AUTH, SALE and CAPT as a form at `/rest/ccprocessing` (sections 2.3, 2.4 and 4.2). */
import { decimalText } from '#shared/payments/money.ts';
import { operationTable, type CardOperation, type Operation } from '#shared/payments/operations.ts';
import type { SentField } from '#shared/payments/payment-fields.ts';
import type {
  CapturePayment,
  CardPayment,
  GatewayAnswer,
  MerchantAccount,
  SendOptions,
} from '#electron/core/ports/gateway.ts';
import { askedLater, askedOf, type Asked } from '#electron/gateway/answers/asked.ts';
import { formFamily } from '#electron/gateway/answers/form-answer.ts';
import { readAnswer } from '#electron/gateway/answers/read-answer.ts';
import { secretsOf } from '#electron/gateway/answers/redaction.ts';
import { cardNames, merchantNames } from './wire-names.ts';
import { asKeyed, requestFields, written, type RequestField, type Writers } from './request-fields.ts';
import { absent, incomplete, mayPassForNext, type ServiceApi } from './service-api.ts';
import { bodyOf } from '#electron/gateway/transport/transport-result.ts';
import type { Transport } from '#electron/gateway/transport/transport.ts';
import { formBody, secretHash } from './wire-text.ts';

type Fields = Readonly<Record<string, string>>;

export function createFormApi(transport: Transport): ServiceApi {
  async function process(
    account: MerchantAccount,
    fields: Fields,
    card: CardPayment | null,
    asked: Asked,
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
        body: bodyOf(formBody(fields)),
      },
      options,
    );
    const answer = readAnswer(formFamily, received, secretsOf(account, card), asked);
    if (mayPassForNext(answer, asked.operation)) transport.renew(account);
    return answer;
  }

  const pay =
    (operation: CardOperation): ServiceApi[CardOperation] =>
    (account, payment, options) =>
      process(account, paymentBody(account, operation, payment), payment, askedOf(operation, payment), options);

  return {
    authorize: pay('authorize'),
    sell: pay('sell'),
    async capture(account, payment, options) {
      if (payment.authToken === null || payment.authToken === '')
        return incomplete('the authorization has no AUTH_TOKEN');
      const fields = captureBody(account, { ...payment, authToken: payment.authToken });
      if (fields === null) return incomplete('the field for the AUTH_TOKEN has the name of another field');
      return process(account, fields, null, askedLater('capture', 'form', payment), options);
    },
    void: absent,
    refund: absent,
    recharge: absent,
  };
}

/** Returns the header. A merchant setting, because section 5, point 3, does not say whether family B needs it. */
function authorizationHeader({ merchant, secrets }: MerchantAccount): Fields | null {
  if (!merchant.formAuthorizationHeader) return {};
  const key = secrets.apiKey?.trim() ?? '';
  return key === '' ? null : { authorization: key };
}

/** The keyed fields of family B in the order of section 2.3. */
const order = {
  amount: 'before the card',
  description: 'before the card',
  firstName: 'after the card',
  lastName: 'after the card',
  email: 'after the card',
  address: 'after the card',
  phone: 'after the card',
} as const satisfies Record<SentField<'form'>, 'before the card' | 'after the card'>;
const ordered = Object.keys(order) as readonly SentField<'form'>[];

const writers: Writers<string> = {
  amount: decimalText,
  tax: decimalText,
  ...asKeyed,
  'device-session': 'not sent',
  'custom-fields': 'not sent',
};

interface Parts {
  readonly beforeCard: readonly RequestField<string>[];
  readonly afterCard: readonly RequestField<string>[];
}

function partsOf(operation: Operation): Parts {
  const standing = (place: (typeof order)[SentField<'form'>]) =>
    requestFields(
      'form',
      operation,
      ordered.filter((name) => order[name] === place),
      writers,
    );
  return { beforeCard: standing('before the card'), afterCard: standing('after the card') };
}

const cardParts = {
  authorize: partsOf('authorize'),
  sell: partsOf('sell'),
} as const satisfies Readonly<Record<CardOperation, Parts>>;
const captured = requestFields('form', 'capture', ordered, writers);

function paymentBody({ merchant, secrets }: MerchantAccount, operation: CardOperation, payment: CardPayment): Fields {
  const { card } = payment;
  const parts = cardParts[operation];
  return {
    [merchantNames.form.webCode]: secrets.cclw.trim(),
    [merchantNames.form.type]: operationTable[operation].types.form,
    ...written(parts.beforeCard, payment, merchant),
    [cardNames.form.number]: card.number,
    [cardNames.form.expMonth]: card.expMonth,
    [cardNames.form.expYear]: merchant.formExpYearDigits === 4 ? `20${card.expYear}` : card.expYear,
    [cardNames.form.securityCode]: card.securityCode,
    ...written(parts.afterCard, payment, merchant),
    [merchantNames.form.hash]: secretHash(card.number, card.securityCode, payment.email, merchant.hashCase),
  };
}

/**
 * Builds the body without card data and hash, as the one known client sends it. The token's field is a merchant setting,
 * because the service's document does not name it (section 4.2). Returns null when it would overwrite another field.
 */
function captureBody(
  { merchant, secrets }: MerchantAccount,
  { authToken, codOper: _codOper, ...payment }: CapturePayment & { readonly authToken: string },
): Fields | null {
  const fields = {
    [merchantNames.form.webCode]: secrets.cclw.trim(),
    [merchantNames.form.type]: operationTable.capture.types.form,
    ...written(captured, payment, merchant),
  };
  return Object.hasOwn(fields, merchant.captureTokenField)
    ? null
    : { ...fields, [merchant.captureTokenField]: authToken };
}
