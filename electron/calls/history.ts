/** Calls about the attempts on the record. */
import type { Works } from '#electron/calls/by-rule.ts';
import type { Services } from '#electron/calls/services.ts';
import { withoutFees } from '#shared/ledger/service-records.ts';
import { mayAct } from '#shared/role.ts';
import { ok } from '#shared/failure.ts';
import { exportAttempts, saveExport, tellTotal, watched } from './exports/export-attempts.ts';

export const historyCalls = ({
  history,
  savedViews,
  lookUp,
  clock,
  openReceipt,
  ...parts
}: Services): Works['history'] => ({
  search: (query, actor) => history.search(query, actor),
  sums: (filter, actor) => history.sums(filter, actor),
  show: ({ id }, actor) => history.show(id, actor),
  unknowns: () => history.unknowns(),
  lookUp: async ({ id, of }, actor) => {
    const seesFees = mayAct(actor.role, 'back-office');
    const shown = await history.show(id, actor);
    if (!shown.ok) return shown;
    const looked = await lookUp(id, of);
    return looked.ok ? ok(seesFees ? looked.value : withoutFees(looked.value)) : looked;
  },
  resolve: (request, actor) => history.resolve(request, actor),
  export: ({ filter, format }, actor) => {
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
  reach: (_input, actor) => ok(history.reach(actor)),
  operators: (_input, actor) => history.operators(actor),
  views: (_input, actor) => ok(savedViews.of(actor)),
  saveView: ({ view, former }, actor) => savedViews.save(view, former, actor),
  removeView: ({ name }, actor) => savedViews.remove(name, actor),
  openReceipt: async ({ id }, actor) => {
    const shown = await history.show(id, actor);
    return shown.ok ? openReceipt(shown.value) : shown;
  },
});
