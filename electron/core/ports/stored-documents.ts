/** Port for small stored documents (merchants, operators, settings): read once at start, written whole and atomically. */
import { failed, ok, type Failure, type Result } from '#shared/failure.ts';
import { errorText } from '#shared/error-text.ts';

/** A document that this program could not read. Its bytes are kept. */
export interface UnreadDocument {
  /** `newer`: written by a later version of the program, and left in place. */
  readonly reason: 'damaged' | 'newer';
  /** Absolute path at which the bytes are now. */
  readonly file: string;
}

export interface DocumentStore<Content> {
  /** Returns the content read at start or written since; null when there is none yet. */
  read(): Content | null;
  /**
   * Writes the content. Throws when it can't be written: `NewerDocument` for the file of a newer version, `DamagedDocument` for a
   * damaged one that steers payments.
   */
  write(content: Content): void;
  /** The file that could not be read at start; null otherwise. */
  readonly unread: UnreadDocument | null;
}

/** A document that can be read, and steers nothing until a supervisor decides. */
interface DoubtedDocument {
  /**
   * `changed`: not as the program wrote it last. `unsealed`: nothing tells how the program wrote it. `earlier`: it and the vault are as
   * they were at some earlier time.
   */
  readonly reason: 'changed' | 'unsealed' | 'earlier';
  readonly file: string;
}

/** Store of a document that may steer payments, of which the vault may have a sealed copy. */
export interface SteeringStore<Content> extends DocumentStore<Content> {
  readonly doubted: DoubtedDocument | null;
  /** Returns the content of the file as JSON; null without one, and for one that can't be read. */
  text(): string | null;
  /** Returns the same as the file was found at the start. */
  foundText(): string | null;
  /** Returns the content of the file, as JSON, that `write` would make. */
  textOf(content: Content): string;
  /**
   * Marks the document as one that a supervisor has to look at. Until then it can't be written.
   * @param sealed content that holds meanwhile instead of the file's; undefined for the file's
   */
  doubt(reason: DoubtedDocument['reason'], sealed?: string | null): void;
  /** Ends the doubt about the document as it is. */
  trust(): void;
  /** Renames the damaged or doubted file, and returns its new path; null when there is nothing to rename. Throws when it can't be renamed. */
  setAside(): string | null;
  /** Writes the content of a sealed copy, which is then the document's. */
  putBack(text: string): void;
  /** Writes the file anew that somebody has removed since. Returns its path; null where it is in its place. Throws when it can't be written. */
  putBackRemoved(): string | null;
  /** Called when the document was doubted, or the doubt has ended. */
  onDoubt(listener: () => void): void;
  /** Copies the file beside itself before parts of it are discarded. Returns null without a file or without room. */
  keepCopy(): string | null;
}

/** Error for a file of a newer version. Writing it would lose data that only that version understands. */
export class NewerDocument extends Error {
  readonly file: string;

  constructor(file: string) {
    super(`${file} was made by a newer version of Caja and is left as it is`);
    this.name = 'NewerDocument';
    this.file = file;
  }
}

/** Error for a damaged file that steers payments. Only a supervisor decides to go on without it. */
export class DamagedDocument extends Error {
  readonly file: string;

  constructor(file: string) {
    super(`${file} is damaged and is left as it is until a supervisor goes on without it`);
    this.name = 'DamagedDocument';
    this.file = file;
  }
}

export function writeFailure(error: unknown): Failure {
  if (error instanceof NewerDocument) return { kind: 'newer-file', file: error.file };
  if (error instanceof DamagedDocument) return { kind: 'damaged-file', file: error.file };
  return { kind: 'file', doing: 'write', detail: errorText(error) };
}

/** Writes a document, or fails with the reason. */
export function tryToWrite(write: () => void): Result<void> {
  try {
    write();
    return ok(undefined);
  } catch (error) {
    return failed(writeFailure(error));
  }
}

export const newerFile = ({ unread }: Pick<DocumentStore<unknown>, 'unread'>): string | null =>
  unread?.reason === 'newer' ? unread.file : null;
