/**
 * Parses the command line: `--user-data-dir DIR`, `--provision FILE` with `--exit`, an order as a link or as options, `--help`. Knows
 * no Electron.
 */
import path from 'node:path';
import { Command, CommanderError } from 'commander';
import {
  isCardParam,
  isOrderLink,
  orderParams,
  readOrderTexts,
  readOrderLink,
  type ReadOrder,
} from '#shared/payments/entry/order.ts';

export interface CommandLine {
  /** The data folder, absolute; null for the system's default. */
  readonly userDataDir: string | null;
  readonly provision: string | null;
  /** The program opens no window and ends once the provisioning file was dealt with. */
  readonly exit: boolean;
  /** An order to fill in, or what is wrong with it; null for none. */
  readonly order: ReadOrder | null;
}

export interface RefusedCommandLine {
  readonly kind: 'refused';
  /** The argument that is wrong. */
  readonly option: string;
  readonly why: 'needsValue' | 'takesNoValue' | 'takesNoOrder' | 'needsProvision';
  /** True when `--exit` is among the arguments, with a value as well. */
  readonly exit: boolean;
}

export type ReadCommandLine =
  | { readonly kind: 'line'; readonly line: CommandLine }
  /** The help or the version was asked for. */
  | { readonly kind: 'told'; readonly text: string }
  | RefusedCommandLine;

interface Given extends Readonly<Partial<Record<(typeof orderParams)[number], readonly string[]>>> {
  readonly userDataDir?: string;
  readonly provision?: string;
  readonly exit?: true;
}

interface Option {
  readonly name: string;
  /** What stands behind it; null for nothing. */
  readonly value: 'folder' | 'file' | 'text' | null;
  /** What `--help` says of it. */
  readonly words: string;
  /** `seat`: each start of the seat has it. `start`: an act of one start, which a relaunch must not repeat. */
  readonly of: 'seat' | 'start';
}

const options: readonly Option[] = [
  { name: 'user-data-dir', value: 'folder', words: 'Folder with the data of the seat', of: 'seat' },
  { name: 'provision', value: 'file', words: 'Sets the seat up from a file (docs/provisioning.md)', of: 'start' },
  { name: 'exit', value: null, words: 'Opens no window, and ends with a code for the file', of: 'start' },
  ...orderParams.map(
    (name) => ({ name, value: 'text', words: `Fills the ${name} of a payment in`, of: 'start' }) as const,
  ),
];

const nameOf = (argument: string): string | null => /^--([^=]+)/.exec(argument)?.[1] ?? null;

/**
 * Returns the arguments that describe the seat, for a relaunch: without links, orders and provisioning files, which belong to
 * one start. Switches that are not ours stay, because Chromium reads them.
 * @param args of the process, without the executable
 */
export function lastingArguments(args: readonly string[] = process.argv.slice(1)): string[] {
  const lasting: string[] = [];
  // Behind two dashes stand links alone.
  const end = args.indexOf('--');
  for (let at = 0; at < (end === -1 ? args.length : end); at++) {
    const argument = args[at] ?? '';
    const name = nameOf(argument);
    const own = options.find((option) => option.name === name);
    const parts = own !== undefined && own.value !== null && !argument.includes('=') ? 2 : 1;
    const stays = own === undefined ? argument.startsWith('-') && !isCardParam(name ?? '') : own.of === 'seat';
    if (stays) lasting.push(...args.slice(at, at + parts));
    at += parts - 1;
  }
  return lasting;
}

/**
 * Reads our options. Ignores all others because they belong to Electron and Chromium.
 * @param argv of the process, the executable first
 * @param cwd base of relative paths
 * @param version of the program
 */
export function readCommandLine(argv: readonly string[], cwd: string, version: string): ReadCommandLine {
  const refuse = (option: string, why: RefusedCommandLine['why']): RefusedCommandLine => ({
    kind: 'refused',
    option,
    why,
    exit: argv.some((argument) => nameOf(argument) === 'exit'),
  });
  let told = '';
  const command = new Command('caja')
    .usage('[options] [caja://charge?…]')
    .allowUnknownOption()
    .allowExcessArguments()
    .exitOverride()
    .configureOutput({ writeErr: () => undefined, writeOut: (text) => (told += text) })
    .helpOption('--help', 'Prints this, and starts nothing')
    .version(version, '--version', 'Prints the version, and starts nothing');
  const collect = (text: string, before: readonly string[] | undefined): readonly string[] => [...(before ?? []), text];
  for (const { name, value, words } of options) {
    if (value === 'text') command.option(`--${name} <text>`, words, collect);
    else command.option(value === null ? `--${name}` : `--${name} <${value}>`, words);
  }
  try {
    command.parse(argv.slice(1), { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return { kind: 'told', text: told };
    // All that is left to go wrong is an option at the end, without its value.
    return refuse(/--[a-z-]+/.exec(error.message)?.[0] ?? '', 'needsValue');
  }
  const given = command.opts<Given>();
  const absolute = (name: string | undefined): string | null => (name === undefined ? null : path.resolve(cwd, name));
  const isMissing = (text: string | undefined): boolean => text === '' || text?.startsWith('--') === true;
  if (isMissing(given.userDataDir)) return refuse('--user-data-dir', 'needsValue');
  // Otherwise it would count as one of Chromium's, and the start would wait for a person.
  if (argv.some((argument) => argument.startsWith('--exit='))) return refuse('--exit', 'takesNoValue');
  if (isMissing(given.provision)) return refuse('--provision', 'needsValue');
  const order = orderOf(argv.slice(1), command.args, given);
  // A web page chooses the text of a link, which must not become a file that sets up the seat.
  if (order !== null && given.provision !== undefined) return refuse('--provision', 'takesNoOrder');
  if (given.exit === true && given.provision === undefined) return refuse('--exit', 'needsProvision');
  return {
    kind: 'line',
    line: {
      userDataDir: absolute(given.userDataDir),
      provision: absolute(given.provision),
      exit: given.exit === true,
      order,
    },
  };
}

function orderOf(argv: readonly string[], rest: readonly string[], given: Given): ReadOrder | null {
  const pairs = [
    ...orderParams.flatMap((name) => (given[name] ?? []).map((value) => [name, value] as const)),
    ...argv.flatMap((text) => {
      const name = nameOf(text);
      return name !== null && isCardParam(name) ? [[name, ''] as const] : [];
    }),
  ];
  const [link, another] = rest.filter(isOrderLink);
  if (link === undefined) return pairs.length === 0 ? null : readOrderTexts(pairs);
  return another === undefined && pairs.length === 0
    ? readOrderLink(link)
    : { kind: 'refused', issues: [{ param: null, reason: 'twice' }] };
}
