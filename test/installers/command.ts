/** Runs a program to its end and returns what it wrote. */
import { spawn } from 'node:child_process';

export interface CommandResult {
  readonly code: number;
  /** Both streams in order, without the space at the ends. */
  readonly output: string;
}

interface CommandOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** A program that hangs is ended after this time, with code 124 as `timeout` has it. In ms. */
  readonly limit?: number;
}

export function runCommand(
  program: string,
  args: readonly string[],
  { cwd, env = process.env, limit = 240_000 }: CommandOptions = {},
): Promise<CommandResult> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const parts: Buffer[] = [];
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      child.kill('SIGKILL');
    }, limit);
    const end = (code: number): void => {
      clearTimeout(timer);
      resolve({ code: late ? 124 : code, output: Buffer.concat(parts).toString('utf8').trim() });
    };
    child.stdout.on('data', (part: Buffer) => parts.push(part));
    child.stderr.on('data', (part: Buffer) => parts.push(part));
    child.on('error', (error) => {
      parts.push(Buffer.from(error.message));
      end(127);
    });
    child.on('close', (code) => end(code ?? 1));
    // wine's server keeps the streams open after the program has ended.
    child.on('exit', (code) => setTimeout(() => end(code ?? 1), 1000).unref());
  });
}

/** Runs a program that has to succeed. Throws with its output otherwise. */
export async function runChecked(program: string, args: readonly string[], options?: CommandOptions): Promise<string> {
  const { code, output } = await runCommand(program, args, options);
  if (code !== 0) throw new Error(`${[program, ...args].join(' ')} ended with ${code}:\n${output}`);
  return output;
}
