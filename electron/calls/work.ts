/** Calls about long work: how far it is, the way to stop it, and the file that it left. */
import type { Works } from '#electron/calls/by-rule.ts';
import type { Services } from '#electron/calls/services.ts';
import { failed, ok } from '#shared/failure.ts';

export const workCalls = ({ longWork, showInFolder }: Services): Works['work'] => ({
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
