/** Keys as somebody hits them who doesn't look at the screen: sent at a pace of their own, whatever the page is doing. */
import { setTimeout as pass } from 'node:timers/promises';
import type { CDPSession, Page } from '@playwright/test';

const modifiers: Readonly<Record<string, number>> = { Alt: 1, Control: 2, Meta: 4, Shift: 8 };
const codes: Readonly<Record<string, number>> = { '.': 190, Enter: 13, Escape: 27, F2: 113, F3: 114, F9: 120 };

/** Fields of the browser's own key event for `Control+1`, `F2` or `3`. */
function eventOf(keys: string) {
  const parts = keys.split('+');
  const key = parts.at(-1) ?? '';
  const held = parts.slice(0, -1).reduce((sum, name) => sum + (modifiers[name] ?? 0), 0);
  const text = key === 'Enter' ? '\r' : key.length === 1 && held === 0 ? key : undefined;
  const windowsVirtualKeyCode = codes[key] ?? key.toUpperCase().charCodeAt(0);
  return { key, modifiers: held, windowsVirtualKeyCode, ...(text === undefined ? {} : { text }) };
}

export interface BlindKeys {
  /** Makes the page's processor this many times slower. */
  readonly slowDown: (rate: number) => Promise<void>;
  /** Sends a key. Resolves when the page has taken it. */
  readonly hit: (keys: string) => Promise<void>;
  /**
   * Sends the letters one by one, this many ms apart as the page sees them, whenever a busy machine gets to send them. Resolves
   * when the page has taken them all.
   */
  readonly type: (text: string, apart: number) => Promise<void>;
}

export async function blindKeys(page: Page): Promise<BlindKeys & { readonly end: () => Promise<void> }> {
  const session: CDPSession = await page.context().newCDPSession(page);
  /** @param pressed when, in ms since 1970; now by default */
  const hit = async (keys: string, pressed = Date.now()): Promise<void> => {
    const event = { ...eventOf(keys), timestamp: pressed / 1000 };
    const type = event.text === undefined ? 'rawKeyDown' : 'keyDown';
    await Promise.all([
      session.send('Input.dispatchKeyEvent', { type, ...event }),
      session.send('Input.dispatchKeyEvent', { ...event, type: 'keyUp' }),
    ]);
  };
  return {
    slowDown: async (rate) => {
      await session.send('Emulation.setCPUThrottlingRate', { rate });
    },
    hit,
    type: async (text, apart) => {
      const taken: Promise<void>[] = [];
      let pressed = Date.now();
      for (const letter of text) {
        if (apart > 0) await pass(apart);
        pressed += apart;
        taken.push(hit(letter, pressed));
      }
      await Promise.all(taken);
    },
    end: () => session.detach(),
  };
}
