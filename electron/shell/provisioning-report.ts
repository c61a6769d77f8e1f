/** Reports what a provisioning file did: to the console, the log, and in a dialog when it was refused. */
import { provisioningLines, type ProvisioningOutcome } from '#electron/core/provisioning/provisioning.ts';
import { say } from './dialogs.ts';
import type { Log } from './log.ts';
import { provisioningCode, type ProvisioningEnd } from './start/provisioning-end.ts';
import type { Words } from './words.ts';

/** @param silent opens no dialog, for a script at whose seat nobody may be */
export function reportProvisioning(
  outcome: ProvisioningOutcome,
  { t }: Pick<Words, 't'>,
  log: Log,
  silent: boolean,
): ProvisioningEnd {
  const code = provisioningCode(outcome);
  switch (outcome.kind) {
    case 'refused': {
      const rest = outcome.why === 'not-applied' ? 'shell:provision.partly' : 'shell:provision.nothingChanged';
      const lines = [...provisioningLines(outcome.issues), t(rest)];
      log.warn(`Provisioning failed: ${lines.join('; ')}`);
      if (!silent) say(t('shell:provision.title'), lines.join('\n'));
      return { code, lines: [t('shell:provision.title'), ...lines] };
    }
    case 'waits':
      log.info('The provisioning file waits for a supervisor');
      return { code, lines: [t('shell:provision.waits')] };
    case 'applied': {
      const { created, updated, operators } = outcome.report;
      const count = created.length + updated.length;
      log.info(`Provisioned ${count} merchants`);
      if (operators !== undefined) {
        log.info(`Provisioned operators: ${operators.added.length} added, ${operators.changed.length} changed`);
      }
      return { code, lines: [t('shell:provision.applied', { count })] };
    }
  }
}
