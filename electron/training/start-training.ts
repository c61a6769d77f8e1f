/** Starts the training gateway while the window opens. Without it only training is affected. */
import path from 'node:path';
import type { ReportBug } from '#electron/core/ports/host.ts';
import { recordsRefused } from '#shared/seat/training.ts';
import type { TrainingOrigin } from '#electron/core/merchants/training-merchant.ts';
import type { TrainingGateway } from './training-gateway.ts';

export interface Training {
  /**
   * Resolves once the gateway listens or has failed to start. After a failure a training payment ends as not-sent
   * because nothing listens.
   */
  readonly origin: Promise<TrainingOrigin>;
  /** Null while it does not run. */
  running(): TrainingGateway | null;
  close(): Promise<void>;
}

/** A port on which nothing on this machine can listen. */
const unreachable: TrainingOrigin = { origin: 'https://localhost:1', ca: '', cclw: '-', apiKey: '-' };

/** @param folder the program's data folder, where training data is kept beside its ledger */
export function startTraining(folder: string, reportBug: ReportBug): Training {
  let running: TrainingGateway | null = null;
  const start = async (): Promise<TrainingGateway> => {
    // A file of its own, read while the window opens: certificates and server are a tenth of the program.
    const { startTrainingGateway } = await import('./training-gateway.ts');
    return startTrainingGateway({ stateFile: path.join(folder, 'training.jsonl') });
  };
  const origin = start().then(
    async (gateway) => {
      // As at most merchants. Whoever practises with lost answers settles them by hand, until the panel says otherwise.
      await gateway.order(recordsRefused);
      running = gateway;
      const { unreadState: unread } = gateway;
      if (unread !== null)
        reportBug(new Error(`The state of training is ${unread.reason} and is kept in ${unread.file}`));
      return gateway;
    },
    (error: unknown) => {
      reportBug(error);
      return unreachable;
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
