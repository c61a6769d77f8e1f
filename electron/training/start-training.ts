/** Starts the training gateway while the window opens. Without it the program works all the same, but not in training. */
import path from 'node:path';
import type { ReportBug } from '#electron/core/ports.ts';
import type { TrainingOrigin } from '#electron/core/merchants/training-merchant.ts';
import { startTrainingGateway, type TrainingGateway } from './training-gateway.ts';

export interface Training {
  /** Resolves when it has started, or could not be; a payment to it is then not sent, because nothing listens. */
  readonly origin: Promise<TrainingOrigin>;
  /** Null while it does not run. */
  running(): TrainingGateway | null;
  close(): Promise<void>;
}

/** A port that nothing on this machine can listen on. */
const nowhere: TrainingOrigin = { origin: 'https://localhost:1', ca: '', cclw: '-', apiKey: '-' };

/** @param folder the program's data folder: what is done in training is kept there, as what is recorded of it is */
export function startTraining(folder: string, reportBug: ReportBug): Training {
  let running: TrainingGateway | null = null;
  const origin = startTrainingGateway({ stateFile: path.join(folder, 'training.jsonl') }).then(
    (gateway) => {
      running = gateway;
      const { unreadState: unread } = gateway;
      if (unread !== null)
        reportBug(new Error(`The state of training is ${unread.reason} and is kept in ${unread.file}`));
      return gateway;
    },
    (error: unknown) => {
      reportBug(error);
      return nowhere;
    },
  );
  return {
    origin,
    running: () => running,
    async close() {
      await origin;
      await running?.close();
    },
  };
}
