/**
 * `trail.json`: the heads of this seat's hash chains, one for each ledger and outside all of them, because without them a trail that is
 * cut off looks whole. The file is signed as a whole. That the key in the vault exists says that there was a file.
 */
import { existsSync, readFileSync, renameSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createOneAtATime } from '#electron/core/one-at-a-time.ts';
import { NewerDocument } from '#electron/core/ports/stored-documents.ts';
import type { ReportBug } from '#electron/core/ports/host.ts';
import type { Vault } from '#electron/core/ports/vault.ts';
import { unusedName } from '#electron/documents/document-store.ts';
import { writeDurably } from '#electron/documents/durable-file.ts';
import {
  changeDocument,
  fileContent,
  readDocument,
  type DocumentDefinition,
  type KnownDocument,
} from '#electron/documents/versioned-document.ts';
import { chainMark, createTrailKey, isSigned, type TrailKey } from './trail-key.ts';
import { instantSchema } from '#shared/identifiers.ts';
import { z } from 'zod';

const point = z.strictObject({ signer: z.string(), link: z.int().min(0), hash: z.string() });

/** A stretch of this seat's links that the ledger has lost. `hash` is that of the last one. */
const cut = z.strictObject({
  from: z.int().min(1),
  to: z.int().min(1),
  hash: z.string(),
  /** A supervisor has restored the ledger since, or begun it anew, by a deed in the chain. */
  excused: z.boolean(),
});

const head = point.extend({
  ledger: z.string(),
  /** Name of the seat. */
  seat: z.string(),
  /** UTC instant by the seat's clock. */
  at: instantSchema,
  cuts: z.array(cut).readonly(),
  /**
   * The link up to which a check found nothing, and when the whole trail was checked last; null before, and since a check found
   * something.
   */
  verified: z.strictObject({ link: z.int().min(0), hash: z.string(), wholeAt: instantSchema }).nullable(),
  /** Id of the latest restore whose payments were linked anew. */
  restored: z.string().nullable(),
  /** Chains that this seat has seen, each with a link that it had. `own`: signed by this seat while its vault was locked, or in a former ledger. */
  others: z.array(point.extend({ own: z.boolean() })).readonly(),
});
export type TrailHead = z.infer<typeof head>;

const trailContent = z.strictObject({
  heads: z.array(head).readonly(),
  /** There was a key without a file, or with one that it had not signed. */
  lost: z.boolean(),
  /** Of the heads, by the key in the vault; null while the vault could never be used. */
  signature: z.string().nullable(),
  /** Keys that signed while the vault was locked, until the seat vouches for them. */
  unvouched: z.array(z.strictObject({ ledger: z.string(), signer: z.string() })).readonly(),
});
type TrailContent = z.infer<typeof trailContent>;

/** Returns what the signature covers, the same for what is written and what is read. */
const signedHeads = ({ heads, lost }: TrailContent): string =>
  JSON.stringify([trailContent.shape.heads.parse(heads), lost]);

const trailDocument: DocumentDefinition<TrailContent> = { name: 'trail', schema: trailContent };

export type TrailHeads = ReturnType<typeof openTrailHeads>;

/** Name of the embedded ledger among the heads. A seat has one file, whichever copy was put in its place. */
export const embedded = 'embedded';

const empty: TrailContent = { heads: [], lost: false, signature: null, unvouched: [] };
/** Keys of a locked vault that are remembered. A seat makes one at each start without its vault. */
const mostUnvouched = 500;

export type TrailVault = Pick<Vault, 'trailKey' | 'trailBegun' | 'fingerprintKey' | 'isKeyGiven'>;

/** @param file absolute path of `trail.json` */
export function openTrailHeads(file: string, vault: TrailVault, reportBug: ReportBug) {
  const loaded = load(file, reportBug);
  const isNewer = loaded === 'newer';
  let known = isNewer ? null : loaded;
  let content = known?.content ?? empty;
  let opening: Promise<TrailKey | null> | null = null;
  let key: TrailKey | null = null;
  let writing: Promise<void> = Promise.resolve();
  const inTurn = createOneAtATime();

  async function openKey(): Promise<TrailKey | null> {
    const found = await vault.trailKey();
    if (!found.ok) return null;
    const { seed, fresh } = found.value;
    const made = createTrailKey(seed);
    const { signature } = content;
    const isOurs = signature !== null && isSigned(made.heads.signer, signedHeads(content), signature);
    if (!isOurs && !isNewer) content = { ...content, heads: [], lost: !fresh };
    key = made;
    if (!isOurs) await write();
    // A program that is killed before has lost nothing, and begins anew.
    if (fresh) await vault.trailBegun();
    return made;
  }

  function write(): Promise<void> {
    if (isNewer) return Promise.resolve();
    writing = inTurn(async () => {
      if (key !== null) content = { ...content, signature: key.heads.sign(signedHeads(content)) };
      known = changeDocument(trailDocument, content, known);
      const text = JSON.stringify(fileContent(known));
      await writeDurably(file, (partial) => writeFile(partial, text, { mode: 0o600 }));
    });
    return writing;
  }

  const unproved = (ledger: string): TrailHead | null => content.heads.find((head) => head.ledger === ledger) ?? null;

  const unvouched = (): ReadonlySet<string> => new Set(content.unvouched.map(({ signer }) => signer));

  return {
    /** Returns the seat's key; null while the vault can't be used. The first one that is found checks the file. */
    async key(): Promise<TrailKey | null> {
      if (key !== null) return key;
      opening ??= openKey().finally(() => {
        opening = null;
      });
      return opening;
    },
    /** Resolves when nothing is being written any more. Never rejects. */
    async idle(): Promise<void> {
      await Promise.allSettled([opening, writing]);
    },
    /** Returns the mark of a chain for this seat's key of card fingerprints; null while the vault can't be used. */
    async mark(signer: string): Promise<string | null> {
      const common = await vault.fingerprintKey();
      return common.ok ? chainMark(common.value, signer) : null;
    },
    /** True where the seats of a shared ledger have that key in common, by which they know each other. */
    async isCommon(): Promise<boolean> {
      const given = await vault.isKeyGiven();
      return given.ok && given.value;
    },
    /** Returns the head of this seat's chain in a ledger; null for none, and without the key. */
    head: (ledger: string) => (key === null ? null : unproved(ledger)),
    /**
     * Returns that head as the file has it, also while the vault is locked and nobody can tell whether this seat wrote it: enough to know
     * by it whom others may let in, so that a locked vault lets in those who can unlock it.
     */
    unproved,
    /** True when the file was removed, or was not signed by this seat. */
    isLost: () => key !== null && content.lost,
    /** Returns the public keys of this seat's chains in other shared ledgers. */
    elsewhere: (ledger: string): ReadonlySet<string> =>
      new Set(
        content.heads.flatMap((head) => (head.ledger === ledger || head.ledger === embedded ? [] : [head.signer])),
      ),
    /** Returns the public keys of this seat: of its chains in all ledgers, and those that signed while the vault was locked. */
    own: (): ReadonlySet<string> => new Set([...content.heads.flatMap(ownSigners), ...unvouched()]),
    /** Returns those of them that only the unsigned part of the file names: keys of runs in which the vault stayed locked. */
    unvouched,
    /** Writes a head durably. Needs the key. Rejects with errors of the file system. */
    put(head: TrailHead): Promise<void> {
      content = {
        ...content,
        heads: [...content.heads.filter(({ ledger }) => ledger !== head.ledger), head],
        // The head names them now.
        unvouched: content.unvouched.filter(({ signer }) => !head.others.some((other) => other.signer === signer)),
      };
      return write();
    },
    /** Remembers a key that signs while the vault is locked. */
    noteUnvouched(ledger: string, signer: string): Promise<void> {
      if (content.unvouched.some((each) => each.signer === signer)) return Promise.resolve();
      content = { ...content, unvouched: [...content.unvouched, { ledger, signer }].slice(-mostUnvouched) };
      return write();
    },
  };
}

/** Reads the file. A damaged one is renamed, and one of a newer version is left as it is. */
function load(file: string, reportBug: ReportBug): KnownDocument<TrailContent> | 'newer' | null {
  if (!existsSync(file)) return null;
  try {
    const read = readDocument(trailDocument, readFileSync(file, 'utf8'));
    if (read.kind === 'read') return read.document;
    reportBug(new NewerDocument(file));
    return 'newer';
  } catch {
    renameSync(file, unusedName(file, 'damaged', new Date()));
    return null;
  }
}

const ownSigners = ({ signer, others }: TrailHead): readonly string[] => [
  signer,
  ...others.filter((other) => other.own).map((other) => other.signer),
];
