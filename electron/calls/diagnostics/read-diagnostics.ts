/**
 * Reads the parts of a file for support. One that can't be read leaves the others in, and says so. Whatever could name a customer or open a
 * door is removed, beyond what the log leaves out already.
 */
import { readdir, readFile, stat, statfs } from 'node:fs/promises';
import { arch, cpus, freemem, release, totalmem, type, uptime, homedir } from 'node:os';
import path from 'node:path';
import type { Services } from '#electron/calls/services.ts';
import { shownPolicy } from '#electron/core/policy/policy.ts';
import type { Course } from '#electron/core/ports/course.ts';
import { ledgerFacts } from '#electron/ledger/copies/figures.ts';
import { inThread } from '#electron/ledger/copies/file-thread.ts';
import { errorText } from '#shared/error-text.ts';
import { ledgerChoiceTold, merchantTold, policyTold } from './settings-told.ts';
import { redact } from '#electron/shell/redaction.ts';

export type DiagnosticsSources = Pick<
  Services,
  | 'dataFolder'
  | 'version'
  | 'clock'
  | 'seat'
  | 'policy'
  | 'merchants'
  | 'operators'
  | 'vault'
  | 'answers'
  | 'backups'
  | 'selectedLedger'
>;

const partNames = ['versions', 'checks', 'ledger', 'settings', 'files', 'log', 'formerLog'] as const;
type PartName = (typeof partNames)[number];

export interface ReadPart {
  readonly name: PartName;
  readonly file: string;
  /** Null for a part that could not be read. */
  readonly content: Buffer | null;
  /** Why it could not, or null. */
  readonly fault: string | null;
}

/** Longest wait for one fact, in ms: a server that doesn't answer must not keep the others from support. */
const longestWait = 20_000;

/** Reads every part. Rejects only when the work is stopped. */
export async function readDiagnostics(sources: DiagnosticsSources, course: Course): Promise<readonly ReadPart[]> {
  const parts: ReadPart[] = [];
  for (const name of partNames) {
    course.progress(parts.length);
    const { file, read } = partTable[name];
    const wait = name === 'checks' ? 3 * longestWait : longestWait;
    const part = await told(() => read(sources, course.signal), wait);
    course.signal.throwIfAborted();
    if ('fault' in part) parts.push({ name, file, content: null, fault: part.fault });
    // There is no former log before the first has grown full.
    else if (part.value !== null) parts.push({ name, file, content: Buffer.from(asText(part.value)), fault: null });
  }
  return parts;
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : cleanedJson(value));

type Told = { readonly value: unknown } | { readonly fault: string };

/** Reads one fact. A fault takes its place, also one that comes too late to wait for. */
async function told(read: () => unknown, wait = longestWait): Promise<Told> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`No answer within ${wait / 1_000} s`)), wait);
  try {
    return { value: await Promise.race([Promise.resolve().then(read), late.promise]) };
  } catch (error) {
    return { fault: cleaned(errorText(error)) };
  } finally {
    clearTimeout(timer);
  }
}

const ledgerFile = ({ dataFolder }: DiagnosticsSources): string => path.join(dataFolder, 'ledger.db');

type ReadPartOf = (sources: DiagnosticsSources, signal: AbortSignal) => unknown;

const partTable: Readonly<Record<PartName, { readonly file: string; readonly read: ReadPartOf }>> = {
  versions: { file: 'versions.json', read: ({ version }) => versions(version) },
  checks: { file: 'checks.json', read: checks },
  ledger: {
    file: 'ledger.json',
    read: async (sources) => ledgerFacts(await sources.selectedLedger.opened(), ledgerFile(sources)),
  },
  settings: { file: 'settings.json', read: settings },
  files: { file: 'files.json', read: ({ dataFolder }) => files(dataFolder) },
  log: { file: 'logs/main.log', read: (sources) => readLog(sources, 'main.log') },
  formerLog: {
    file: 'logs/main.old.log',
    read: (sources) =>
      readLog(sources, 'main.old.log').catch((error: unknown) => {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
        throw error;
      }),
  },
};

const versions = (version: string) => ({
  caja: version,
  electron: process.versions.electron ?? null,
  chromium: process.versions['chrome'] ?? null,
  node: process.versions.node,
  v8: process.versions.v8,
  openssl: process.versions.openssl,
  sqlite: process.versions['sqlite'] ?? null,
  system: `${type()} ${release()} ${arch()}`,
  processors: cpus().length,
  memory: { bytes: totalmem(), free: freemem() },
  secondsUp: { system: Math.round(uptime()), program: Math.round(process.uptime()) },
});

/** Each check by itself, so that a damaged ledger does not hide the state of the key store. */
async function checks(sources: DiagnosticsSources, signal: AbortSignal): Promise<object> {
  const { selectedLedger, vault, answers, backups, dataFolder, clock } = sources;
  const status = async () => {
    const { choice: _choice, ...rest } = await selectedLedger.status();
    return rest;
  };
  const integrity = async () => {
    const { choice } = await selectedLedger.status();
    if (choice.engine !== 'sqlite') return 'not checked: the server checks its own files';
    // Rejects with `LedgerUnavailable` when the file is damaged.
    await inThread({ kind: 'look', file: ledgerFile(sources) }, signal);
    return 'whole';
  };
  const table: Readonly<Record<string, () => unknown>> = {
    ledger: status,
    ledgerFile: integrity,
    keyStore: () => vault.status(),
    disk: async () => {
      const { bsize, blocks, bavail } = await statfs(dataFolder);
      return { bytes: bsize * blocks, free: bsize * bavail };
    },
    clock: () => ({
      now: clock().toISOString(),
      zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      minutesFromUtc: -clock().getTimezoneOffset(),
    }),
    waitingAnswers: () => answers.waiting(),
    backups: () => backups.status(),
  };
  const results = await Promise.all(
    Object.entries(table).map(async ([name, check]) => {
      const result = await told(check);
      return [name, 'fault' in result ? result : result.value] as const;
    }),
  );
  return Object.fromEntries(results);
}

async function settings({ seat, policy, merchants, operators, selectedLedger }: DiagnosticsSources): Promise<object> {
  const { operators: people, idleMinutes, limits } = operators.view();
  const inUse = people.filter(({ active }) => active).map(({ role }) => role);
  return {
    seat: seat.settings(),
    policy: policyTold(shownPolicy(policy)),
    ledger: ledgerChoiceTold((await selectedLedger.status()).choice),
    operators: {
      state: operators.state(),
      active: Object.fromEntries([...new Set(inUse)].map((role) => [role, inUse.filter((one) => one === role).length])),
      inactive: people.length - inUse.length,
      idleMinutes,
      limits,
    },
    merchants: (await merchants.list()).map(merchantTold),
  };
}

const ownFolders: ReadonlySet<string> = new Set(['', 'backups', 'logs']);

async function files(dataFolder: string): Promise<readonly object[]> {
  const found = await readdir(dataFolder, { withFileTypes: true, recursive: true });
  const own = found.filter((entry) => entry.isFile() && ownFolders.has(path.relative(dataFolder, entry.parentPath)));
  return Promise.all(
    own.map(async ({ parentPath, name }) => {
      const { size, mtime } = await stat(path.join(parentPath, name));
      return { file: path.relative(dataFolder, path.join(parentPath, name)), bytes: size, changedAt: mtime };
    }),
  );
}

async function readLog({ dataFolder }: DiagnosticsSources, name: string): Promise<string> {
  return cleaned(await readFile(path.join(dataFolder, 'logs', name), 'utf8'));
}

const removed = '[removed]';
/** Names under which texts of customers travel, the service's and ours. */
const customerNames =
  'first_?name|last_?name|full_?name|card_?holder(?:_?name)?|customer(?:_?name)?|e-?mail|phone(?:_?number)?|tel|concept|description|address';
/** `"firstName":"Ana"`, `firstName: Ana María,`, up to the end of the value. */
const customerTexts = new RegExp(
  String.raw`((?<![A-Za-z])(?:${customerNames})\\*["']?\s*[:=]\s*)(\\*"(?:[^"\\]|\\[^"])*\\*"|'[^']*'|[^,;&}\]\n]+)`,
  'giu',
);
/** A telephone number: 7 to 15 digits alone, or in groups after a plus. Not a part of an id, an instant or an address. */
const phones = /(?<![\w.:+/-])\+?\d{7,15}(?![\w.:/-])|\+\d(?:[ ().-]{0,2}\d){6,14}/g;

/** @returns the text as it may be given to support */
function cleaned(text: string): string {
  const plain = redact(text).replace(customerTexts, `$1${removed}`).replace(phones, removed);
  return homes().reduce((rest, home) => rest.replaceAll(home, '~'), plain);
}

/** The home folder, whose name is often a person's, as written and as JSON spells it. */
function homes(): readonly string[] {
  const home = homedir();
  return home.length > 1 ? [JSON.stringify(home).slice(1, -1), home] : [];
}

const cleanedJson = (value: unknown): string =>
  `${JSON.stringify(value, (_name, member: unknown) => (typeof member === 'string' ? cleaned(member) : member), 2)}\n`;
