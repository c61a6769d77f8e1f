/** One call of the contract: what it takes, what it answers, and who may make it. */
import type { z } from 'zod';
import type { Role } from '#shared/seat/role.ts';

export interface Call<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> {
  readonly input: Input;
  readonly output: Output;
  /** The least role that may make the call; null when it is also served while nobody is signed in or the seat is locked. */
  readonly role: Role | null;
}

export const call = <Input extends z.ZodType, Output extends z.ZodType>(
  role: Role | null,
  input: Input,
  output: Output,
): Call<Input, Output> => ({ input, output, role });

/** Calls and events that belong together. An event is named in full, so that a search for its name finds every use. */
export interface Group {
  readonly calls: Readonly<Record<string, Call>>;
  readonly events: Readonly<Record<`${string}.${string}`, z.ZodType>>;
}
