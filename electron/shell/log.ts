/** The log: one file under the data folder. Every line passes the redaction on its way to any transport. */
import path from 'node:path';
// The Node variant is used because the one for Electron adds its own IPC channels, and the contract's must be the only
// one.
import electronLog from 'electron-log/node';
import type { ReportBug } from '#electron/core/ports/host.ts';
import { errorText, isDiskFull } from '#shared/error-text.ts';
import { describeError, redactForLog } from './redaction.ts';

export type Log = ReturnType<typeof openLog>;

const largestFile = 5 * 1024 * 1024;

/**
 * Opens the log.
 * @param folder of `main.log`, and of `main.old.log` once the former exceeds 5 MiB
 */
export function openLog(folder: string) {
  const file = path.join(folder, 'main.log');
  const logger = electronLog.create({ logId: folder });
  // A hook sees every line of every transport, so that no method can forget it.
  logger.hooks.push((message) => ({ ...message, data: [message.data.map(redactForLog).join(' ')] }));
  // Otherwise it looks for a package.json around, and writes nothing where there is none.
  logger.transports.file.setAppName('Caja');
  logger.transports.file.resolvePathFn = () => file;
  logger.transports.file.maxSize = largestFile;
  logger.transports.file.format = '[{iso}] [{level}] {text}';
  logger.transports.file.level = 'info';
  logger.transports.console.level = 'warn';
  logger.transports.console.format = '[{level}] {text}';
  return {
    /** @param detail an object whose members are written as JSON, without those that are secret */
    info: (text: string, detail?: object): void =>
      detail === undefined ? logger.info(text) : logger.info(text, detail),
    warn: (text: string): void => logger.warn(text),
    error: (text: string, error?: unknown): void =>
      error === undefined ? logger.error(text) : logger.error(`${text}:`, describeError(error)),
    file,
  };
}

/** Logs errors that nobody expects. A full disk is no bug. */
export const reportBugIn =
  (log: Pick<Log, 'warn' | 'error'>): ReportBug =>
  (error) =>
    isDiskFull(error) ? log.warn(`The disk is full: ${errorText(error)}`) : log.error('Bug', error);

/** Logs uncaught errors. The program keeps running because the answer of a payment in flight must still be recorded. */
export function logUncaught(log: Log): void {
  process.on('uncaughtException', (error) => log.error('Uncaught exception', error));
  process.on('unhandledRejection', (reason) => log.error('Unhandled rejection', reason));
}
