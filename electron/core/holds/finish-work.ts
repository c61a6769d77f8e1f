/** Completes work that moves money before the program ends. */
import type { Batches } from '#electron/core/holds/batch-captures.ts';
import type { InFlight } from '#electron/core/payments/in-flight.ts';
import type { Recorder } from '#electron/core/payments/recorder.ts';

/** Longest wait in ms for answers under way. Attempts without one become unknown at the next start. */
const longestWait = 120_000;

/** Stops batches before their next row, waits for answers under way, and writes unrecorded answers. */
export async function finishWork(
  inFlight: InFlight,
  batches: Pick<Batches, 'interrupt'>,
  recorder: Pick<Recorder, 'flush' | 'close'>,
): Promise<void> {
  batches.interrupt();
  await inFlight.over(longestWait);
  await recorder.flush();
  recorder.close();
}
