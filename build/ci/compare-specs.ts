/**
 * Compares the specs that ran on Electron with those of the stand-in: `node build/ci/compare-specs.ts REPORT.json`, the
 * report of Playwright on Electron. Fails when a spec ran on one of them alone without being named here, or was skipped.
 */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { ElectronTarget } from '#build/electron-target.ts';
import { root } from '#build/paths.ts';

interface ReportedSuite {
  readonly title?: string;
  readonly suites?: readonly ReportedSuite[];
  readonly specs?: readonly { readonly title: string; readonly tests?: readonly { readonly status?: string }[] }[];
}

/** Specs that only the stand-in can run, by file or by title, each with the reason. */
export const standInAlone: Readonly<Record<string, string>> = {
  'holds/hold-notifications.spec.ts': 'the system shows notifications and tells nobody which',
  'settings/key-store.spec.ts': 'the run without a keyring has the passphrase; a lock can’t be ordered',
  'security/refused-start.spec.ts': 'Electron is packed when it says so: build/ci/smoke-test.ts starts that one',
  'program/packed.spec.ts › the packed program is provisioned, pays, backs up, gives way to itself, restarts and refuses':
    'Playwright drives a packed Electron with the inspector’s fuse open alone: the spec in `electronAlone`',
};

/** Specs that only Electron can run, each with the reason. */
export const electronAlone: Readonly<Record<string, string>> = {
  'program/packed.spec.ts › the packed program pays and backs up in a smoke test':
    'opens a fuse, which the stand-in does not obey; it runs the spec of the whole life instead',
};

interface Listed {
  /** File and titles, joined. */
  readonly name: string;
  readonly skipped: boolean;
}

/** Lists the specs of a report of Playwright, by file and titles. */
export function specsOf(report: { readonly suites?: readonly ReportedSuite[] }): readonly Listed[] {
  const walk = (suite: ReportedSuite, above: readonly string[]): readonly Listed[] => {
    const titles = suite.title ? [...above, suite.title.replaceAll('\\', '/')] : above;
    const own = (suite.specs ?? []).map(({ title, tests = [] }) => ({
      name: [...titles, title].join(' › '),
      skipped: tests.some(({ status }) => status === 'skipped'),
    }));
    return [...own, ...(suite.suites ?? []).flatMap((inner) => walk(inner, titles))];
  };
  return (report.suites ?? []).flatMap((suite) => walk(suite, []));
}

const names = (table: Readonly<Record<string, string>>, spec: string): boolean =>
  Object.keys(table).some((named) => spec === named || spec.startsWith(`${named} ›`));

/** @param listed specs of the stand-in, which need not have run @returns a line for each difference */
export function differences(electron: readonly Listed[], listed: readonly Listed[]): readonly string[] {
  const onElectron = new Set(electron.map(({ name }) => name));
  const onStandIn = new Set(listed.map(({ name }) => name));
  return [
    ...[...onStandIn]
      .filter((name) => !onElectron.has(name) && !names(standInAlone, name))
      .map((name) => `not on Electron: ${name}`),
    ...[...onElectron]
      .filter((name) => !onStandIn.has(name) && !names(electronAlone, name))
      .map((name) => `not on the stand-in: ${name}`),
    ...electron.filter(({ skipped }) => skipped).map(({ name }) => `skipped on Electron: ${name}`),
  ];
}

/** Lists the specs that a target would run, without running them. */
export async function listSpecs(target: ElectronTarget): Promise<readonly Listed[]> {
  const args = ['node_modules/@playwright/test/cli.js', 'test', '--config=test/e2e/playwright.config.ts'];
  const { stdout } = await promisify(execFile)(process.execPath, [...args, '--list', '--reporter=json'], {
    cwd: root,
    env: { ...process.env, CAJA_ELECTRON_TARGET: target, CAJA_THOROUGH: '1' },
    maxBuffer: 2 ** 26,
  });
  // A listing has no outcomes: Playwright calls each of its tests skipped.
  return specsOf(JSON.parse(stdout) as object).map(({ name }) => ({ name, skipped: false }));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [report = path.join(root, 'test-results/e2e.json')] = process.argv.slice(2);
  const found = differences(specsOf(JSON.parse(readFileSync(report, 'utf8')) as object), await listSpecs('stand-in'));
  console.log(found.length === 0 ? 'The same specs ran on Electron.' : found.join('\n'));
  process.exitCode = found.length === 0 ? 0 : 1;
}
