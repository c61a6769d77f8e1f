/** Updates of the program, as a seat sees them. */
import { z } from 'zod';
import { instantSchema } from '#shared/identifiers.ts';

/**
 * Why a program takes no updates: no key in the build, another kind of installation, one for all accounts of Windows, no
 * address or an unusable one, the company's rule, or a policy of the company that can't be used.
 */
const noUpdatesReasons = ['no-key', 'not-installed', 'all-users', 'no-address', 'forbidden', 'policy'] as const;
export type NoUpdatesReason = (typeof noUpdatesReasons)[number];

/**
 * Why an update was not taken. `signature`: the list is not signed, or by another key. `list`: what was signed can't be used
 * here. `older`: the seat has seen a newer list. `expired`: the list has run out by the seat's clock. `file`: the file is not the
 * one in the list. `publisher`: Windows does not trust it. `install`: the system did not install it at the end of the program.
 */
const updateFailureReasons = [
  'unreachable',
  'signature',
  'list',
  'older',
  'expired',
  'file',
  'publisher',
  'install',
] as const;
export const updateFailureReasonSchema = z.enum(updateFailureReasons);
export type UpdateFailureReason = z.infer<typeof updateFailureReasonSchema>;

const offeredSchema = z.strictObject({
  version: z.string(),
  /** What is new, as plain text; empty for none. */
  notes: z.string(),
});
export type OfferedUpdate = z.infer<typeof offeredSchema>;

export const updateStateSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('off'), why: z.enum(noUpdatesReasons) }),
  z.strictObject({ kind: z.literal('not-looked') }),
  z.strictObject({ kind: z.literal('looking') }),
  z.strictObject({ kind: z.literal('newest'), at: instantSchema }),
  /** Its download waits for the payments under way. */
  offeredSchema.extend({ kind: z.literal('found') }),
  offeredSchema.extend({ kind: z.literal('downloading'), percent: z.int().min(0).max(100) }),
  /** `atEnd`: it is installed when the program ends. Otherwise only when it is asked for, because the system wants a password. */
  offeredSchema.extend({ kind: z.literal('ready'), atEnd: z.boolean() }),
  z.strictObject({ kind: z.literal('failed'), why: updateFailureReasonSchema, at: instantSchema }),
]);
export type UpdateState = z.infer<typeof updateStateSchema>;

/** Rules of the company for the updates of its seats. */
export interface UpdateRules {
  /** Why nothing may be updated; null when updates are allowed. */
  readonly off: 'forbidden' | 'policy' | null;
  /** Folder with the company's own lists and files; null for the one of the build. */
  readonly url: string | null;
}

export const usualUpdateRules: UpdateRules = { off: null, url: null };

/** Tells whether a version is a release candidate, such as `1.0.0-rc.1`. */
export const isCandidate = (version: string): boolean => /^\d+\.\d+\.\d+-/.test(version);
