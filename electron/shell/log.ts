/** The log: one file in the data folder, every line redacted before it is written. */
import path from 'node:path';
// The Node variant is used because the one for Electron adds its own IPC channels, and the contract's must be the only
// one.
import electronLog from 'electron-log/node';
import { describeError, redact } from './redaction.ts';

export interface Log {
  readonly info: (text: string) => void;
  readonly warn: (text: string) => void;
  readonly error: (text: string, error?: unknown) => void;
  /** Path of the log file. */
  readonly file: string;
}

const largestFile = 5 * 1024 * 1024;

/**
 * Opens the log.
 * @param folder of `main.log`, and of `main.old.log` once the former exceeds 5 MiB
 */
export function openLog(folder: string): Log {
  const file = path.join(folder, 'main.log');
  const logger = electronLog.create({ logId: folder });
  logger.transports.file.resolvePathFn = () => file;
  logger.transports.file.maxSize = largestFile;
  logger.transports.file.format = '[{iso}] [{level}] {text}';
  logger.transports.file.level = 'info';
  logger.transports.console.level = 'warn';
  logger.transports.console.format = '[{level}] {text}';
  return {
    info: (text) => logger.info(redact(text)),
    warn: (text) => logger.warn(redact(text)),
    error: (text, error) => logger.error(redact(error === undefined ? text : `${text}: ${describeError(error)}`)),
    file,
  };
}

/** Logs uncaught errors. The program keeps running because the answer of a payment in flight must still be recorded. */
export function logUncaught(log: Log): void {
  process.on('uncaughtException', (error) => log.error('Uncaught exception', error));
  process.on('unhandledRejection', (reason) => log.error('Unhandled rejection', reason));
}
