/** The system's dialogs as the calls need them. */
import type { Session } from '#electron/core/operators/session.ts';

export interface FileKind {
  /** File name extension without a dot. */
  readonly extension: string;
  /** Description in the seat's language. */
  readonly name: string;
}

/** Dialogs that resolve to null when the operator closes them. */
export interface Dialogs {
  askWhereToSave(title: string, name: string, kind: FileKind): Promise<string | null>;
  askWhatToOpen(title: string, kind: FileKind): Promise<string | null>;
  askForFolder(title: string, now: string): Promise<string | null>;
}

/** Drops an answer when the operator has changed meanwhile, because a system dialog outlives a lock. */
export function dialogsOf(session: Pick<Session, 'actor'>, dialogs: Dialogs): Dialogs {
  async function here<Answer>(asked: Promise<Answer | null>): Promise<Answer | null> {
    const who = session.actor()?.name;
    const answer = await asked;
    return session.actor()?.name === who ? answer : null;
  }
  return {
    askWhereToSave: (title, name, kind) => here(dialogs.askWhereToSave(title, name, kind)),
    askWhatToOpen: (title, kind) => here(dialogs.askWhatToOpen(title, kind)),
    askForFolder: (title, now) => here(dialogs.askForFolder(title, now)),
  };
}
