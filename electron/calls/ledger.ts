/** Calls about the ledger as a whole: its selection, copies and audit trail, and the purge of old payments. */
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { type Course, WorkCancelled } from '#electron/core/ports/course.ts';
import type { Actor } from '#electron/core/ports/host.ts';
import { fromLedger } from '#electron/core/ports/ledger.ts';
import type { Works } from '#electron/calls/by-rule.ts';
import type { Services } from '#electron/calls/services.ts';
import { paymentUnderWay } from '#electron/ledger/current/kept-choice.ts';
import type { StoredLedger } from '#electron/ledger/stored-ledger.ts';
import { oneHour } from '#shared/durations.ts';
import { longestDuplicateWindow } from '#shared/seat/merchant.ts';
import { failed, ok, type Result } from '#shared/failure.ts';
import type { LedgerDeed } from '#shared/audit/ledger-events.ts';
import { ledgerChosen } from '#shared/contract/deeds.ts';
import { exportTrail } from './exports/export-trail.ts';
import {
  fileFailure,
  refuseExisting,
  saveExport,
  saveFile,
  tellTotal,
  watched,
  exportAttempts,
} from './exports/export-attempts.ts';
import type { History } from '#electron/core/records/history.ts';
import { holdsExactly, noting, type ExportedAttempt } from '#electron/export/history-file.ts';
import type { Words } from '#electron/shell/words.ts';
import { historyFilterSchema } from '#shared/ledger/history.ts';

export const ledgerCalls = (services: Services): Works['ledger'] => ({
  ...choiceCalls(services),
  ...copyCalls(services),
  ...trailCalls(services),
  purge: purgeCall(services),
});

const onLedger = <Value>(
  { selectedLedger }: Services,
  work: (ledger: StoredLedger) => Promise<Value>,
): Promise<Result<Value>> => fromLedger(selectedLedger.opened().then(work));

const note = (services: Services, actor: Actor, deed: LedgerDeed): Promise<Result<void>> =>
  onLedger(services, (ledger) => ledger.note(actor.name, deed));

/** Returns the local date and time, for file names that do not collide with earlier ones. */
function moment({ words, clock }: Services): string {
  const now = clock();
  return `${words().day(now)}-${[now.getHours(), now.getMinutes()].map((part) => String(part).padStart(2, '0')).join('')}`;
}

function choiceCalls(services: Services) {
  const { selectedLedger, longWork, busy } = services;
  return {
    status: async () => ok(await selectedLedger.status()),
    choose: ({ choice, password }, actor) => {
      if (busy()) return paymentUnderWay;
      const under = longWork.refusal('move');
      if (under !== null) return failed(under);
      // The other seats of a shared ledger see there that this one has left.
      const leave = (former: Pick<StoredLedger, 'note'>): Promise<void> =>
        former.note(actor.name, ledgerChosen(choice, password !== null));
      return selectedLedger.choose(choice, password, longWork.needsLedger, leave);
    },
    acceptServer: (_input, actor) => fromLedger(selectedLedger.acceptServer(actor.name)),
    move: (_input, actor) => {
      if (busy()) return paymentUnderWay;
      return longWork.run({
        kind: 'move',
        actor,
        async work(course) {
          const moved = await selectedLedger.move(course, actor.name);
          if (!moved.ok) return moved;
          const noted = await note(services, actor, { kind: 'move', ...moved.value });
          return noted.ok ? moved : noted;
        },
        told: ({ attempts, amount, verified }) => ({ count: attempts, amount, agrees: verified }),
      });
    },
  } satisfies Partial<Works['ledger']>;
}

function copyCalls(services: Services) {
  const { selectedLedger, backups, longWork, dialogs, words, busy } = services;
  const databases = () => ({ extension: 'db', name: words().t('shell:dialog.db') });
  return {
    backUp: (_input, actor) => {
      const { t } = words();
      const name = t('shell:dialog.backUpName', { moment: moment(services) });
      const asked = { kind: 'backup', actor, title: t('shell:dialog.backUpTitle'), name, format: 'db' } as const;
      const write = async (file: string, course: Course) => {
        const ledger = await selectedLedger.opened();
        try {
          return ok({ path: file, attempts: await ledger.backUp(file, course) });
        } catch (error) {
          return fileFailure(error);
        }
      };
      return saveFile(services, asked, refuseExisting, write, ({ attempts }) => attempts);
    },
    restore: async (_input, actor) => {
      if (busy()) return paymentUnderWay;
      const under = longWork.refusal('restore');
      if (under !== null) return failed(under);
      const file = await dialogs.askWhatToOpen(words().t('shell:dialog.restoreTitle'), databases());
      if (file === null) return ok(null);
      // The dialog may have been open for a while, beside a window that takes payments.
      if (busy()) return paymentUnderWay;
      return longWork.run({
        kind: 'restore',
        actor,
        async work(course) {
          const operatorName = actor.name;
          const restored = await selectedLedger.restore(path.resolve(file), { course, busy, operatorName });
          return restored.ok ? ok({ path: file, attempts: restored.value.attempts }) : restored;
        },
        told: ({ attempts }) => ({ count: attempts, file }),
      });
    },
    backups: () => ok(backups.status()),
    planBackups: (plan) => backups.plan(plan),
    async chooseBackupFolder() {
      const folder = await dialogs.askForFolder(words().t('shell:dialog.backupsTitle'), backups.status().folder);
      return folder === null ? ok(null) : backups.keepIn(path.resolve(folder));
    },
  } satisfies Partial<Works['ledger']>;
}

function trailCalls(services: Services) {
  const { selectedLedger, longWork, words, clock, emit } = services;
  return {
    events: (query) => onLedger(services, (ledger) => ledger.events(query)),
    eventOperators: () => onLedger(services, (ledger) => ledger.eventOperators()),
    checkTrail: (_input, actor) =>
      longWork.run({
        kind: 'check-trail',
        actor,
        async work(course) {
          const checked = await onLedger(services, (ledger) => ledger.checkTrail(course));
          if (checked.ok) emit('ledger.changed', {});
          return checked;
        },
        told: ({ links }) => ({ count: links }),
      }),
    async admitSeat({ signer }) {
      const admitted = await onLedger(services, (ledger) => ledger.admitSeat(signer));
      if (!admitted.ok) return admitted;
      if (admitted.value === 'locked') return failed({ kind: 'vault', reason: 'locked' });
      return admitted.value === null ? failed({ kind: 'not-found' }) : ok(admitted.value);
    },
    exportTrail: async ({ format }, actor) => {
      const { t, day } = words();
      const name = t('audit:export.name', { day: day(clock()) });
      const opened = await fromLedger(selectedLedger.opened());
      if (!opened.ok) return opened;
      const asked = { kind: 'export-trail', actor, title: t('audit:export.title'), name, format } as const;
      return saveExport(services, asked, (file, course) => {
        course.begin('write', null);
        tellTotal(course, fromLedger(opened.value.countTrail()));
        return exportTrail(watched(opened.value.readTrail(), course), file, format, words());
      });
    },
  } satisfies Partial<Works['ledger']>;
}

function purgeCall(services: Services): Works['ledger']['purge'] {
  const { selectedLedger, history, merchants, words, clock } = services;
  return async ({ before }, actor) => {
    if (before >= clock().toISOString()) {
      return failed({ kind: 'invalid', issues: [{ path: 'before', code: 'too_big' }] });
    }
    const hours = longestDuplicateWindow(await merchants.list());
    if (Date.parse(before) > clock().getTime() - hours * oneHour) return failed({ kind: 'too-recent', hours });
    // The exported file would lack what they still have to write back, and the purge would count it as removed.
    const awaited = await onLedger(services, (ledger) => Promise.resolve(ledger.otherServer()?.awaited ?? []));
    if (!awaited.ok) return awaited;
    if (awaited.value.length > 0) return failed({ kind: 'seats-awaited', seats: awaited.value });
    const { t } = words();
    const name = t('shell:dialog.purgeName', { moment: moment(services) });
    const asked = { kind: 'purge', actor, title: t('shell:dialog.purgeTitle'), name, format: 'csv' } as const;
    const write = (file: string, course: Course) => {
      const { opened } = selectedLedger;
      const noted = (deed: LedgerDeed) => note(services, actor, deed);
      return purge({ history, opened, note: noted, words: words(), actor, before, file, now: clock() }, course);
    };
    return saveFile(services, asked, refuseExisting, write, ({ removed }) => removed);
  };
}

interface Purge {
  readonly history: Pick<History, 'all' | 'count'>;
  readonly opened: () => Promise<Pick<StoredLedger, 'purge'>>;
  readonly note: (deed: LedgerDeed) => Promise<Result<void>>;
  readonly words: Words;
  readonly actor: Actor;
  /** UTC instant. Earlier payments are removed. */
  readonly before: string;
  /** New file that keeps what is removed. */
  readonly file: string;
  readonly now: Date;
}

/**
 * Exports old payments, reads the file back, then removes from the record what the file holds. Can be stopped until the removal begins, and
 * then leaves no file.
 */
async function purge(asked: Purge, course: Course): Promise<Result<{ path: string; removed: number }>> {
  const { opened, note, words, before, file } = asked;
  const exported = new Map<string, ExportedAttempt>();
  const rows = await writeRemoved(asked, exported, course);
  if (!rows.ok) return rows;
  try {
    course.begin('read-back', exported.size);
    if (!(await holdsExactly(file, exported, course.progress))) {
      return failed({ kind: 'file', detail: words.t('shell:export.differs', { file }) });
    }
    course.commit();
  } catch (error) {
    if (error instanceof WorkCancelled) await rm(file, { force: true });
    throw error;
  }
  course.begin('remove', exported.size);
  const begun = await note({ kind: 'purge-begun', before, exported: rows.value, file });
  if (!begun.ok) return begun;
  const removed = await fromLedger(opened().then((ledger) => ledger.purge(before, exported, course.progress)));
  if (!removed.ok) return removed;
  const noted = await note({ kind: 'purge', before, removed: removed.value, file });
  return noted.ok ? ok({ path: file, removed: removed.value }) : noted;
}

function writeRemoved(
  { history, words, actor, before, file, now }: Purge,
  exported: Map<string, ExportedAttempt>,
  course: Course,
): Promise<Result<number>> {
  const older = historyFilterSchema.parse({ until: before });
  course.begin('write', null);
  tellTotal(course, history.count(older, actor));
  return exportAttempts(watched(noting(history.all(older, actor), exported), course), file, 'csv', words, now);
}
