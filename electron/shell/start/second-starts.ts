/** Serves second starts in the running program: shows the window, passes orders on, applies their files and answers. */
import type { ReadOrder } from '#shared/payments/entry/order.ts';
import type { AnswerFiles } from './answer-files.ts';
import { readHandedOver } from './handed-over.ts';
import { unanswered, type ProvisioningEnd } from './provisioning-end.ts';

/** @param handed what a second start sent, of this version or another */
type TakeStart = (handed: unknown) => void;

interface SecondStartSource {
  on(
    event: 'second-instance',
    listener: (event: unknown, argv: unknown, cwd: unknown, handed: unknown) => void,
  ): unknown;
}

/**
 * Listens to second starts, which may come before the program is ready to serve them.
 * @returns a function that passes on what came before, and from now on everything at once
 */
export function listenToSecondStarts(app: SecondStartSource): (take: TakeStart) => void {
  const early: unknown[] = [];
  let pass: TakeStart = (handed) => void early.push(handed);
  app.on('second-instance', (_event, _argv, _cwd, handed) => pass(handed));
  return (take) => {
    pass = take;
    for (const handed of early.splice(0)) take(handed);
  };
}

export function createSecondStarts(
  program: { show(): void; provision(file: string, silent: boolean): Promise<ProvisioningEnd> },
  offerOrder: (read: ReadOrder) => void,
  answers: AnswerFiles,
) {
  const underWay = new Set<Promise<void>>();
  let closing = false;
  let window = false;
  return {
    /** @param handed what a second start sent, of this version or another */
    take(handed: unknown): void {
      const given = readHandedOver(handed);
      if (closing) {
        // A window opened now could take payments after the program has stopped waiting for answers.
        if (given?.provision != null) answers.give(given.reply, unanswered);
        return;
      }
      if (given?.exit !== true) {
        window = true;
        program.show();
      }
      if (given?.provision != null) {
        const { provision: file, exit: silent, reply } = given;
        const work = program
          .provision(file, silent)
          .then((end) => answers.give(reply, end))
          .finally(() => underWay.delete(work));
        underWay.add(work);
      }
      if (given?.order != null) offerOrder(given.order);
    },
    wantsWindow: () => window,
    /** Resolves once every file that was taken has its answer. */
    async answered(): Promise<void> {
      while (underWay.size > 0) await Promise.all(underWay);
    },
    /** Takes nothing from now on. A file is answered at once, instead of letting its start wait. */
    close(): void {
      closing = true;
    },
  };
}
