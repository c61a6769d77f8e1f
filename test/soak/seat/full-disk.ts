/**
 * A disk that is full on demand, where no small one could be mounted: files are cut off with ENOSPC, and SQLite may take no further
 * page. Loaded before everything that writes.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import sqlite, { type DatabaseSyncOptions } from 'node:sqlite';

let isFull = false;
const connections = new Set<WeakRef<sqlite.DatabaseSync>>();
/** SQLite's own limit. */
const mostPages = 4_294_967_294;

const full = (): Error => Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });

const { writeFileSync, promises } = fs;
const { writeFile } = promises;
fs.writeFileSync = (...input) => {
  if (!isFull) return writeFileSync(...input);
  writeFileSync(input[0], '');
  throw full();
};
promises.writeFile = async (file, data, options) => {
  await writeFile(file, isFull ? '' : data, options);
  if (isFull) throw full();
};

function limit(database: sqlite.DatabaseSync): void {
  if (!database.isOpen) return;
  // The limit never goes below what the file has.
  database.exec(`pragma max_page_count = ${isFull ? 1 : mostPages}`);
}

class WatchedDatabase extends sqlite.DatabaseSync {
  constructor(path: string, options: DatabaseSyncOptions = {}) {
    super(path, options);
    connections.add(new WeakRef(this));
    if (isFull) limit(this);
  }
}
sqlite.DatabaseSync = WatchedDatabase;
syncBuiltinESMExports();

export function setDiskFull(next: boolean): void {
  isFull = next;
  for (const connection of connections) {
    const database = connection.deref();
    if (database === undefined || !database.isOpen) connections.delete(connection);
    else limit(database);
  }
}
