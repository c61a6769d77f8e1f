/** Preferences of every page that the program shows: a page has no rights beyond a page. */
import type { WebPreferences } from 'electron';

export const lockedPage = {
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  nodeIntegrationInSubFrames: false,
  nodeIntegrationInWorker: false,
  webSecurity: true,
  allowRunningInsecureContent: false,
  webviewTag: false,
  // A spell checker must never see card numbers.
  spellcheck: false,
} as const satisfies WebPreferences;
