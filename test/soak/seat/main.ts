/** Process of one seat: the program without its window, which pays, is killed, and answers what the soak asks. */
import './jumping-clock.ts';
import './full-disk.ts';
import { setTimeout as pause } from 'node:timers/promises';
import { supervisor } from '#test/fixtures/drafts.ts';
import { accountOutsideTraining } from '#test/fixtures/outside-training.ts';
import { judgedAttempts } from '#test/soak/judged-attempts.ts';
import type { Asked, Question, Questions, Said, SeatOrder } from '#test/soak/protocol.ts';
import { chanceFrom } from '#test/soak/random.ts';
import { collectGarbage } from '#test/support/collect-garbage.ts';
import { createAtWork } from './at-work.ts';
import { setDiskFull } from './full-disk.ts';
import { setClockAhead } from './jumping-clock.ts';
import { openProgram } from './open-program.ts';

/** Longest wait for a ledger that takes the answers, in ms. What waits then is a violation. */
const longestRest = 60_000;

const order = JSON.parse(process.argv[2] ?? '') as SeatOrder;
setClockAhead(order.ahead);
const say = (said: Said): void => void process.send?.(said);
const onBug = (text: string): void => say({ kind: 'bug', text });
process.on('uncaughtException', (error) => onBug(`Uncaught: ${error.stack}`));
// The soak has ended, however it did.
process.on('disconnect', () => process.exit(0));

const program = await openProgram(order, onBug);
const ledger = program.selectedLedger.opened;
const { merchant, secrets } = accountOutsideTraining(order.gateway);
// Saved by the first process of the seat, while its disk has room.
if (!program.merchants.all().some(({ id }) => id === merchant.id)) {
  const saved = await program.merchants.save({ merchant, secrets });
  if (!saved.ok) throw new Error(`The merchant could not be saved: ${JSON.stringify(saved.failure)}`);
  const activated = await program.merchants.activate(merchant.id);
  if (!activated.ok) throw new Error(`The merchant could not be used: ${JSON.stringify(activated.failure)}`);
}
const atWork = createAtWork({
  ...program,
  ledger,
  merchantId: merchant.id,
  chance: chanceFrom(order.seed),
  longestPause: order.pause,
  tell: (told) => say({ kind: 'told', told }),
});

type Answers = { readonly [Name in Question]: (value: Questions[Name]['asked']) => Promise<Questions[Name]['answer']> };

const answers: Answers = {
  work() {
    atWork.begin();
    return Promise.resolve(null);
  },
  async rest() {
    await atWork.end();
    const end = performance.now() + longestRest;
    for (;;) {
      await program.recorder.flush();
      const recovered = await program.selectedLedger.ledger.recover().then(
        () => true,
        () => false,
      );
      const waiting = program.recorder.waiting();
      if ((recovered && waiting === 0) || performance.now() > end) return waiting;
      await pause(100);
    }
  },
  async 'look-up'() {
    const left: Record<string, string> = {};
    for (const { id } of await (await ledger()).unknowns()) left[id] = JSON.stringify(await program.lookUp(id));
    const still = await (await ledger()).unknowns();
    return Object.fromEntries(still.map(({ id }) => [id, left[id] ?? 'not asked']));
  },
  async resolve(found) {
    const refused: string[] = [];
    for (const { id, outcome, reference } of found) {
      const resolution = { outcome, reference, note: 'In the panel' };
      const resolved = await program.history.resolve({ id, resolution }, supervisor);
      // That of another ledger.
      if (!resolved.ok && resolved.failure.kind !== 'not-found') refused.push(`${id} ${resolved.failure.kind}`);
    }
    return refused;
  },
  attempts: async () => judgedAttempts(await ledger()),
  async trail() {
    const { breaks, first } = await (await ledger()).checkTrail();
    if (first === null) return null;
    return { text: `${breaks} breaks of the trail: ${JSON.stringify(first)}`, ids: [first.subjectId ?? ''] };
  },
  growth() {
    collectGarbage();
    const handles = process.getActiveResourcesInfo().length;
    return Promise.resolve({ heap: process.memoryUsage().heapUsed, handles });
  },
  clock(ahead) {
    setClockAhead(ahead);
    return Promise.resolve(null);
  },
  disk(isFull) {
    setDiskFull(isFull);
    return Promise.resolve(null);
  },
  async quit() {
    await atWork.end();
    await program.close();
    return null;
  },
};

// What was cut off with the former process, as the operator would close it.
const cutOff = await program.batches.unseen();
for (const { batchId } of cutOff.ok ? cutOff.value : []) await program.batches.dismiss(batchId);

process.on('message', ({ number, question, value }: Asked) => {
  (answers[question] as (value: unknown) => Promise<unknown>)(value).then(
    (answer) => say({ kind: 'answer', number, value: answer }),
    (error: unknown) => {
      onBug(`${question}: ${error instanceof Error ? error.stack : String(error)}`);
      say({ kind: 'answer', number, value: null });
    },
  );
});
say({ kind: 'ready' });
