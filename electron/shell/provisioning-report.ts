/** Reports what a provisioning file did: to the console, the log, and in a dialog when it was refused. */
import { provisioningLines, type ProvisioningOutcome } from '#electron/core/provisioning/provisioning.ts';
import { say } from './dialogs.ts';
import type { Log } from './log.ts';
import { provisioningCode, type ProvisioningEnd } from './start/provisioning-end.ts';
import type { Words } from './words.ts';

/**
 * Reports an application to its end. One that breaks off counts as not applied.
 * @param silent opens no dialog, for a script at whose seat nobody may be
 */
export async function reportProvisioning(
  apply: () => Promise<ProvisioningOutcome>,
  { t }: Pick<Words, 't'>,
  log: Log,
  silent: boolean,
): Promise<ProvisioningEnd> {
  const outcome = await apply().catch((error: unknown) => brokenOff(error, log));
  const code = provisioningCode(outcome);
  switch (outcome.kind) {
    case 'refused': {
      const rest = outcome.why === 'not-applied' ? 'shell:provision.partly' : 'shell:provision.nothingChanged';
      const lines = [...provisioningLines(outcome.issues), t(rest)];
      // Without the colon, behind which the log would take a word of the mistake for a secret.
      const noted = [...provisioningLines(outcome.issues, ' '), t(rest)];
      log.warn(`Provisioning failed: ${noted.join('; ')}`);
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
      const lines: string[] = [t('shell:provision.applied', { count })];
      if (operators !== undefined) {
        const told = { added: operators.added.length, changed: operators.changed.length };
        log.info(`Provisioned operators: ${told.added} added, ${told.changed} changed`);
        lines.push(t('shell:provision.operators', told));
      }
      return { code, lines };
    }
  }
}

function brokenOff(error: unknown, log: Log): ProvisioningOutcome {
  log.error('Bug', error);
  return { kind: 'refused', why: 'not-applied', issues: [{ path: '(file)', message: `broke off, see ${log.file}` }] };
}
