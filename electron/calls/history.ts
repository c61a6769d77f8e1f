/** Calls about the attempts on the record. */
import type { Clock } from '#electron/core/ports/host.ts';
import type { History } from '#electron/core/records/history.ts';
import type { Handlers } from '#electron/ipc/handlers.ts';
import type { Words } from '#electron/shell/words.ts';
import type { Result } from '#shared/failure.ts';
import type { Attempt } from '#shared/payments/attempt.ts';
import { type As, type AsGuarded, copied, subjectOf } from './as.ts';
import type { Dialogs } from '#electron/core/dialogs.ts';
import { exportAttempts, saveExport } from './exports/export-attempts.ts';

export interface HistoryCallsParts {
  readonly history: History;
  readonly dialogs: Dialogs;
  readonly words: () => Words;
  readonly clock: Clock;
  readonly openReceipt: (
    attempt: Pick<Attempt, 'environment' | 'state' | 'resolution' | 'receiptUrl'>,
  ) => Promise<Result<void>>;
}

export const historyCalls = (
  { history, dialogs, words, clock, openReceipt }: HistoryCallsParts,
  as: As,
  guarded: AsGuarded,
): Handlers['history'] => ({
  search: as((query, actor) => history.search(query, actor)),
  show: as(({ id }, actor) => history.show(id, actor)),
  unknowns: () => copied(history.unknowns()),
  resolve: as((request, actor) => history.resolve(request, actor)),
  export: guarded(
    ({ filter, format }) => ({ act: 'export', subject: subjectOf({ filter, format }) }),
    ({ filter, format }, actor) => {
      const { t, day } = words();
      const name = t('shell:dialog.exportName', { day: day(clock()) });
      return saveExport(dialogs, words(), { title: t('shell:dialog.exportTitle'), name, format }, (file) =>
        exportAttempts(history.all(filter, actor), file, format, words(), clock()),
      );
    },
  ),
  dayClose: (query) => history.dayClose(query),
  operators: as((_input, actor) => copied(history.operators(actor))),
  openReceipt: as(async ({ id }, actor) => {
    const shown = await history.show(id, actor);
    return shown.ok ? openReceipt(shown.value) : shown;
  }),
});
