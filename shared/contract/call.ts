/** One call of the contract: its input, its output and the role that it needs. */
import type { z } from 'zod';
import type { Role } from '#shared/seat/role.ts';

export interface Call<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> {
  readonly input: Input;
  readonly output: Output;
  /** Least role that may make the call; null when it is also served to a locked or signed-out seat. */
  readonly role: Role | null;
}

export const call = <Input extends z.ZodType, Output extends z.ZodType>(
  role: Role | null,
  input: Input,
  output: Output,
): Call<Input, Output> => ({ input, output, role });

/** Calls and events of one subject. An event has its full name, so that a text search finds every use. */
export interface Group {
  readonly calls: Readonly<Record<string, Call>>;
  readonly events: Readonly<Record<`${string}.${string}`, z.ZodType>>;
}
