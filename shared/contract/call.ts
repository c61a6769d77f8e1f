/** One call of the contract: its input, its output and the role that it needs. */
import type { z } from 'zod';
import { readBack } from '#shared/texts/text-kinds.ts';
import type { Role } from '#shared/role.ts';

/** Bounds of a message, checked before anything reads it. */
export interface MessageSize {
  /** Characters of all its texts and names of members together. */
  readonly characters: number;
  /** Values in it: objects, lists and everything in them. */
  readonly values: number;
}

/** Bounds of a message whose call names none. A payment with all its fields is the largest of them. */
export const usualSize: MessageSize = { characters: 20_000, values: 200 };

/** Deepest member of a message, counted from the message itself. */
export const deepestMember = 8;

export interface Call<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> {
  readonly input: Input;
  readonly output: Output;
  /** Least role that may make the call; null when it is also served to a locked or signed-out seat. */
  readonly role: Role | null;
  readonly size: MessageSize;
}

/** @param size bounds of a message that may be larger than usual */
export const call = <Input extends z.ZodType, Output extends z.ZodType>(
  role: Role | null,
  input: Input,
  output: Output,
  size: Partial<MessageSize> = {},
): Call<Input, Output> => ({ input, output: readBack(output), role, size: { ...usualSize, ...size } });

/** Calls and events of one subject. An event has its full name, so that a text search finds every use. */
export interface Group {
  readonly calls: Readonly<Record<string, Call>>;
  readonly events: Readonly<Record<`${string}.${string}`, z.ZodType>>;
}
