/** Channels of the database, and the payload: ids joined by commas, or nothing for many. */
import { mergedChanges, type ChangedAttempts } from '#electron/ledger/engine/engine.ts';
import { idSchema } from '#shared/identifiers.ts';

export const attemptsChannel = 'caja_attempts';
/** Probes of seats that find out whether notices reach them. */
export const probeChannel = 'caja_probe';

/** One message, and so one round trip. */
export const listenToNotices = `listen ${attemptsChannel}; listen ${probeChannel}`;

/** Payload for many attempts, or for those of all seats. */
export const forMany = '';

export const payloadOf = (attemptIds: ChangedAttempts): string => mergedChanges(attemptIds, [])?.join(',') ?? forMany;

/** Reads a payload. One that holds anything but ids, which another program sent, stands for many. */
export function attemptsIn(payload: string): ChangedAttempts {
  const ids = payload.split(',');
  return ids.every((id) => idSchema.safeParse(id).success) ? mergedChanges(ids, []) : null;
}
