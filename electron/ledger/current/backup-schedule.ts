/** Runs the backup schedule on this machine: folder, file names and timers. */
import { access, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { createBackups, type BackupsParts } from '#electron/core/records/backups.ts';
import { backupName, removeBackup } from '#electron/ledger/copies/backup.ts';
import { usualBackups } from '#shared/ledger/backups.ts';
import type { LongWork } from '#electron/core/work/long-work.ts';
import { errorText } from '#shared/error-text.ts';
import { failed, ok } from '#shared/failure.ts';
import type { SelectedLedger } from './selected-ledger.ts';

export interface BackupScheduleParts extends Pick<
  BackupsParts,
  'store' | 'clock' | 'busy' | 'onBackup' | 'emit' | 'reportBug'
> {
  readonly folder: string;
  readonly selectedLedger: Pick<SelectedLedger, 'opened'>;
  readonly longWork: Pick<LongWork, 'run' | 'busy'>;
  readonly seat: () => string;
}

/** Delay of the first look, which lets the screens open first, in ms. */
const firstLook = 3_000;
/** Interval of later ones, in ms. They read nothing, and a backup that met a payment or other work is made soon after it. */
const interval = 10_000;

export function startBackups({ folder, selectedLedger, longWork, seat, ...parts }: BackupScheduleParts) {
  let embedded = false;
  const usualFolder = path.join(folder, 'backups');
  const backups = createBackups({
    ...parts,
    busy: () => parts.busy() || longWork.busy(),
    usual: usualBackups,
    usualFolder,
    embedded: () => embedded,
    nameOf: (place, at) => path.join(place, backupName(seat(), at)),
    async backUp(file) {
      const place = path.dirname(file);
      // A chosen one that is gone may be on a disk that was taken off.
      await (place === usualFolder ? mkdir(place, { recursive: true }) : access(place));
      const made = await longWork.run({
        kind: 'scheduled-backup',
        actor: null,
        async work(course) {
          try {
            const attempts = await (await selectedLedger.opened()).backUp(file, course);
            return ok({ attempts });
          } catch (error) {
            return failed({ kind: 'file', doing: 'write', detail: errorText(error) });
          }
        },
        told: ({ attempts }) => ({ count: attempts, file }),
      });
      if (made.ok) return made.value;
      throw new Error(made.failure.kind === 'file' ? made.failure.detail : made.failure.kind);
    },
    remove: removeBackup,
  });

  async function look(): Promise<void> {
    // An unavailable ledger can't be copied, and a banner already reports it.
    const ledger = await selectedLedger.opened().catch(() => null);
    embedded = ledger?.engine.kind === 'sqlite';
    await backups.look();
  }
  const begin = setTimeout(() => void look(), firstLook);
  const timer = setInterval(() => void look(), interval);
  begin.unref();
  timer.unref();
  return {
    ...backups,
    stop() {
      clearTimeout(begin);
      clearInterval(timer);
    },
  };
}
