/** Reads the training gateway's ledger, to compare it with the screens. */
import { readFile } from 'node:fs/promises';
import { get } from 'node:https';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { trainingLedgerEntrySchema, type TrainingLedgerEntry } from '#shared/seat/training.ts';

/**
 * @param origin `https://localhost:PORT`
 * @param folder the program's data folder, where the gateway keeps the token of its own pages
 */
export async function readTrainingLedger(origin: string, folder: string): Promise<readonly TrainingLedgerEntry[]> {
  const authorization = `Bearer ${tokenIn(await readFile(path.join(folder, 'training.jsonl'), 'utf8'))}`;
  return new Promise((resolve, reject) => {
    // The gateway's authority is made at start and known only inside the program. The request stays on this machine and
    // carries no secret but the token of that very gateway.
    const request = get(
      `${origin}/__training/ledger`,
      { rejectUnauthorized: false, headers: { authorization } },
      (response) => {
        text(response)
          .then((body) => resolve(z.array(trainingLedgerEntrySchema).parse(JSON.parse(body))))
          .catch(reject);
      },
    );
    request.on('error', reject);
  });
}

/** Returns the token of the gateway's last start. */
function tokenIn(state: string): string {
  const started = z.object({ what: z.literal('started'), token: z.string() });
  const starts = state.split('\n').flatMap((line) => started.safeParse(parsedJson(line)).data ?? []);
  const last = starts.at(-1);
  if (last === undefined) throw new Error('The training gateway has kept no token');
  return last.token;
}

function parsedJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
