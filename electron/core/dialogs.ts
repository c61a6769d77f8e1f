/** The system's dialogs as the calls need them. */
import type { Session } from '#electron/core/operators/session.ts';

export interface FileKind {
  /** Without a dot. */
  readonly extension: string;
  /** In the seat's language. */
  readonly name: string;
}

/** Every answer is null when the operator closed the dialog. */
export interface Dialogs {
  askWhereToSave(title: string, name: string, kind: FileKind): Promise<string | null>;
  askWhatToOpen(title: string, kind: FileKind): Promise<string | null>;
  askForFolder(title: string, now: string): Promise<string | null>;
}

/** Drops the answer when somebody else works here by then, because a dialog of the system outlives a lock. */
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
