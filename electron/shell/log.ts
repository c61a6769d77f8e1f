/** The log: one file under the data folder. Every line passes the redaction on its way to any transport. */
import path from 'node:path';
// The variant for Node: the one for Electron adds IPC channels of its own, and the contract's is to be the only one.
import electronLog from 'electron-log/node';
import { describeError, redactForLog } from './redaction.ts';

export interface Log {
  /** @param detail an object whose members are written as JSON, without those that are secret */
  readonly info: (text: string, detail?: object) => void;
  readonly warn: (text: string) => void;
  readonly error: (text: string, error?: unknown) => void;
  /** Absolute path of the file that is written to. */
  readonly file: string;
}

const largestFile = 5 * 1024 * 1024;

/** @param folder where the log goes: `main.log`, and `main.old.log` when that has grown over 5 MiB */
export function openLog(folder: string): Log {
  const file = path.join(folder, 'main.log');
  const logger = electronLog.create({ logId: folder });
  // A hook sees every line of every transport, so that no method can forget it.
  logger.hooks.push((message) => ({ ...message, data: [message.data.map(redactForLog).join(' ')] }));
  logger.transports.file.resolvePathFn = () => file;
  logger.transports.file.maxSize = largestFile;
  logger.transports.file.format = '[{iso}] [{level}] {text}';
  logger.transports.file.level = 'info';
  logger.transports.console.level = 'warn';
  logger.transports.console.format = '[{level}] {text}';
  return {
    info: (text, detail) => (detail === undefined ? logger.info(text) : logger.info(text, detail)),
    warn: (text) => logger.warn(text),
    error: (text, error) => (error === undefined ? logger.error(text) : logger.error(`${text}:`, describeError(error))),
    file,
  };
}

/** Logs what nobody caught. The program goes on, because a payment whose answer is on its way must still be recorded. */
export function logUncaught(log: Log): void {
  process.on('uncaughtException', (error) => log.error('Uncaught exception', error));
  process.on('unhandledRejection', (reason) => log.error('Unhandled rejection', reason));
}
