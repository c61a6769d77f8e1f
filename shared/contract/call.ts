/** One call of the contract: its input, its output, and the whole rule by which it is served. */
import { z } from 'zod';
import type { LedgerDeed } from '#shared/audit/ledger-events.ts';
import type { GuardedAct } from '#shared/audit/step-up.ts';
import type { Failure } from '#shared/failure.ts';
import { idSchema } from '#shared/identifiers.ts';
import { exportFormatSchema } from '#shared/ledger/history.ts';
import type { PolicyRule } from '#shared/policy/policy-rules.ts';
import { mayAct, type Role } from '#shared/role.ts';
import type { Merchant } from '#shared/seat/merchant.ts';
import type { LedgerChoice, SeatSettings } from '#shared/seat/settings.ts';
import { readBack } from '#shared/texts/text-kinds.ts';

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

/** State of the seat right before a call, for the rules that depend on it. */
export interface SeatBefore {
  activeMerchant(): Merchant;
  merchants(): Promise<readonly Merchant[]>;
  /** Returns the settings that make the place of a merchant's secrets, which a supervisor allows a change of. */
  secretsPlace(merchant: Merchant): object;
  originOf(url: string): string;
  /** Returns the rule of the company's policy against other merchants; null when they may be changed here. */
  merchantsRule(): PolicyRule | null;
  settings(): SeatSettings;
  /** Returns an operator's role; undefined for nobody's id. */
  roleOf(operatorId: string): Role | undefined;
  ledgerChoice(): Promise<LedgerChoice>;
  /** Returns what the ledger has lost of this seat, and for which seats it waits; null for neither. */
  lostAndAwaited(): Promise<object | null>;
}

/** The file that a call has written; null when the operator closed the dialog. */
export const writtenFileSchema = z.strictObject({ path: z.string(), rows: z.int() }).nullable();

/** Members of the argument of an export. */
export const exportShape = { format: exportFormatSchema, approvalId: idSchema.optional() };

/** Tells the deed of a call that has succeeded from its result; null for none. */
type Told<Out> = (output: Out) => LedgerDeed | null;

/** What a call needs and leaves beyond its role. */
interface Rule<In = unknown, Out = unknown> {
  /** Returns why this operator may not make the call with this argument. Asked before anybody is asked for a passcode. */
  refuses?(input: In, role: Role, seat: SeatBefore): Failure | null;
  /** Act that a supervisor allows with their passcode. The argument carries their approval. */
  readonly stepUp?: {
    readonly act: GuardedAct;
    /** Returns what the approval is for and for nothing else: a text, or facts that are told by their digest. Null needs none. */
    about(input: In, seat: SeatBefore): unknown;
  };
  /**
   * Returns the deed for the audit trail. Called before the call, whose work may remove what the deed names. Payments,
   * resolutions, overrides, purges, restores and changes of operators write their entries themselves.
   */
  leaves?(input: In, seat: SeatBefore): Told<Out> | Promise<Told<Out>>;
  /** True for work that the end of the program, an update and another ledger wait for. */
  readonly movesMoney?: boolean;
}

export interface Call<
  Input extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
  Needs extends Role | null = Role | null,
> extends Rule<z.output<Input>, z.output<Output>> {
  readonly input: Input;
  readonly output: Output;
  /** Least role that may make the call; null when it is also served to a locked or signed-out seat. */
  readonly role: Needs;
  readonly size: MessageSize;
}

export const call = <Input extends z.ZodType, Output extends z.ZodType, Needs extends Role | null>(
  role: Needs,
  input: Input,
  output: Output,
  /** `size`: bounds of a message that may be larger than usual. */
  { size, ...rule }: Rule<z.output<Input>, z.output<Output>> & { readonly size?: Partial<MessageSize> } = {},
): Call<Input, Output, Needs> => ({ input, output: readBack(output), role, size: { ...usualSize, ...size }, ...rule });

/** Returns the refusal of a role that does not include the needed one. */
export const needs = (needed: Role, role: Role): Failure | null =>
  mayAct(role, needed) ? null : { kind: 'not-permitted', needs: needed };

/** Calls and events of one subject. An event has its full name, so that a text search finds every use. */
export interface Group {
  readonly calls: Readonly<Record<string, Call>>;
  readonly events: Readonly<Record<`${string}.${string}`, z.ZodType>>;
}
