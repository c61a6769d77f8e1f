/**
 * The one callback of a collector's page. Main does not read the answer by a script of its own, because that would run among
 * functions that the collector may have replaced, and nothing would bound what comes back. Here the bound stands in a world
 * that the collector can't reach.
 */
import { contextBridge, ipcRenderer } from 'electron';
import { collectorChannel } from '#shared/contract/channels.ts';

/** Longest text that main is told, in characters. What is a session id is decided there. */
const longest = 1_000;

let answered = false;

contextBridge.exposeInMainWorld('collected', {
  /** Takes the first answer. Anything but a short text counts as a failure. */
  report(answer: unknown): void {
    if (answered) return;
    answered = true;
    ipcRenderer.send(collectorChannel, typeof answer === 'string' && answer.length <= longest ? answer : null);
  },
});
