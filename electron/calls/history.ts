/** Calls about the attempts on the record. */
import type { Clock } from '#electron/core/ports/host.ts';
import type { InFlight } from '#electron/core/payments/in-flight.ts';
import type { History } from '#electron/core/records/history.ts';
import type { LookUpPayment } from '#electron/core/records/look-up.ts';
import type { SavedViews } from '#electron/core/records/saved-views.ts';
import type { Handlers } from '#electron/ipc/handlers.ts';
import { withoutFees } from '#shared/ledger/service-records.ts';
import { mayAct } from '#shared/role.ts';
import { failed, ok, type Result } from '#shared/failure.ts';
import type { Attempt } from '#shared/payments/attempt.ts';
import { type As, type AsGuarded, copied, subjectOf } from './as.ts';
import { exportAttempts, saveExport, tellTotal, watched, type ExportParts } from './exports/export-attempts.ts';

export interface HistoryCallsParts extends ExportParts {
  readonly history: History;
  readonly savedViews: SavedViews;
  readonly lookUp: LookUpPayment;
  readonly clock: Clock;
  readonly inFlight: Pick<InFlight, 'during'>;
  readonly openReceipt: (
    attempt: Pick<Attempt, 'environment' | 'state' | 'resolution' | 'receiptUrl' | 'currencySign'>,
  ) => Promise<Result<void>>;
}

export const historyCalls = (
  { history, savedViews, lookUp, clock, openReceipt, inFlight, ...parts }: HistoryCallsParts,
  as: As,
  guarded: AsGuarded,
): Handlers['history'] => ({
  search: as((query, actor) => history.search(query, actor)),
  sums: as((filter, actor) => history.sums(filter, actor)),
  show: as(({ id }, actor) => history.show(id, actor)),
  unknowns: () => copied(history.unknowns()),
  // May resolve the attempt, so it is counted like `resolve`.
  lookUp: as(async ({ id, of }, actor) => {
    const seesFees = mayAct(actor.role, 'back-office');
    if (of === 'customer' && !seesFees) return failed({ kind: 'not-permitted', needs: 'back-office' });
    const shown = await history.show(id, actor);
    if (!shown.ok) return shown;
    const looked = await inFlight.during(lookUp(id, of));
    return looked.ok ? ok(seesFees ? looked.value : withoutFees(looked.value)) : looked;
  }),
  // Counted as work that moves money, so that the program does not end in the middle of it.
  resolve: as((request, actor) => inFlight.during(history.resolve(request, actor))),
  export: guarded(
    ({ filter, format }) => ({ act: 'export', subject: subjectOf({ filter, format }) }),
    ({ filter, format }, actor) => {
      const { t, day } = parts.words();
      const name = t('shell:dialog.exportName', { day: day(clock()) });
      const title = t('shell:dialog.exportTitle');
      return saveExport(parts, { kind: 'export-history', actor, title, name, format }, (file, course) => {
        course.begin('write', null);
        tellTotal(course, history.count(filter, actor));
        const rows = watched(history.all(filter, actor), course);
        return exportAttempts(rows, file, format, parts.words(), clock());
      });
    },
  ),
  reach: as((_input, actor) => Promise.resolve(ok(history.reach(actor)))),
  operators: as((_input, actor) => copied(history.operators(actor))),
  views: as((_input, actor) => Promise.resolve(ok(savedViews.of(actor)))),
  saveView: as(({ view, former }, actor) => Promise.resolve(savedViews.save(view, former, actor))),
  removeView: as(({ name }, actor) => Promise.resolve(savedViews.remove(name, actor))),
  openReceipt: as(async ({ id }, actor) => {
    const shown = await history.show(id, actor);
    return shown.ok ? openReceipt(shown.value) : shown;
  }),
});
