/** The log: one file under the data folder, every line redacted before it gets anywhere. */
import path from 'node:path';
// The variant for Node: the one for Electron adds IPC channels of its own, and the contract's is to be the only one.
import electronLog from 'electron-log/node';
import { describeError, redact } from './redaction.ts';

export interface Log {
  readonly info: (text: string) => void;
  readonly warn: (text: string) => void;
  readonly error: (text: string, error?: unknown) => void;
  /** The file that is written to. */
  readonly file: string;
}

const largestFile = 5 * 1024 * 1024;

/** @param folder where the log goes: `main.log`, and `main.old.log` when that has grown over 5 MiB */
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

/** Notes what nobody caught. The program stays: a payment whose answer is on its way must still be recorded. */
export function logUncaught(log: Log): void {
  process.on('uncaughtException', (error) => log.error('Uncaught exception', error));
  process.on('unhandledRejection', (reason) => log.error('Unhandled rejection', reason));
}
