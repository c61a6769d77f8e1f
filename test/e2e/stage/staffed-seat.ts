/** A seat with Rosa, its supervisor, and Beto, a cashier, made by a provisioning file. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { hashPasscode } from '#electron/core/operators/passcodes.ts';
import type { Locator, Page } from '@playwright/test';
import { expect } from './fixture.ts';
import { callBridge } from './keyed-payment.ts';

export const passcodes = {
  Rosa: 'palanca-de-rosa-71',
  Beto: 'tenaza-de-beto-52',
} as const;

export const heading = (win: Page, name: string): Locator => win.getByRole('heading', { name, exact: true });

/** The lowest cost that a provisioning file may have, because each check of a passcode costs its derivation. */
const cost = { blocks: 2 ** 15, blockSize: 8, lanes: 1 };

/** Returns an entry of a provisioning file, for an operator who keeps the passcode. */
async function provisioned(name: 'Rosa' | 'Beto', role: 'supervisor' | 'cashier'): Promise<object> {
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

/** Signs in on the sign-in screen: the first letters of a name, then the passcode. */
async function signIn(win: Page, name: string, passcode: string): Promise<void> {
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
