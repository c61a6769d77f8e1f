/** Backs up both ledgers and restores the embedded one. Copies are consistent during payments and checked before a restore. */
import { randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync, statSync } from 'node:fs';
import { copyFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { pipeline } from 'node:stream/promises';
import { unwatched, type Course } from '#electron/core/ports/course.ts';
import { guarded } from '#electron/ledger/sqlite/sqlite-connection.ts';
import { flushFolder, namingOnly, putInPlace } from '#electron/documents/durable-file.ts';
import { inThread } from './file-thread.ts';
import { besideFile, setAside } from '#electron/ledger/sqlite/damaged-database.ts';
import { sqliteFailureReason, nodeSqliteDialect } from '#electron/ledger/sqlite/sqlite-dialect.ts';
import type { CopiedServer } from './file-work.ts';
import { Kysely } from 'kysely';
import type { ReportBug } from '#electron/core/ports/host.ts';
import type { Engine } from '#electron/ledger/engine/engine.ts';
import { addEvents, allEvents } from '#electron/ledger/events.ts';
import { copyCloses } from '#electron/ledger/days/day-closes.ts';
import { copyLinks } from '#electron/ledger/trail/link.ts';
import type { Tables } from '#electron/ledger/rows/tables.ts';

/** Pages copied at a time: 8 MB, after which payments get a turn. */
const pagesAtOnce = 2_048;
/** Bytes read and written at a time. */
const bytesAtOnce = 1024 * 1024;

const sizeOf = (file: string): number => statSync(file).size;

/**
 * Makes a copy that another thread checks, and indexes, so that search works right after a restore.
 * @param target must not exist. Appears only when the copy is complete and flushed
 * @param write writes the copy to the file that it is given
 * @returns the number of its attempts
 */
async function makeCopy(target: string, course: Course, write: (partial: string) => Promise<unknown>): Promise<number> {
  if (existsSync(target)) throw new Error(`The file ${target} exists already.`);
  const partial = `${target}.partial`;
  try {
    await removeCopy(partial);
    await write(partial);
    course.begin('check', null);
    const attempts = await inThread({ kind: 'seal', file: partial }, course.signal);
    await putInPlace(partial, target);
    return attempts;
  } catch (error) {
    throw namingOnly(target, partial, error);
  } finally {
    await removeCopy(partial);
  }
}

/** Copies the embedded ledger with SQLite's backup, which runs in its own thread. */
export async function backUpSqlite(file: string, target: string, course: Course = unwatched): Promise<number> {
  try {
    return await makeCopy(target, course, async (partial) => {
      // A separate read-only connection, so that the copy shows one moment while payments go on.
      const source = new DatabaseSync(file, { ...guarded, readOnly: true });
      try {
        source.exec('begin; select 1 from schema_version');
        const pageSize = Number(source.prepare('pragma page_size').get()?.['page_size']);
        course.begin('copy', sizeOf(file));
        await backup(source, partial, {
          rate: pagesAtOnce,
          progress({ totalPages, remainingPages }) {
            course.expect(totalPages * pageSize);
            course.progress((totalPages - remainingPages) * pageSize);
          },
        });
      } finally {
        source.close();
      }
    });
  } catch (error) {
    throw sqliteFailureReason(error);
  }
}

/** Copies the shared ledger as an SQLite file, in the same format as an embedded ledger. */
export const copyToFile = (server: CopiedServer, target: string, course: Course = unwatched): Promise<number> =>
  makeCopy(target, course, (partial) => {
    course.begin('copy', null);
    const { signal } = course;
    const onCopied = (done: number): void => {
      if (!signal.aborted) course.progress(done);
    };
    return inThread({ kind: 'copy', file: partial, server }, signal, onCopied);
  });

/** Removes a file with SQLite's journal files beside it, and folders that somebody made in their places. */
async function removeCopy(file: string): Promise<void> {
  for (const suffix of ['', ...besideFile]) await rm(file + suffix, { force: true, recursive: true });
}

/** Returns random letters, which tell the files of seats of one name apart. */
const letters = (): string => String.fromCodePoint(...randomBytes(4).map((byte) => 97 + (byte % 26)));

/**
 * Returns the name of a scheduled backup, such as `caja-Till-2-2026-11-20T140502-kfwa.db`, in UTC. The `T` keeps the digits apart, which
 * would otherwise look like a card number behind those of the seat, so that the audit trail could not name the file.
 */
export const backupName = (seat: string, at: Date): string =>
  `caja-${plain(seat)}-${at.toISOString().slice(0, 19).replaceAll(':', '')}-${letters()}.db`;

const backupForm = /^caja-[\w-]+-\d{4}-\d\d-\d\dT\d{6}(-[a-z]{4})?\.db$/;

/** Converts the seat's name to characters that every file system accepts. */
const plain = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/[^\w]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40) || 'seat';

/** Removes a scheduled backup, or the remains of an interrupted one. Leaves any other file, which only an edited schedule names. */
export async function removeBackup(file: string): Promise<void> {
  if (!backupForm.test(path.basename(file))) return;
  await rm(file, { force: true });
  await removeCopy(`${file}.partial`);
}

const arrivingAs = (file: string): string => `${file}.restoring`;
/** Never completed after a power cut, unlike the checked copy. */
const uncheckedAs = (file: string): string => `${file}.unchecked`;

/**
 * Makes a checked copy beside the ledger, which may be in use. `replaceSqlite` puts it in place, `dropCopy` removes it.
 * @param ledger id of the ledger that it replaces; null for an unknown one
 * @param restore id by which the copy says, once it is in place, what put it there
 * @returns the number of its attempts
 */
export async function prepareRestore(
  copy: string,
  file: string,
  ledger: string | null,
  restore: string,
  course: Course = unwatched,
): Promise<number> {
  const unchecked = uncheckedAs(file);
  try {
    await removeCopy(unchecked);
    await copyWhole(copy, unchecked, course);
    // The file of a program that was killed has its last commits there.
    if (existsSync(`${copy}-wal`)) await copyFile(`${copy}-wal`, `${unchecked}-wal`);
    course.begin('check', null);
    // The bytes that will be the ledger are checked, because the copy itself may change meanwhile.
    return await inThread({ kind: 'bring-up', file: unchecked, ledger, restore }, course.signal);
  } catch (error) {
    await removeCopy(unchecked);
    throw namingOnly(file, unchecked, error);
  }
}

/** Removes a prepared copy that is not wanted any more, or that an ended program has left. */
export const dropCopy = (file: string): Promise<void> => removeCopy(uncheckedAs(file));

/**
 * Replaces the ledger, which must be closed, with the prepared copy. Keeps the former file beside it. After a power cut the
 * ledger is unchanged, or `finishRestore` completes the work.
 * @returns the path of the former one
 */
export async function replaceSqlite(file: string, at: Date): Promise<string | null> {
  const arriving = arrivingAs(file);
  try {
    await removeCopy(arriving);
    await putInPlace(uncheckedAs(file), arriving);
  } catch (error) {
    await dropCopy(file);
    throw namingOnly(file, arriving, namingOnly(file, uncheckedAs(file), error));
  }
  const keptFile = existsSync(file) ? setAside(file, at) : null;
  await putInPlace(arriving, file);
  return keptFile;
}

async function copyWhole(from: string, to: string, course: Course): Promise<void> {
  course.begin('copy', sizeOf(from));
  async function* counted(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let done = 0;
    for await (const chunk of chunks) {
      yield chunk;
      done += chunk.length;
      course.progress(done);
    }
  }
  const highWaterMark = bytesAtOnce;
  await pipeline(createReadStream(from, { highWaterMark }), counted, createWriteStream(to, { highWaterMark }));
}

/**
 * Completes an interrupted restore before the ledger is opened, because a power cut between the two renames would otherwise
 * leave an empty ledger. Removes a copy that lies beside a ledger, because its restore had not reached the renames.
 * @param at instant by which what is left of the former ledger is named
 */
export async function finishRestore(file: string, at: Date): Promise<void> {
  const arriving = arrivingAs(file);
  if (!existsSync(arriving)) return;
  if (existsSync(file) || !statSync(arriving).isFile()) return removeCopy(arriving);
  // SQLite would write the log of the former ledger into this one.
  setAside(file, at);
  await rename(arriving, file);
  await flushFolder(path.dirname(file));
}

/** @param keptFile the replaced ledger, closed. A damaged one gives what can be read. Never rejects */
export async function carryTrail(keptFile: string, target: Engine, reportBug: ReportBug): Promise<void> {
  const tell = (cause: unknown): void =>
    reportBug(new Error(`The audit trail in ${keptFile} could not be carried over.`, { cause }));
  let database: DatabaseSync | null = null;
  try {
    database = new DatabaseSync(keptFile, { ...guarded, readOnly: true });
    const source = new Kysely<Tables>({ dialect: nodeSqliteDialect(database, 0) });
    const carryEvents = async (): Promise<void> => addEvents(target.bulkWrite, await allEvents(source));
    for (const carry of [copyCloses, copyLinks, carryEvents]) await carry(source, target).catch(tell);
  } catch (error) {
    tell(error);
  } finally {
    if (database?.isOpen === true) database.close();
  }
}
