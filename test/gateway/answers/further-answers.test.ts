/** Answers that nobody documented, through the transport's decoder and the readers, and over TLS from the training gateway. */
import { describe, expect, test } from 'vitest';
import type { TrainingGateway } from '#electron/training/training-gateway.ts';
import type { GatewayAnswer } from '#electron/core/ports/gateway.ts';
import type { CardOperation } from '#shared/payments/operations.ts';
import type { FurtherAnswer } from '#test/fixtures/answers/further-answer.ts';
import { furtherAnswers } from '#test/fixtures/answers/further-answers.ts';
import { readAs, readFurther, recordedAttempt, saidOf } from '#test/fixtures/answers/read-further.ts';
import { gatewayOfTraining, trainingAccount } from '#test/gateway/support/gateway-for.ts';
import { payment } from '#test/gateway/support/merchant.ts';
import { times } from '#test/support/thorough.ts';

const refusals = ['rejected', 'declined', 'not-sent'];
const named = furtherAnswers.map((further) => [further.name, further] as const);

/** Holds an answer against its row, and against the law that no processed request is called refused. */
function checkAnswer(further: FurtherAnswer, answer: GatewayAnswer): void {
  expect(saidOf(answer)).toBe(readAs(further));
  if (further.processed) expect(refusals).not.toContain(answer.outcome);
  if (answer.outcome !== 'approved') return;
  expect(answer.differences.map(({ field }) => field)).toEqual(further.differences ?? []);
}

test('there are at least 160, each with a name of its own', () => {
  expect(furtherAnswers.length).toBeGreaterThanOrEqual(160);
  expect(new Set(furtherAnswers.map(({ name }) => name)).size).toBe(furtherAnswers.length);
});

describe('an answer that nobody documented', () => {
  test.each(named)('%s', async (_name, further) => {
    const answer = await readFurther(further);
    checkAnswer(further, answer);
    expect(JSON.stringify(answer)).not.toContain(payment.card.number);
    const { state, unknownCause } = await recordedAttempt(further, 1);
    expect(state === 'unknown' ? `unknown ${String(unknownCause)}` : state).toBe(further.expected);
  });
});

describe('the same answer over TLS', () => {
  let training: TrainingGateway;
  const gateway = gatewayOfTraining({ equalPayments: null }, (started) => (training = started));

  const isCardOperation = (operation: FurtherAnswer['operation']): operation is CardOperation =>
    operation !== 'capture';
  /** The training gateway names no coding, and gives payments by card any answer. */
  const sendable = furtherAnswers.flatMap((further) =>
    further.contentEncoding === undefined && isCardOperation(further.operation)
      ? [[further.name, further, further.operation] as const]
      : [],
  );

  // The readers are the same as above, so `npm test` sends one answer in eight.
  const sent = sendable.filter((_each, index) => index % times(8, 1) === 0);
  test.each(sent)('%s', async (_name, further, operation) => {
    const { status, continues, contentType = 'application/json', processed } = further;
    const body = Buffer.from(further.body).toString('base64');
    await training.order({
      fault: {
        kind: 'answer',
        processed,
        body,
        encoding: 'base64',
        contentType,
        ...(status === undefined ? {} : { status }),
        ...(continues === undefined ? {} : { continues }),
      },
      times: 1,
    });
    const before = training.ledger().length;
    const answer = await gateway[operation](trainingAccount(training), further.family, payment);
    expect(
      training
        .ledger()
        .slice(before)
        .map(({ result }) => result === 'approved'),
    ).toEqual([processed]);
    checkAnswer(further, answer);
  });
});
