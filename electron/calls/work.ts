/** Calls about long work: how far it is, the way to stop it, and the file that it left. */
import type { LongWork } from '#electron/core/work/long-work.ts';
import type { Works } from '#electron/calls/by-rule.ts';
import { failed, ok } from '#shared/failure.ts';

export interface WorkCallsParts {
  readonly longWork: LongWork;
  /** Shows a file in the system's file manager. */
  readonly showInFolder: (file: string) => void;
}

export const workCalls = ({ longWork, showInFolder }: WorkCallsParts): Works['work'] => ({
  current: (_input, actor) => ok(longWork.current(actor)),
  cancel: ({ id }, actor) => longWork.cancel(id, actor),
  dismiss: ({ id }, actor) => ok(longWork.dismiss(id, actor)),
  showFile: ({ id }, actor) => {
    const file = longWork.fileOf(id, actor);
    if (file === null) return failed({ kind: 'not-found' });
    showInFolder(file);
    return ok(undefined);
  },
});
