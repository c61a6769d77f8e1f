/** Streams rows into a PostgreSQL table with `COPY … FROM STDIN`, which pg leaves to its callers. */
import type pg from 'pg';

/** Members of pg's connection for COPY that are missing in its types. */
interface CopyConnection extends pg.Connection {
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
}

export type Value = string | number | null;

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };
const asText = (value: Value): string =>
  value === null ? '\\N' : String(value).replace(/[\\\n\r\t]/g, (sign) => escapes[sign] ?? sign);

class CopyIn implements pg.Submittable {
  readonly #text: string;
  readonly #rows: readonly (readonly Value[])[];
  /** pg wraps it with a callback that stops its timer. */
  callback: (error: Error | null) => void;

  constructor(text: string, rows: readonly (readonly Value[])[], callback: CopyIn['callback']) {
    this.#text = text;
    this.#rows = rows;
    this.callback = callback;
  }

  submit(connection: pg.Connection): void {
    connection.query(this.#text);
  }

  handleCopyInResponse(connection: CopyConnection): void {
    connection.sendCopyFromChunk(Buffer.from(this.#rows.map((row) => `${row.map(asText).join('\t')}\n`).join('')));
    connection.endCopyFrom();
  }

  handleReadyForQuery(): void {
    this.callback(null);
  }

  handleError(error: Error): void {
    this.callback(error);
  }

  handleCommandComplete(): void {}
}

/** Writes the rows. Resolves when they are stored. */
export function copyInto(
  client: pg.Client,
  table: string,
  columns: readonly string[],
  rows: readonly (readonly Value[])[],
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const text = `copy ${table} (${columns.join(', ')}) from stdin`;
  client.query(new CopyIn(text, rows, (error) => (error === null ? resolve() : reject(error))));
  return promise;
}
