/** Reads what the screen shows of a payment, and what the training gateway booked. */
import path from 'node:path';
import type { ElectronApplication, Locator, Page } from 'playwright';
import { outcomes as words } from '#shared/locales/en/payments/outcomes.ts';
import type { Outcome } from '#shared/payments/outcome.ts';
import { readFile } from 'node:fs/promises';
import { get } from 'node:https';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { type TrainingLedgerEntry, trainingLedgerEntrySchema } from '#shared/seat/training.ts';
import { tabTo } from './screens.ts';

export interface ShownResult {
  readonly outcome: Outcome;
  readonly codOper: string | null;
  readonly authToken: string | null;
  readonly receiptUrl: string | null;
}

/** Headlines of each outcome, one for each effect on the money. */
const headlines: readonly (readonly [Outcome, readonly string[]])[] = [
  ['approved', [words.held.title, words.charged.title, words.refunded.title, words.resolved.title.approved.charged]],
  ['declined', Object.values(words.declined.title)],
  ['rejected', Object.values(words.rejected.title)],
  ['not-sent', Object.values(words.notSent.title)],
  ['unknown', Object.values(words.unknown.title)],
];
const outcomeOf: ReadonlyMap<string, Outcome> = new Map(
  headlines.flatMap(([outcome, titles]) => titles.map((title) => [title, outcome] as const)),
);

/** Waits for the result panel, which focuses its own words. */
export async function untilResult(page: Page): Promise<void> {
  await page.locator('section[data-tone] h2:focus').waitFor();
}

/** Reads the shown result and opens the service's receipt, which must name the same operation code. */
export async function readResult(app: ElectronApplication, page: Page): Promise<ShownResult> {
  // The Charge screen keeps its last result while another screen is shown, and a dialog stands over the payment that it is about.
  const panel = page.locator('section[data-tone]').filter({ visible: true }).last();
  const title = (await panel.getByRole('heading').first().textContent()) ?? '';
  const outcome = outcomeOf.get(title);
  if (outcome === undefined) throw new Error(`The screen says “${title}”, which is no outcome`);
  const reference = async (name: string): Promise<string | null> => {
    const code = panel.locator(`[data-reference="${name}"] code`);
    return (await code.count()) === 0 ? null : code.textContent();
  };
  const receipt = panel.getByRole('button', { name: words.receipt });
  const offered = (await receipt.count()) > 0;
  const codOper = await reference('codOper');
  return {
    outcome,
    codOper,
    authToken: await reference('authToken'),
    receiptUrl: offered ? await openReceipt(app, page, receipt, codOper ?? 'codOper') : null,
  };
}

async function openReceipt(app: ElectronApplication, page: Page, button: Locator, codOper: string): Promise<string> {
  await tabTo(page, button, words.receipt);
  const opened = app.waitForEvent('window');
  await page.keyboard.press('Enter');
  const receipt = await opened;
  await receipt.getByText(codOper).first().waitFor();
  const url = receipt.url();
  await receipt.close();
  return url;
}

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
