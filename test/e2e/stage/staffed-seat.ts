/** A seat with Rosa, its supervisor, and Beto, a cashier: made on the screens by keyboard, or by a provisioning file. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { hashPasscode } from '#electron/core/operators/passcodes.ts';
import type { Locator, Page } from '@playwright/test';
import { expect } from './fixture.ts';
import { callBridge } from './keyed-payment.ts';

export const passcodes = {
  Rosa: 'palanca-de-rosa-71',
  first: 'primera-de-beto-38',
  Beto: 'tenaza-de-beto-52',
} as const;

export const heading = (win: Page, name: string): Locator => win.getByRole('heading', { name, exact: true });

/** The lowest cost that a provisioning file may have, because each check of a passcode costs its derivation. */
const cost = { blocks: 2 ** 15, blockSize: 8, lanes: 1 };

/** Returns an entry of a provisioning file, for an operator who keeps the passcode. */
export async function provisioned(name: 'Rosa' | 'Beto', role: 'supervisor' | 'cashier'): Promise<object> {
  return { name, role, passcodeHash: await hashPasscode(passcodes[name], cost), mustChangePasscode: false };
}

/** Writes a provisioning file with both. @returns the options that start the program with it */
export async function staffing(userData: string): Promise<{ readonly args: readonly string[] }> {
  const operators = [await provisioned('Rosa', 'supervisor'), await provisioned('Beto', 'cashier')];
  const file = path.join(userData, '../people.json');
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify({ version: 1, merchants: [], operators }), { mode: 0o600 });
  return { args: ['--provision', file] };
}

/** Creates a supervisor in Settings and lets them add a cashier on the screens. */
export async function staff(win: Page): Promise<void> {
  await win.keyboard.press('Control+5');
  await win.getByRole('tab', { name: 'Operators' }).click();
  await win.getByRole('button', { name: 'Create the supervisor' }).click();
  await win.getByRole('textbox', { name: 'Your name' }).and(win.locator(':focus')).waitFor();
  await win.keyboard.type('Rosa');
  await win.keyboard.press('Tab');
  await win.keyboard.type(passcodes.Rosa);
  await win.getByLabel('Repeat it').focus();
  await win.keyboard.type(passcodes.Rosa);
  await win.keyboard.press('Enter');
  await expect(win.getByRole('banner')).toContainText('Rosa · Supervisor');
  await win.keyboard.press('Control+5');
  await win.getByRole('tab', { name: 'Operators' }).click();
  await win.getByRole('button', { name: 'Add an operator' }).click();
  await win.getByRole('textbox', { name: 'Name' }).and(win.locator(':focus')).waitFor();
  await win.keyboard.type('Beto');
  await win.getByLabel('First passcode').fill(passcodes.first);
  await win.keyboard.press('Enter');
  await expect(win.getByRole('row', { name: /^Beto Cashier Active/ })).toBeVisible();
}

/** Signs in on the sign-in screen: the first letters of a name, then the passcode. */
export async function signIn(win: Page, name: string, passcode: string): Promise<void> {
  await win.getByRole('radiogroup', { name: 'Operator' }).locator(':focus').waitFor({ state: 'attached' });
  await win.keyboard.type(name);
  await win.keyboard.press('Tab');
  await win.keyboard.type(passcode);
  await win.keyboard.press('Enter');
}

/** Signs in on the sign-in screen, which it opens first. */
export async function workAs(win: Page, name: 'Rosa' | 'Beto'): Promise<void> {
  await callBridge(win, 'session', 'signOut', undefined);
  await heading(win, 'Sign in').waitFor();
  await signIn(win, name, passcodes[name]);
  await expect(win.getByRole('banner')).toContainText(name === 'Rosa' ? 'Rosa · Supervisor' : 'Beto · Cashier');
}

export async function leaveSeat(win: Page): Promise<void> {
  await win.getByRole('button', { name: 'Sign out' }).click();
  await heading(win, 'Sign in').waitFor();
}

/** Signs Beto in with the passcode assigned by Rosa and chooses his own. */
export async function beginAsBeto(win: Page): Promise<void> {
  await signIn(win, 'beto', passcodes.first);
  await heading(win, 'Choose your own passcode').waitFor();
  await win.getByRole('textbox', { name: 'New passcode' }).and(win.locator(':focus')).waitFor();
  await win.keyboard.type(passcodes.Beto);
  await win.getByLabel('Repeat it').focus();
  await win.keyboard.type(passcodes.Beto);
  await win.keyboard.press('Enter');
  await expect(win.getByRole('banner')).toContainText('Beto · Cashier');
}
