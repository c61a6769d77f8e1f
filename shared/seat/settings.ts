/** Settings of this seat, its choice of ledger and the status of its vault. Nothing here is secret. */
import { allLanguages, languageOf } from '#shared/languages.ts';
import { textLimits } from '#shared/text-limits.ts';
import { z } from 'zod';
import { trailReportSchema } from '#shared/ledger/trail.ts';
import { migrationProgressSchema } from '#shared/ledger/migration-progress.ts';
import { ledgerFailureReasonSchema, vaultFailureReasonSchema } from '#shared/failure-reasons.ts';
import { receiptSizes, sheetSizes } from './paper-sizes.ts';
import { receiptCopies } from './receipt-copies.ts';
import { ledgerUrlSchema } from './ledger-address.ts';
import { fileText, nameText, secretText } from '#shared/texts/text-kinds.ts';

export interface FirstStart {
  /** Locale of the system, such as `es-PA`. */
  readonly locale: string;
  /** Name of the machine. */
  readonly machine: string;
}

const choice = <const Value extends string>(values: readonly Value[], first: (start: FirstStart) => Value) => ({
  schema: z.enum(values),
  values,
  first,
});

/** Settings with a few fixed values. The Settings screen shows each as a row of buttons. */
const seatChoices = {
  language: choice(allLanguages, ({ locale }) => languageOf(locale)),
  theme: choice(['system', 'light', 'dark'], () => 'system'),
  /** Screenshots and shared screens while a card is keyed. */
  screenCapture: choice(['hidden', 'shown'], () => 'hidden'),
  /** Paper and copies that receipts are printed with, and paper of the documents. The dialog remembers the last ones. */
  receiptPaper: choice(receiptSizes, () => 'letter'),
  receiptCopies: choice(receiptCopies, () => 'customer'),
  documentPaper: choice(sheetSizes, () => 'letter'),
} as const;
export type SeatChoiceName = keyof typeof seatChoices;
export const seatChoiceNames = Object.keys(seatChoices) as readonly SeatChoiceName[];

/**
 * Settings that everybody may change, because they change only what screens and papers look like. A supervisor changes the
 * others.
 */
const personalSettings: ReadonlySet<string> = new Set<SeatChoiceName>([
  'language',
  'theme',
  'receiptPaper',
  'receiptCopies',
  'documentPaper',
]);
export const isPersonalSetting = (name: keyof SeatSettings): boolean => personalSettings.has(name);

const seatName = nameText(textLimits.seatName);

/** Every setting of a seat. The stored document, its defaults and the form are derived from this table. */
const seatSettings = {
  ...seatChoices,
  /** Recorded with every payment. */
  seat: {
    schema: seatName,
    first: ({ machine }: FirstStart) => seatName.catch('Caja').parse(machine.trim().slice(0, textLimits.seatName)),
  },
} as const;

type SeatSchemas = { readonly [Name in keyof typeof seatSettings]: (typeof seatSettings)[Name]['schema'] };

export const seatSettingsSchema = z.strictObject(
  Object.fromEntries(Object.entries(seatSettings).map(([name, { schema }]) => [name, schema])) as SeatSchemas,
);
export type SeatSettings = z.infer<typeof seatSettingsSchema>;
export const languageSchema = seatChoices.language.schema;

export const firstSettings = (start: FirstStart): SeatSettings =>
  seatSettingsSchema.parse(
    Object.fromEntries(Object.entries(seatSettings).map(([name, { first }]) => [name, first(start)])),
  );

/** Most connections that one seat may open at the server of a shared ledger. Payments need one, the screens another. */
export const poolSizes = { min: 1, usual: 2, max: 50 } as const;

export const ledgerChoiceSchema = z.discriminatedUnion('engine', [
  z.strictObject({ engine: z.literal('sqlite') }),
  z.strictObject({
    engine: z.literal('postgres'),
    /** Address without the password, which goes to the vault. */
    url: ledgerUrlSchema,
    ca: fileText(textLimits.pem).nullable(),
    poolSize: z.int().min(poolSizes.min).max(poolSizes.max),
  }),
]);
export type LedgerChoice = z.infer<typeof ledgerChoiceSchema>;

/** Settings of a database server without which a commit may be lost in a power cut. */
export const serverPromises = ['fsync', 'full_page_writes'] as const;
export type ServerPromise = (typeof serverPromises)[number];

/** Rows that the check of the embedded ledger's whole file has read, of all. */
const checkedFileSchema = z.strictObject({ done: z.int().min(0), of: z.int().min(0) });
export type CheckedFile = z.infer<typeof checkedFileSchema>;

export const ledgerStatusSchema = z.strictObject({
  choice: ledgerChoiceSchema,
  available: z.boolean(),
  reason: ledgerFailureReasonSchema.nullable(),
  detail: z.string(),
  /** Progress while `reason` is `updating`. */
  updating: migrationProgressSchema.nullable(),
  /** Path of a damaged file that was kept beside the new one, for the banner. */
  keptFile: z.string().nullable(),
  /** The other seats use another key, so this one does not recognize the cards of their payments. */
  keyDiffers: z.boolean(),
  /** The company's policy names another ledger. Payments of this one can be seen and settled, and none begins in it. */
  forbidden: z.boolean(),
  /** Promises that the shared ledger's server does not keep. No production payment is sent meanwhile. */
  unkept: z.array(z.enum(serverPromises)).readonly(),
  /**
   * The ledger lies on another server, was restored, or had lost payments, since a supervisor last agreed. `writtenBack`:
   * payments that seats wrote again. `missing`: those that this seat could not write again yet. `awaited`: seats whose payments are not known
   * to be there, so that nothing from before is captured, voided or refunded.
   */
  otherServer: z
    .strictObject({ missing: z.int(), writtenBack: z.int(), awaited: z.array(z.string()).readonly() })
    .nullable(),
  /** Rows that are not as Caja wrote them, as far as they were read. */
  damaged: z.int(),
  /** Progress of the check of the whole file beside payments; null while there is none. */
  checking: checkedFileSchema.nullable(),
  /** What the check of the audit trail's hash chains found, the latest one; null until the first has ended. */
  trail: trailReportSchema.nullable(),
});
export type LedgerStatus = z.infer<typeof ledgerStatusSchema>;

/** The vault passphrase, for systems without a key store. Goes in over the bridge, never out. */
export const vaultPassphraseSchema = secretText(textLimits.vaultPassphrase).min(10);

export const vaultStatusSchema = z.strictObject({
  reason: vaultFailureReasonSchema.nullable(),
  backend: z.string(),
  keptFile: z.string().nullable(),
});
export type VaultStatus = z.infer<typeof vaultStatusSchema>;
