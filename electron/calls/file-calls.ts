/** The calls that ask for a file or change which ledger is kept: export, backup, restore, purge, choose, move. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Backups } from '#electron/core/records/backups.ts';
import type { History } from '#electron/core/records/history.ts';
import { fromLedger } from '#electron/core/records/ledger-failure.ts';
import { LedgerUnavailable, type Actor, type Clock, type Emit } from '#electron/core/ports.ts';
import type { Session } from '#electron/core/operators/session.ts';
import { isKeyed, type ExportWords } from '#electron/export/columns.ts';
import { writeHistory } from '#electron/export/write-history.ts';
import { ZipError } from 'hucre';
import type { Handlers } from '#electron/ipc/handlers.ts';
import { askForFolder, askWhatToOpen, askWhereToSave } from '#electron/shell/dialogs.ts';
import type { Words } from '#electron/shell/words.ts';
import { failed, ok, type Result } from '#shared/failure.ts';
import { historyFilterSchema, type ExportFormat } from '#shared/ledger/history.ts';
import type { LedgerDeed } from '#shared/ledger/ledger-events.ts';
import type { Attempt } from '#shared/payments/attempt.ts';
import { paymentUnderWay, type SelectedLedger } from '#electron/ledger/current/selected-ledger.ts';
import { errorText } from '#shared/error-text.ts';

export interface FileCallsParts {
  readonly selectedLedger: SelectedLedger;
  readonly backups: Backups;
  readonly history: Pick<History, 'all'>;
  readonly session: Pick<Session, 'actor'>;
  readonly words: () => Words;
  readonly clock: Clock;
  readonly emit: Emit;
  /** Whether a payment or its record is under way: its ledger must not go away then. */
  readonly busy: () => boolean;
}

export interface FileCalls {
  readonly exportHistory: Handlers['history']['export'];
  readonly ledgerSettings: Omit<Handlers['settings'], 'save'>;
}

export function createFileCalls(parts: FileCallsParts): FileCalls {
  const { selectedLedger, backups, history, session, words, clock, emit, busy } = parts;
  const day = () => words().day(clock());
  /** The local day and time, for names of files that must not meet those of earlier ones. */
  const moment = () => {
    const now = clock();
    return `${words().day(now)}-${[now.getHours(), now.getMinutes()].map((part) => String(part).padStart(2, '0')).join('')}`;
  };
  /** What was removed from the record, or copied of it, may be in that file alone: it is not replaced, whatever a dialog offers. */
  const taken = (file: string): Result<never> | null =>
    existsSync(file) ? failed({ kind: 'file', detail: words().t('shell:dialog.taken', { file }) }) : null;

  /** A dialog of the system outlives a lock: what somebody else answers in it counts as closing it. */
  async function here<Answer>(asked: Promise<Answer | null>): Promise<Answer | null> {
    const who = session.actor()?.name;
    const answer = await asked;
    return session.actor()?.name === who ? answer : null;
  }

  /** What was done to the record is on the record. */
  const note = (actor: Actor, deed: LedgerDeed): Promise<Result<void>> =>
    fromLedger(selectedLedger.opened().then((ledger) => ledger.note(actor.name, deed)));

  async function write(attempts: AsyncIterable<Attempt>, file: string, format: ExportFormat): Promise<Result<number>> {
    const { t } = words();
    try {
      const wording = exportWords(words());
      return ok(await writeHistory(attempts, { file, format, words: wording, sheetName: t('shell:export.sheet') }));
    } catch (error) {
      if (error instanceof LedgerUnavailable) throw error;
      if (error instanceof ZipError) return failed({ kind: 'file', detail: t('shell:export.tooLarge') });
      return fileFailure(error);
    }
  }

  return {
    async exportHistory({ filter, format }) {
      const actor = session.actor();
      if (actor === null) return failed({ kind: 'signed-out' });
      const { t } = words();
      const name = t('shell:dialog.exportName', { day: day() });
      const kind = { extension: format, name: t(`shell:dialog.${format}`) };
      const file = await here(askWhereToSave(t('shell:dialog.exportTitle'), name, kind));
      if (file === null) return ok(null);
      const rows = await write(history.all(filter, actor), file, format);
      return rows.ok ? ok({ path: file, rows: rows.value }) : rows;
    },
    ledgerSettings: {
      chooseLedger: ({ choice, password }) =>
        busy() ? Promise.resolve(paymentUnderWay) : selectedLedger.choose(choice, password, busy),
      async moveLedger() {
        const actor = session.actor();
        if (actor === null) return failed({ kind: 'signed-out' });
        if (busy()) return paymentUnderWay;
        const moved = await selectedLedger.move((progress) => emit('move.progress', progress));
        if (!moved.ok) return moved;
        const noted = await note(actor, { kind: 'move', ...moved.value });
        return noted.ok ? moved : noted;
      },
      async backUp() {
        const { t } = words();
        const name = t('shell:dialog.backUpName', { moment: moment() });
        const kind = { extension: 'db', name: t('shell:dialog.database') };
        const file = await here(askWhereToSave(t('shell:dialog.backUpTitle'), name, kind));
        if (file === null) return ok(null);
        const refused = taken(file);
        if (refused !== null) return refused;
        const ledger = await selectedLedger.opened();
        try {
          const { attempts } = await ledger.backUp(file);
          return ok({ path: file, attempts });
        } catch (error) {
          return fileFailure(error);
        }
      },
      planBackups: (plan) => backups.plan(plan),
      async chooseBackupFolder() {
        const folder = await here(askForFolder(words().t('shell:dialog.backupsTitle'), backups.status().folder));
        return folder === null ? ok(null) : backups.keepIn(path.resolve(folder));
      },
      async restore() {
        const actor = session.actor();
        if (actor === null) return failed({ kind: 'signed-out' });
        if (busy()) return paymentUnderWay;
        const { t } = words();
        const kind = { extension: 'db', name: t('shell:dialog.database') };
        const file = await here(askWhatToOpen(t('shell:dialog.restoreTitle'), kind));
        if (file === null) return ok(null);
        // A damaged record has no events that could be taken along.
        const former = await fromLedger(selectedLedger.opened().then((ledger) => ledger.allEvents()));
        // The dialog may have been open for long, beside a window that takes payments.
        if (busy()) return paymentUnderWay;
        const restored = await selectedLedger.restore(path.resolve(file));
        if (!restored.ok) return restored;
        const { attempts } = restored.value;
        if (former.ok) await fromLedger(selectedLedger.opened().then((ledger) => ledger.addEvents(former.value)));
        const noted = await note(actor, { kind: 'restore', attempts, file });
        return noted.ok ? ok({ path: file, attempts }) : noted;
      },
      async purge({ before }) {
        const actor = session.actor();
        if (actor === null) return failed({ kind: 'signed-out' });
        if (before >= clock().toISOString()) {
          return failed({ kind: 'invalid', issues: [{ path: 'before', code: 'too_big' }] });
        }
        const { t } = words();
        const name = t('shell:dialog.purgeName', { moment: moment() });
        const kind = { extension: 'csv', name: t('shell:dialog.csv') };
        const file = await here(askWhereToSave(t('shell:dialog.purgeTitle'), name, kind));
        if (file === null) return ok(null);
        const refused = taken(file);
        if (refused !== null) return refused;
        const older = historyFilterSchema.parse({ until: before });
        const rows = await write(history.all(older, actor), file, 'csv');
        if (!rows.ok) return rows;
        const begun = await note(actor, { kind: 'purge-begun', before, exported: rows.value, file });
        if (!begun.ok) return begun;
        const removed = await fromLedger(selectedLedger.opened().then((ledger) => ledger.purge(before)));
        if (!removed.ok) return removed;
        const noted = await note(actor, { kind: 'purge', before, removed: removed.value, file });
        return noted.ok ? ok({ path: file, removed: removed.value }) : noted;
      },
    },
  };
}

/** What the file system or SQLite said; there is nothing secret in it. */
const fileFailure = (error: unknown): Result<never> => failed({ kind: 'file', detail: errorText(error) });

const exportWords = ({ t }: Words): ExportWords => ({
  heading: (column) => (isKeyed(column) ? t(`fields:${column}.heading`) : t(`shell:export.columns.${column}`)),
  state: (state) => t(`outcomes:state.${state}`),
  operation: (operation) => t(`common:operation.${operation}`),
  environment: (environment) => t(`common:environment.${environment}`),
});
