/** Small documents at rest (merchants, operators, the seat's settings): read once at start, written whole and atomically. */
import type { Failure } from '#shared/failure.ts';
import { errorText } from '#shared/error-text.ts';

/** A document that this program could not read; its bytes are kept. */
export interface UnreadDocument {
  /** `newer`: a later version of the program made it, and it stays where it is. */
  readonly reason: 'damaged' | 'newer';
  /** Absolute: where the bytes are now. */
  readonly file: string;
}

export interface DocumentStore<Content> {
  /** The content read at start or written since; null when there is none yet. */
  read(): Content | null;
  /** Throws when it can't be written: `NewerDocument` when the file is not this version's to write. */
  write(content: Content): void;
  /** The file that could not be read at start; null when there was none. */
  readonly unread: UnreadDocument | null;
}

/** A document in which something may be given up. */
export interface KeptDocumentStore<Content> extends DocumentStore<Content> {
  /** Copies the file beside itself before something in it is given up; null when there is no file or no room. */
  keepCopy(): string | null;
}

/** The file was made by a newer version of the program; writing it would lose what only that version understands. */
export class NewerDocument extends Error {
  readonly file: string;

  constructor(file: string) {
    super(`${file} was made by a newer version of Caja and is left as it is`);
    this.name = 'NewerDocument';
    this.file = file;
  }
}

/** The failure for an error of `write`. */
export const writeFailure = (error: unknown): Failure =>
  error instanceof NewerDocument
    ? { kind: 'newer-file', file: error.file }
    : { kind: 'file', detail: errorText(error) };

/** The file that a newer version made; null when there is none. */
export const newerFile = ({ unread }: Pick<DocumentStore<unknown>, 'unread'>): string | null =>
  unread?.reason === 'newer' ? unread.file : null;
