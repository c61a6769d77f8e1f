/**
 * Keeps answers that the ledger could not write, one flushed file each in the data folder.
 *
 * Plain text, like the embedded ledger beside it. The answers are part of the record of the money and contain no secret
 * (not even the card's last four; the gateway has redacted the service's text). They are removed as soon as the ledger has
 * them. Encryption could make them unreadable when they matter: at start the vault may still be locked behind its
 * passphrase, and these answers have to be delivered before any attempt becomes unknown.
 */
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { AnswerSpool, KeptAnswer } from '#electron/core/ports/answer-spool.ts';
import { NewerDocument, type UnreadDocument } from '#electron/core/ports/stored-documents.ts';
import { answerDocument } from '#electron/documents/payments/answer-document.ts';
import { changeDocument, fileContent, readDocument } from '#electron/documents/versioned-document.ts';
import { isDiskFull } from '#shared/error-text.ts';
import { flushFolder, putInPlace, type Reserve } from '#electron/documents/durable-file.ts';

export interface AnswerSpoolParts {
  /** Absolute path. Created for the first answer. */
  readonly folder: string;
  readonly reserve: Pick<Reserve, 'free'>;
  readonly reportBug: (error: unknown) => void;
}

/** Ending of a file until it is flushed. */
const partialEnding = '.partial';

function isTorn(text: string): boolean {
  try {
    JSON.parse(text);
    return false;
  } catch {
    return true;
  }
}

export function openAnswerSpool({ folder, reserve, reportBug }: AnswerSpoolParts): AnswerSpool {
  const fileOf = (attemptId: string): string => path.join(folder, `${attemptId}.json`);

  /** Reads a file. Leaves an unreadable one in place, because it may be the last trace of an answer. */
  async function read(file: string): Promise<KeptAnswer | UnreadDocument> {
    try {
      const read = readDocument(answerDocument, await readFile(file, 'utf8'));
      if (read.kind === 'read') return read.document.content;
      reportBug(new NewerDocument(file));
      return { reason: 'newer', file };
    } catch (error) {
      reportBug(new Error(`The answer in ${file} can't be read.`, { cause: error }));
      return { reason: 'damaged', file };
    }
  }

  /** Lists files in the order of time, because the ids begin with it. */
  async function namesWith(ending: string): Promise<readonly string[]> {
    const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    });
    return names.filter((name) => name.endsWith(ending)).toSorted();
  }

  /** Files that a call of `keep` is writing. */
  const writing = new Set<string>();

  /**
   * Completes an answer that a power cut has left under its temporary name. Removes what the cut has torn, because it is no JSON,
   * and what was completed already. Leaves anything else in place.
   * @returns the answer or unreadable file that still has this name; null when nothing has
   */
  async function complete(partial: string): Promise<KeptAnswer | UnreadDocument | null> {
    const file = partial.slice(0, -partialEnding.length);
    try {
      if (isTorn(await readFile(partial, 'utf8')) || (existsSync(file) && 'answer' in (await read(file)))) {
        await rm(partial, { force: true });
        return null;
      }
      const found = await read(partial);
      if (!('answer' in found)) return found;
      await moveUnreadAside(file);
      await putInPlace(partial, file);
      return null;
    } catch (error) {
      if (!existsSync(partial)) return null;
      reportBug(error);
      return read(partial);
    }
  }

  /** Renames an unreadable answer, so that another one of the same attempt does not overwrite it. */
  async function moveUnreadAside(file: string): Promise<void> {
    if (!existsSync(file) || 'answer' in (await read(file))) return;
    let count = 1;
    while (existsSync(`${file}.unread-${count}`)) count += 1;
    await rename(file, `${file}.unread-${count}`);
  }

  async function write(file: string, text: string): Promise<void> {
    if ((await mkdir(folder, { recursive: true, mode: 0o700 })) !== undefined) await flushFolder(path.dirname(folder));
    const partial = `${file}${partialEnding}`;
    writing.add(partial);
    try {
      await writeFile(partial, text, { mode: 0o600 });
      await moveUnreadAside(file);
      await putInPlace(partial, file);
    } finally {
      writing.delete(partial);
    }
  }

  return {
    fileOf,
    async keep({ payment, answer, answeredAt }) {
      // The ledger keeps only the cause of a request that never left.
      const kept = answer.outcome === 'not-sent' ? { ...answer, detail: '' } : answer;
      const content = changeDocument(answerDocument, { payment, answer: kept, answeredAt }, null);
      const text = JSON.stringify(fileContent(answerDocument, content));
      try {
        await write(fileOf(payment.id), text);
      } catch (error) {
        if (!isDiskFull(error)) throw error;
        reserve.free();
        await write(fileOf(payment.id), text);
      }
    },
    async all() {
      const answers: KeptAnswer[] = [];
      const unread: UnreadDocument[] = [];
      const take = (found: KeptAnswer | UnreadDocument): void => {
        if ('answer' in found) answers.push(found);
        else unread.push(found);
      };
      for (const name of await namesWith(`.json${partialEnding}`)) {
        const partial = path.join(folder, name);
        const left = writing.has(partial) ? null : await complete(partial);
        if (left !== null) take(left);
      }
      for (const name of await namesWith('.json')) take(await read(path.join(folder, name)));
      return { answers, unread };
    },
    async forget(attemptId) {
      for (const file of [fileOf(attemptId), `${fileOf(attemptId)}${partialEnding}`]) await rm(file, { force: true });
    },
  };
}
