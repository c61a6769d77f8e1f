/** Operates Settings → Training by keyboard: orders the gateway's answer to the next request. */
import type { Page } from 'playwright';
import { settings } from '#shared/locales/en/settings/settings.ts';
import { training } from '#shared/locales/en/settings/training.ts';
import { chooseByLetters, tabTo } from './keyboard.ts';

/** Opens the section. */
async function openTraining(page: Page): Promise<void> {
  const { keyboard } = page;
  await keyboard.press('Control+5');
  const tabs = page.getByRole('tab');
  const section = page.getByRole('tab', { name: settings.sections.training });
  await section.waitFor();
  await tabTo(page, tabs, settings.sections.label);
  for (let pressed = 0; pressed < (await tabs.count()); pressed++) {
    if ((await section.getAttribute('aria-selected')) === 'true') break;
    await keyboard.press('ArrowDown');
  }
}

/** Has the gateway answer questions about its records, by which a lost answer is found. */
export async function answerRecords(page: Page): Promise<void> {
  await openTraining(page);
  const records = page.getByRole('switch', { name: training.panel.records });
  await tabTo(page, records, training.panel.records);
  await page.keyboard.press('Space');
  await page.locator(':checked').and(records).waitFor();
}

/** Makes the gateway refuse the next request with a code of the service. */
export async function orderCode(page: Page, code: string): Promise<void> {
  const { keyboard } = page;
  await openTraining(page);
  const list = page.getByLabel(training.panel.fault);
  await tabTo(page, list, training.panel.fault);
  await chooseByLetters(page, list, settings.training.kinds['header-status']);
  const field = page.getByRole('combobox', { name: training.panel.code });
  await tabTo(page, field, training.panel.code);
  await keyboard.press('Control+A');
  await keyboard.type(code);
  await keyboard.press('Enter');
  await page.getByRole('status').filter({ hasText: code }).waitFor();
}
