/** Reads from a program of Windows what tells Electron and Windows what it is. */
import { z } from 'zod';
import { runChecked } from '../command.ts';

/** Processors, as a program's header has them. */
export const machines = { x64: 0x8664, arm64: 0xaa64 } as const;

/** Returns where the processor stands: behind the signature, whose place stands at 0x3c. */
export const machineOffset = (program: Buffer): number => program.readUInt32LE(0x3c) + 4;

/** Returns the processor that a program is for, `unknown` for any other. */
export function machineOf(program: Buffer): string {
  const machine = program.readUInt16LE(machineOffset(program));
  return Object.entries(machines).find(([, value]) => value === machine)?.[0] ?? 'unknown';
}

const integritySchema = z.tuple([
  z.object({ file: z.literal(String.raw`resources\app.asar`), alg: z.literal('SHA256'), value: z.string() }),
]);

/** Returns the hash of the archive's header that the program was packed with. Throws when it carries none. */
export async function integrityOf(file: string): Promise<string> {
  const resource = await runChecked('7z', ['e', '-so', file, '.rsrc/INTEGRITY/ELECTRONASAR']);
  return integritySchema.parse(JSON.parse(resource))[0].value;
}

/** Returns the names of a program's resources, and those of the files in an installer. */
export const partsOf = async (file: string): Promise<string[]> =>
  (await runChecked('7z', ['l', '-slt', file]))
    .split('\n')
    .filter((line) => line.startsWith('Path = '))
    .map((line) => line.slice('Path = '.length));
