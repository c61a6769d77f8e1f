/** Starts the training gateway when it is first needed, so that no start of the program waits for its certificates. */
import path from 'node:path';
import type { ReportBug } from '#electron/core/ports/host.ts';
import { recordsRefused } from '#shared/seat/training.ts';
import { noTrainingOrigin, type TrainingOrigin } from '#electron/core/merchants/training-merchant.ts';
import type { TrainingGateway } from './training-gateway.ts';

/**
 * @param folder the program's data folder, where training data is kept beside its ledger
 * @param onStarted told when the built-in merchant has an address
 */
export function createTraining(folder: string, reportBug: ReportBug, onStarted: () => void) {
  let running: TrainingGateway | null = null;
  let starting: Promise<TrainingGateway | null> | null = null;
  const start = async (): Promise<TrainingGateway> => {
    // A file of its own: certificates and server are a tenth of the program.
    const { startTrainingGateway } = await import('./training-gateway.ts');
    return startTrainingGateway({ stateFile: path.join(folder, 'training.jsonl') });
  };
  async function tryToStart(): Promise<TrainingGateway | null> {
    try {
      const gateway = await start();
      // As at most merchants. Whoever practises with lost answers settles them by hand, until the panel says otherwise.
      await gateway.order(recordsRefused);
      running = gateway;
      const { unreadState: unread } = gateway;
      if (unread !== null)
        reportBug(new Error(`The state of training is ${unread.reason} and is kept in ${unread.file}`));
      onStarted();
      return gateway;
    } catch (error) {
      reportBug(error);
      return null;
    }
  }
  return {
    present: (): TrainingOrigin => running ?? noTrainingOrigin,
    /** Null after a failure. */
    started: () => (starting ??= tryToStart()),
    /** Null while it does not run. */
    running: () => running,
    async close() {
      await starting;
      await running?.close();
    },
  };
}
