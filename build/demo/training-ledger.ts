/** Reads the training gateway's ledger, to compare it with the screens. */
import { get } from 'node:https';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { trainingLedgerEntrySchema, type TrainingLedgerEntry } from '#shared/seat/training.ts';

/** @param origin `https://localhost:PORT` */
export function readTrainingLedger(origin: string): Promise<readonly TrainingLedgerEntry[]> {
  return new Promise((resolve, reject) => {
    // The gateway's authority is made at start and known only inside the program. The request stays on this machine and
    // carries no secret.
    const request = get(`${origin}/__training/ledger`, { rejectUnauthorized: false }, (response) => {
      text(response)
        .then((body) => resolve(z.array(trainingLedgerEntrySchema).parse(JSON.parse(body))))
        .catch(reject);
    });
    request.on('error', reject);
  });
}
