/** Types a card number into a search. */
import type { Locator } from '@playwright/test';
import type { MockedCall } from './mocked-call.ts';
import { expect } from './test.ts';

/** Expects that the search asks for no number of a card nor the beginning of one, and says so. */
export async function expectNoCardSought(
  box: Locator,
  hint: Locator,
  search: Pick<MockedCall<{ readonly text: string }, never>, 'by' | 'inputs'>,
): Promise<void> {
  await search.by(box.fill('4111 1111 111'), ({ text }) => text === '4111 1111 111');
  await expect(hint).toBeHidden();
  for (const typed of ['4111 1111 1111', '4111 1111 1111 111', '4111 1111 1111 1111']) {
    await box.fill(typed);
    await expect(hint).toBeVisible();
  }
  await search.by(box.fill('1111'), ({ text }) => text === '1111');
  await expect(hint).toBeHidden();
  const sought = search.inputs.map(({ text }) => text.replace(/\D/g, ''));
  expect(sought.filter(({ length }) => length > 11)).toEqual([]);
}
