/** Reads the result of a payment from the screen: words, references, and the receipt that a key opens. */
import type { ElectronApplication, Locator, Page } from 'playwright';
import { outcomes as words } from '#shared/locales/en/payments/outcomes.ts';
import type { Outcome } from '#shared/payments/outcome.ts';
import { tabTo } from './keyboard.ts';

export interface ShownResult {
  readonly outcome: Outcome;
  readonly codOper: string | null;
  readonly authToken: string | null;
  readonly receiptUrl: string | null;
}

/** Headlines of each outcome, one for each effect on the money. */
const headlines: readonly (readonly [Outcome, readonly string[]])[] = [
  [
    'approved',
    [
      words.held.title,
      words.charged.title,
      words.captured.title,
      words.refunded.title,
      words.resolved.title.approved.charged,
    ],
  ],
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
