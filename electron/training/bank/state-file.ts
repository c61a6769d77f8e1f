/**
 * Keeps the training gateway's state between starts: one line of JSON per action of its bank, appended before the
 * answer leaves, so that yesterday's hold can be captured today. Of a card it holds only brand and last four.
 */
import { closeSync, existsSync, openSync, readFileSync, renameSync, truncateSync, writeSync } from 'node:fs';
import { z } from 'zod';
import { redactText } from '#electron/core/redact.ts';
import { NewerDocument, type UnreadDocument } from '#electron/core/ports/stored-documents.ts';
import { isObject, parseKnown } from '#electron/documents/versioned-document.ts';
import { factsSchema, type BankEntry, type BankTransaction } from './transaction.ts';
import { errorText } from '#shared/error-text.ts';

export interface StateFile {
  /** The bank's actions of earlier starts, in order. */
  readonly entries: readonly BankEntry[];
  /** Last port of the gateway, reused so that older receipt links still work; null at a first start. */
  readonly port: number | null;
  /** Last token, reused for the same reason; null at a first start. */
  readonly token: string | null;
  /** The file that could not be read; null when there was none. */
  readonly unread: UnreadDocument | null;
  note(entry: BankEntry): void;
  noteStart(port: number, token: string): void;
  close(): void;
}

const version = 1;
const at = z.iso.datetime({ precision: 3 });

const lineSchema = z.discriminatedUnion('what', [
  z.strictObject({
    what: z.literal('started'),
    version: z.literal(version),
    port: z.int().min(1).max(65_535),
    token: z.string().regex(/^[\w-]{16,200}$/),
  }),
  factsSchema.extend({
    what: z.literal('booked'),
    /** `codOper` of the transaction that it refers to. */
    related: z.string().nullable(),
    at,
  }),
  factsSchema.pick({ kind: true, family: true }).extend({
    what: z.literal('refused'),
    amount: z.string(),
    reference: z.string().nullable(),
    at,
  }),
]);
type Line = z.infer<typeof lineSchema>;

type State = Pick<StateFile, 'entries' | 'port' | 'token'>;

/**
 * Opens the file; null keeps nothing. Renames a damaged file and starts a new one. A newer program's file is left alone, and training is then
 * kept in memory only. Never throws.
 */
export function openStateFile(file: string | null, now: () => Date): StateFile {
  return file === null ? nothingKept : openFile(file, now);
}

const nothingRead: State = { entries: [], port: null, token: null };

const nothingKept: StateFile = {
  ...nothingRead,
  unread: null,
  note: () => undefined,
  noteStart: () => undefined,
  close: () => undefined,
};

function openFile(file: string, now: () => Date): StateFile {
  let read = nothingRead;
  let unread: UnreadDocument | null = null;
  let output: number | null = null;
  // Where nothing can be written, training goes on until the program ends.
  const giveUp = (error: unknown): void => {
    process.emitWarning(`What is done in training is not kept: ${errorText(error)}`);
    output = null;
  };
  try {
    if (existsSync(file)) read = readState(file);
  } catch (error) {
    const aside = `${file}.damaged-${now().toISOString().replaceAll(/[:.]/g, '-')}`;
    unread = error instanceof NewerDocument ? { reason: 'newer', file } : { reason: 'damaged', file: aside };
  }
  try {
    if (unread?.reason === 'damaged') renameSync(file, unread.file);
    if (unread?.reason !== 'newer') output = openSync(file, 'a', 0o600);
  } catch (error) {
    if (unread !== null) unread = { ...unread, file };
    giveUp(error);
  }

  function append(line: Line): void {
    if (output === null) return;
    try {
      // Later lines may refer to earlier ones, so nothing is written after a line that failed.
      writeSync(output, `${JSON.stringify(line)}\n`);
    } catch (error) {
      giveUp(error);
    }
  }

  // Taken out, because a function that refers to `read` would keep all its entries.
  const { port: lastPort, token: lastToken } = read;
  return {
    entries: read.entries,
    port: lastPort,
    token: lastToken,
    unread,
    note: (entry) => append(lineOf(entry)),
    noteStart(port, token) {
      if (port !== lastPort || token !== lastToken) append({ what: 'started', version, port, token });
    },
    close() {
      if (output !== null) closeSync(output);
      output = null;
    },
  };
}

/**
 * Reads all lines and drops an incomplete last one. Throws `NewerDocument`, or an error when a line is invalid or refers to
 * a missing one.
 */
function readState(file: string): State {
  const bytes = readFileSync(file);
  const end = bytes.lastIndexOf('\n') + 1;
  const entries: BankEntry[] = [];
  const byCodOper = new Map<string, BankTransaction>();
  let port: number | null = null;
  let token: string | null = null;
  for (const text of bytes.toString('utf8', 0, end).split('\n').slice(0, -1)) {
    const json: unknown = JSON.parse(text);
    if (isObject(json) && typeof json['version'] === 'number' && json['version'] > version)
      throw new NewerDocument(file);
    // Keys of newer programs stay where they are, because no line is ever written again.
    const line = parseKnown(lineSchema, json);
    switch (line.what) {
      case 'started':
        port = line.port;
        token = line.token;
        break;
      case 'refused': {
        const { what, at, ...refused } = line;
        entries.push({ what, refused, at: new Date(at) });
        break;
      }
      case 'booked': {
        const { what, at, related: reference, ...facts } = line;
        const related = reference === null ? null : byCodOper.get(reference);
        if (related === undefined) throw new Error('A request refers to nothing');
        const transaction = { ...facts, related, at: new Date(at), sequence: entries.length + 1 };
        byCodOper.set(transaction.codOper, transaction);
        entries.push({ what, transaction });
        break;
      }
    }
  }
  if (end < bytes.length) truncateSync(file, end);
  return { entries, port, token };
}

function lineOf(entry: BankEntry): Line {
  if (entry.what === 'refused') return { what: 'refused', ...entry.refused, at: entry.at.toISOString() };
  const { sequence: _sequence, related, at, buyer, description, customFields, ...facts } = entry.transaction;
  // A card number may have been keyed into any text.
  return {
    what: 'booked',
    ...facts,
    buyer: {
      ...buyer,
      firstName: redactText(buyer.firstName),
      lastName: redactText(buyer.lastName),
      email: redactText(buyer.email),
      concept: buyer.concept === null ? null : redactText(buyer.concept),
    },
    description: redactText(description),
    customFields: customFields.map((field) => ({ ...field, value: redactText(field.value) })),
    related: related?.codOper ?? null,
    at: at.toISOString(),
  };
}
