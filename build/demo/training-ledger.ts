/** Asks the training gateway what it really did, to hold it against what the screens said. */
import { get } from 'node:https';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { trainingLedgerEntrySchema, type TrainingLedgerEntry } from '#shared/seat/training.ts';

/** @param origin `https://localhost:PORT` */
export function readTrainingLedger(origin: string): Promise<readonly TrainingLedgerEntry[]> {
  return new Promise((resolve, reject) => {
    // Its authority is made at start and known inside the program only; it is this machine, and no secret is sent.
    const request = get(`${origin}/__training/ledger`, { rejectUnauthorized: false }, (response) => {
      text(response)
        .then((body) => resolve(z.array(trainingLedgerEntrySchema).parse(JSON.parse(body))))
        .catch(reject);
    });
    request.on('error', reject);
  });
}
