/** Codes that the service publishes, in its own words. The training gateway answers with them, and its panel lists them. */

export interface PublishedCode {
  readonly code: number;
  readonly text: string;
  /** The payment is processed before this answer, unless an order says otherwise. */
  readonly processed?: true;
}

/**
 * The operator's texts as published, spelling included, so that a trainee sees the words that its support uses. No text was
 * ever published for 401, 406, 407 and 428; those are ours, in the same register.
 */
export const publishedCodes: readonly PublishedCode[] = [
  { code: 100, text: 'User / Password Invalid' },
  { code: 300, text: 'There was an error' },
  { code: 310, text: 'There was an error, processing credit card' },
  { code: 400, text: 'Invalid request' },
  { code: 401, text: 'Unauthorized user' },
  { code: 406, text: 'Request not acceptable' },
  { code: 407, text: 'Authentication required' },
  { code: 410, text: 'Invalid Api Key' },
  { code: 420, text: 'Invalid Api Version' },
  { code: 428, text: 'A previous step is required' },
  { code: 430, text: 'Invalid KWP' },
  { code: 500, text: 'Invalid Session' },
  { code: 510, text: 'Session Expired' },
  { code: 520, text: 'User not started session' },
  { code: 530, text: "Haven't privileges to access the service" },
  { code: 540, text: 'The user is already logged in the application, please close the session and try again.' },
  { code: 550, text: 'Error saving data, in the database' },
  { code: 551, text: 'Error, Invalid Field' },
  { code: 560, text: 'You do not have privileges to access this service or funtionality.' },
  { code: 600, text: 'MERCHANT NOT VALID' },
  { code: 601, text: 'MERCHANT SUSPENDED' },
  { code: 602, text: 'MISSING ARGUMENTS' },
  { code: 603, text: 'AMOUNT LESS THAN MINIMUM' },
  { code: 604, text: 'AMOUNT GREATER THAN MAXIMUN' },
  { code: 605, text: 'CREDIT CARD NUMBER NOT VALID' },
  { code: 606, text: 'SECURITY CODE INVALID' },
  { code: 607, text: 'CREDIT CARD TYPE NOT VALID' },
  { code: 608, text: 'INVALID EMAIL' },
  { code: 609, text: 'INVALID NAME' },
  { code: 610, text: 'INVALID LAST NAME' },
  { code: 611, text: 'INVALID PHONE NUMBER' },
  { code: 612, text: 'TX DUPLICATE' },
  { code: 613, text: 'LIMIT MONTH' },
  { code: 614, text: 'LIMIT DAY' },
  { code: 615, text: 'INVALID SERVICE GATEWAY OR DATA GATEWAY' },
  { code: 616, text: 'EMAIL PAYMENT IS PAY' },
  { code: 617, text: 'EMAIL PAYMENT IS EXPIRED' },
  { code: 618, text: 'MERCHANT DOES NOT ALLOW BATCH PROCESSING' },
  { code: 619, text: 'THE CASH PAY IS EXPIRED' },
  { code: 620, text: 'INVALID RELATED TX' },
  { code: 621, text: 'TX IS DECLINE' },
  { code: 622, text: 'TX WAS CAPTURED' },
  { code: 623, text: 'TX WAS REVERSED' },
  { code: 624, text: 'INVALID TYPE' },
  { code: 625, text: 'INVALID REVERSE ACTION' },
  { code: 626, text: 'INVALID REVERSE TIME' },
  { code: 627, text: 'INVALID REVERSE INSUFFICIENT BALANCE' },
  { code: 628, text: 'INVALID REVERSE INVALID AMOUNT, FUNDS ON HOLD' },
  { code: 629, text: 'CREDIT CARD NOT VALID FOR GATEWAY' },
  { code: 630, text: 'USER ACCOUNT NOT VALID' },
  { code: 631, text: 'FRAUD DETECTED' },
  { code: 632, text: 'TRANSACTION APRROVED IS REQUIRED' },
  { code: 633, text: 'The rule exception was triggered' },
  { code: 634, text: 'The process code is invalid or has expired' },
  { code: 640, text: 'Missing params' },
  { code: 650, text: 'Invalid response' },
  { code: 651, text: 'Invalid expiration date' },
  { code: 652, text: 'Related Tx has a claim, cannot act on this TX' },
  { code: 653, text: 'Function Not Implemented' },
  { code: 654, text: 'Invalid card' },
  { code: 660, text: 'Fraud Rules Detected' },
  { code: 661, text: 'TX IS VOIDED' },
  { code: 662, text: 'MERCHANT SERVICE DISABLED' },
  { code: 663, text: 'INVALID MERCHANT SERVICE' },
  { code: 664, text: 'INVALID SERVICE' },
  { code: 665, text: 'INVALID GATEWAY' },
  { code: 666, text: 'INVALID MERCHANT SERVICE MANUAL PROCESS CODE' },
  { code: 900, text: 'URL TimeOut Connection' },
  { code: 910, text: 'Please check, your connection internet.' },
  { code: 920, text: 'There was an Exception.' },
  { code: 60002, text: 'TX Denied' },
  { code: 60003, text: 'TX Pending', processed: true },
  { code: 60004, text: 'Transaction not processed by cardholder' },
  { code: 60005, text: 'ProcessTx data not found' },
  { code: 60006, text: 'Your request is being processed', processed: true },
  { code: 60007, text: 'Transaction already processed', processed: true },
];

const byCode = new Map(publishedCodes.map((published) => [published.code, published]));

/** Returns the published words and default of a code; undefined for a code that the service never published. */
export const publishedCode = (code: number): PublishedCode | undefined => byCode.get(code);
