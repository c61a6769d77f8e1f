/**
 * Sealed copies of the documents that steer payments, and the trust of provisioning, in one entry of the vault. A file that was
 * changed outside the program is found by them, stops payments, and can be put back. Each change has a stamp, which the audit trail has as
 * well: a vault that was put back together with the files of its time lacks the latest ones.
 */
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { createOneAtATime } from '#electron/core/one-at-a-time.ts';
import { NewerDocument, writeFailure, type SteeringStore } from '#electron/core/ports/stored-documents.ts';
import type { Vault } from '#electron/core/ports/vault.ts';
import { failed, ok, type Failure, type Result } from '#shared/failure.ts';

const sealedDocuments = ['merchants', 'ledger', 'operators'] as const;
type SealedDocument = (typeof sealedDocuments)[number];
export const isSealedDocument = (name: string): name is SealedDocument =>
  sealedDocuments.some((document) => document === name);

const trustSchema = z.strictObject({
  /** Ed25519 public key, PEM; null while none was given. */
  key: z.string().nullable(),
  /** Highest number of a file that was applied, by each key that this seat was ever given. */
  serials: z.record(z.string(), z.int().min(0)),
  /** The entry was lost, so a key may have been given before. */
  lost: z.boolean(),
  /** SHA-256 of the provisioned operators that the shared ledger has yet to get, base64url; null for none. */
  unwritten: z.string().nullable().default(null),
  /** Files of a first provisioning with a key that has begun and not ended; null for none. */
  begun: z.string().nullable().default(null),
});
export type ProvisioningTrust = z.infer<typeof trustSchema>;

export const noTrust: ProvisioningTrust = { key: null, serials: {}, lost: false, unwritten: null, begun: null };

const steeringSchema = z.strictObject({
  /** Contents of each file, null for none: one, or also the next one while it is being written. */
  documents: z.partialRecord(z.enum(sealedDocuments), z.array(z.string().nullable()).readonly()).default({}),
  trust: trustSchema.default(noTrust),
  /** One for each change, the newest last. */
  stamps: z.array(z.string()).readonly().default([]),
});
type Steering = z.infer<typeof steeringSchema>;

/** Stamps that the audit trail is asked for, and those that the vault keeps, because the trail may get some late. */
export const stampsAsked = 32;
const stampsKept = 2 * stampsAsked;

export type Seals = ReturnType<typeof createSeals>;

export type SealsVault = Pick<Vault, 'steering' | 'saveSteering' | 'everSteered' | 'forgetSecrets'>;

/**
 * @param onFound called when a file was found to be changed
 * @param onStamp called with the stamp of each change, for the audit trail
 */
export function createSeals(
  vault: SealsVault,
  documents: Documents,
  onFound: (document: SealedDocument) => void,
  onStamp: (stamp: string) => void,
) {
  let isGood = false;
  const entry = createSteeringEntry(vault, documents, onStamp);
  const { read, readOrBegin, save, isNew } = entry;
  const { asSealed, compareAll } = createComparison(documents, entry, onFound);
  const inTurn = createOneAtATime();

  async function check(): Promise<Failure | null> {
    if (isGood) return null;
    const steering = await read();
    if (!steering.ok) return steering.failure;
    if (steering.value === null && isNew()) return null;
    await compareAll(steering.value);
    // A damaged file of operators lets nobody in, and says so itself.
    const [first] = sealedDocuments.flatMap(
      (each) => (each === 'operators' ? null : documents[each].unread) ?? documents[each].doubted ?? [],
    );
    isGood = first === undefined;
    if (first === undefined) return null;
    return first.reason === 'newer'
      ? writeFailure(new NewerDocument(first.file))
      : { kind: 'damaged-file', file: first.file };
  }

  async function keep(document: SealedDocument, next: () => string, write: () => Result<void>): Promise<Result<void>> {
    const refused = await check();
    // Choosing a ledger is the decision that its file waits for, and operators come and go. Nothing else changes beside a file in doubt.
    if (
      refused !== null &&
      (document === 'merchants' || documents.operators.doubted !== null || refused.kind === 'vault')
    ) {
      return failed(refused);
    }
    const present = await readOrBegin();
    if (!present.ok) return present;
    const before = present.value.documents[document];
    const text = next();
    const isChange = compared(document, before?.at(-1) ?? null) !== compared(document, text);
    const both = await save(withDocument(present.value, document, [...(before ?? [null]), text]), isChange);
    if (!both.ok) {
      isGood = false;
      return both;
    }
    asSealed.add(document);
    const written = write();
    // A vault that can't be written now knows the new content already.
    await save(withDocument(both.value, document, written.ok ? [text] : before), false);
    return written;
  }

  async function meet(stamps: readonly string[]): Promise<void> {
    const isEarlier = await entry.lacks(stamps);
    const { unread, doubted } = documents.merchants;
    if (!isEarlier || unread !== null || doubted !== null) return;
    isGood = false;
    documents.merchants.doubt('earlier');
    onFound('merchants');
  }

  return {
    /** Compares the files with their sealed copies, once. Returns why no payment may begin: a file, or a vault that can't be read. */
    check: () => inTurn(check),
    /**
     * Compares the stamps with the newest that the audit trail has of this seat. One that the vault lacks tells that an earlier vault was
     * put back: payments stop, at every start, until a supervisor decides about its files.
     */
    meet: (stamps: readonly string[]) => inTurn(() => meet(stamps)),
    /**
     * Writes a document together with its sealed copy, so that a crash in between is no change from outside.
     * @param given document; what returns the content of the file as JSON; what writes the file, without waiting for anything
     */
    keep: (...given: Parameters<typeof keep>) => inTurn(() => keep(...given)),
    /**
     * Ends a supervisor's look at a file: puts the sealed copy in its place, or seals the file as it is when there is none. Files of an
     * earlier vault are taken together, without the merchants' keys.
     * @returns the file's path now; null when the file is as it should be
     */
    decide: (document: SealedDocument) => inTurn(() => decide(documents, entry, asSealed, document)),
    /** Reads what vouches for provisioning files. Fails while that is not known. */
    trust: () => inTurn(entry.trust),
    keepTrust: (next: ProvisioningTrust) => inTurn(() => entry.keepTrust(next)),
  };
}

type Documents = Readonly<Record<SealedDocument, SteeringStore<unknown>>>;
type SteeringEntry = ReturnType<typeof createSteeringEntry>;

/** The entry of the vault that has the seals, the trust and the stamps. */
function createSteeringEntry(vault: SealsVault, documents: Documents, onStamp: (stamp: string) => void) {
  /** Stamps of the audit trail that the entry lacks. */
  let missed: readonly string[] = [];

  /** Reads the entry; null without one, and for one whose key was lost. */
  async function read(): Promise<Result<Steering | null>> {
    const kept = await vault.steering();
    if (!kept.ok) return isLost(kept.failure) ? ok(null) : kept;
    return ok(kept.value === null ? null : steeringSchema.parse(JSON.parse(kept.value)));
  }

  /**
   * Reads the entry, or begins another. Whoever took a lost one away may have made themselves a supervisor in the file of operators,
   * so nobody gets the secrets of before it.
   */
  async function readOrBegin(): Promise<Result<Steering>> {
    const present = await read();
    if (!present.ok) return present;
    if (present.value !== null) return ok(present.value);
    const lost = !isNew();
    const forgotten = lost ? await vault.forgetSecrets() : ok(undefined);
    return forgotten.ok ? ok({ documents: {}, trust: { ...noTrust, lost }, stamps: missed }) : forgotten;
  }

  /** @param isChange gets a stamp. @returns what is saved now */
  async function save(steering: Steering, isChange = true): Promise<Result<Steering>> {
    const stamp = randomBytes(9).toString('base64url');
    const next = isChange ? { ...steering, stamps: [...steering.stamps, stamp].slice(-stampsKept) } : steering;
    const saved = await vault.saveSteering(JSON.stringify(next));
    if (!saved.ok) return saved;
    if (isChange) onStamp(stamp);
    return ok(next);
  }

  /** True for a seat that never had anything to seal. Operators practise without a vault. */
  const isNew = (): boolean =>
    !vault.everSteered() && (['merchants', 'ledger'] as const).every((each) => documents[each].text() === null);

  /** Takes an earlier vault with its files. Whoever put it back may be a supervisor of that time, so nobody gets its secrets. */
  async function takeEarlier(): Promise<Result<void>> {
    const present = await readOrBegin();
    if (!present.ok) return present;
    const forgotten = await vault.forgetSecrets();
    if (!forgotten.ok) return forgotten;
    const { trust, stamps } = present.value;
    const next = { ...present.value, trust: { ...trust, key: null, lost: true }, stamps: [...stamps, ...missed] };
    const saved = await save(next);
    if (!saved.ok) return saved;
    missed = [];
    return ok(undefined);
  }

  /** Compares the stamps with those of the entry. @returns true for an entry that lacks some */
  async function lacks(stamps: readonly string[]): Promise<boolean> {
    const steering = await read();
    if (!steering.ok) return false;
    const known = new Set(steering.value?.stamps);
    missed = stamps.filter((stamp) => !known.has(stamp));
    return missed.length > 0 && steering.value !== null;
  }

  /** Reads the entry as `read` does, but fails for one that is lost. */
  async function readTrusted(): Promise<Result<Steering | null>> {
    const steering = await read();
    const isLostEntry = steering.ok && steering.value === null && !isNew();
    return isLostEntry ? failed({ kind: 'vault', reason: 'cannot-decrypt' }) : steering;
  }

  async function trust(): Promise<Result<ProvisioningTrust>> {
    const steering = await readTrusted();
    return steering.ok ? ok(steering.value?.trust ?? noTrust) : steering;
  }

  async function keepTrust(next: ProvisioningTrust): Promise<Result<void>> {
    const steering = await readTrusted();
    if (!steering.ok) return steering;
    const saved = await save({ documents: {}, stamps: [], ...steering.value, trust: next });
    return saved.ok ? ok(undefined) : saved;
  }

  return { read, readOrBegin, save, isNew, takeEarlier, lacks, trust, keepTrust };
}

/** Compares the files with their sealed copies, and seals what became theirs without a vault or by a change that was cut off. */
function createComparison(documents: Documents, { save }: SteeringEntry, onFound: (document: SealedDocument) => void) {
  /** Documents that this process has found as they were sealed. What it writes since is its own. */
  const asSealed = new Set<SealedDocument>();

  function compare(document: SealedDocument, steering: Steering | null): void {
    const store = documents[document];
    const sealed = steering?.documents[document];
    if (store.unread !== null || store.doubted !== null || asSealed.has(document)) return;
    // Operators are sealed as soon as there is a vault, which may come after them.
    const isFirst =
      sealed === undefined && (store.foundText() === null || (document === 'operators' && steering !== null));
    const text = compared(document, store.foundText());
    if (isFirst || sealed?.some((each) => compared(document, each) === text) === true) {
      asSealed.add(document);
      return;
    }
    store.doubt(sealed === undefined ? 'unsealed' : 'changed', document === 'operators' ? sealed?.[0] : undefined);
    onFound(document);
  }

  /** Seals operators that were written while the vault could not be had. */
  async function sealOperators(steering: Steering | null): Promise<void> {
    const text = documents.operators.text();
    const isSealed = (each: string | null): boolean => compared('operators', each) === compared('operators', text);
    if (steering === null || text === null || !asSealed.has('operators')) return;
    if (steering.documents.operators?.some(isSealed) === true) return;
    await save(withDocument(steering, 'operators', [text]));
  }

  /** Ends a change that the end of the program cut off: the file says which of both contents counts, and the other is an older copy. */
  async function settle(steering: Steering | null): Promise<Steering | null> {
    const cut = sealedDocuments.filter((each) => asSealed.has(each) && (steering?.documents[each]?.length ?? 0) > 1);
    if (steering === null || cut.length === 0) return steering;
    const texts = Object.fromEntries(cut.map((each) => [each, [documents[each].text()]]));
    const saved = await save({ ...steering, documents: { ...steering.documents, ...texts } }, false);
    return saved.ok ? saved.value : steering;
  }

  async function compareAll(steering: Steering | null): Promise<void> {
    for (const document of sealedDocuments) compare(document, steering);
    await sealOperators(await settle(steering));
  }

  return { asSealed, compareAll };
}

async function decide(
  documents: Documents,
  entry: SteeringEntry,
  asSealed: Set<SealedDocument>,
  document: SealedDocument,
): Promise<Result<string | null>> {
  const store = documents[document];
  const found = store.unread ?? store.doubted;
  if (found === null || found.reason === 'newer') return ok(null);
  if (found.reason === 'earlier') {
    const taken = await entry.takeEarlier();
    if (!taken.ok) return taken;
    documents.merchants.trust();
    return ok(found.file);
  }
  if (found.reason === 'unsealed') {
    const begun = await entry.readOrBegin();
    if (!begun.ok) return begun;
    const saved = await entry.save(withDocument(begun.value, document, [store.text()]));
    if (!saved.ok) return saved;
    store.trust();
    asSealed.add(document);
    return ok(found.file);
  }
  const kept = await entry.read();
  const sealed = kept.ok ? (kept.value?.documents[document]?.[0] ?? null) : null;
  const aside = store.setAside();
  if (sealed !== null) store.putBack(sealed);
  asSealed.add(document);
  return ok(aside ?? found.file);
}

const withDocument = (
  steering: Steering,
  document: SealedDocument,
  texts: readonly (string | null)[] | undefined,
): Steering => ({ ...steering, documents: { ...steering.documents, [document]: texts } });

/** Keys that are no part of a seal: the merchant in use, which every screen names, and what sign-ins and heartbeats note. */
const unsealed: Readonly<Record<SealedDocument, readonly string[]>> = {
  merchants: ['activeId'],
  ledger: [],
  // `unwritten` has a seal of its own.
  operators: ['wrong', 'uncounted', 'stepUps', 'at', 'unwritten'],
};

const compared = (document: SealedDocument, text: string | null): string | null =>
  text &&
  JSON.stringify(JSON.parse(text), (key, value: unknown) => (unsealed[document].includes(key) ? undefined : value));

const isLost = (failure: Failure): boolean => failure.kind === 'vault' && failure.reason === 'cannot-decrypt';
