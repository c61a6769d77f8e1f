/** Keeps the merchants without their secrets, one of them active. The built-in training merchant comes first. */
import { compareNames } from '#shared/compare-names.ts';
import { failed, ok, type Failure, type Result } from '#shared/failure.ts';
import {
  merchantSecretsSchema,
  secretNames,
  trainingMerchantId,
  type HeldSecret,
  type Merchant,
  type MerchantSecretsChange,
  type MerchantView,
} from '#shared/seat/merchant.ts';
import { allowsMerchant, refusedBy } from '#electron/core/policy/enforcement.ts';
import type { Policy } from '#electron/core/policy/policy.ts';
import { nothingToUndo, type PlacedSecrets, type Vault } from '#electron/core/ports/vault.ts';
import { createKeptMerchants, type KeptMerchants, type KeptMerchantsParts } from './kept-merchants.ts';
import { merchantIdFor, type StoredMerchants } from './stored-merchants.ts';
import { merchantPlace, type NoteWithheld } from '#electron/core/policy/secret-places.ts';
import type { MerchantAccount } from '#electron/core/ports/gateway.ts';
import { isDeepStrictEqual } from 'node:util';

export interface MerchantChange {
  readonly merchant: Merchant;
  readonly secrets: MerchantSecretsChange;
}

export type Merchants = ReturnType<typeof createMerchants>;

export interface MerchantsParts extends KeptMerchantsParts {
  readonly vault: Pick<Vault, 'secretsOf' | 'heldSecrets' | 'saveSecrets' | 'removeSecrets'>;
  readonly noteWithheld: NoteWithheld;
  readonly policy: Pick<Policy, 'merchants'>;
}

/** A change whose merchant takes the place of another one, in use as well. The secrets of that one are removed. */
interface ReplacingChange extends MerchantChange {
  readonly replaced?: string | undefined;
}

export function createMerchants(parts: MerchantsParts) {
  const { seals, vault, training, noteWithheld, policy } = parts;
  const kept = createKeptMerchants(parts);
  const { builtIn, stored, find, active, all, write } = kept;
  const view = (merchant: Merchant): Promise<MerchantView> => viewOf(parts, kept, merchant);

  async function putMerchant(merchant: Merchant): Promise<Result<MerchantView>> {
    const failure = await write((present) => withMerchant(present, merchant));
    return failure === null ? ok(withoutEndings(await view(merchant))) : failed(failure);
  }

  async function save(change: MerchantChange): Promise<Result<MerchantView>> {
    const saved = await saveAll(parts, kept, [change]);
    return saved.ok ? ok(await view(find(change.merchant.id) ?? change.merchant)) : saved;
  }

  return {
    active,
    /** All merchants of the seat, in no order. */
    all,
    async of(merchantId: string): Promise<Result<MerchantAccount>> {
      const merchant = find(merchantId);
      if (merchant === undefined) return failed({ kind: 'not-found' });
      if (merchant.id === trainingMerchantId) {
        await training.started();
        return ok(builtIn());
      }
      // Also one that was set up before the policy: its keys go nowhere that the company does not name.
      if (!allowsMerchant(policy, merchant)) return failed(notAllowed);
      const secrets = await vault.secretsOf(merchantId, merchantPlace(merchant));
      if (!secrets.ok) {
        if (secrets.failure.kind === 'secrets-elsewhere') noteWithheld(merchant.name, secrets.failure);
        return secrets;
      }
      if (secrets.value === null) return failed({ kind: 'merchant-incomplete', missing: ['cclw'] });
      const changed = await seals.check();
      return changed === null ? ok({ merchant, secrets: secrets.value }) : failed(changed);
    },
    activeView: async (): Promise<MerchantView> => withoutEndings(await view(active())),
    /** Lists the training merchant first, the others by name. */
    list() {
      const named = [...stored().merchants].sort((one, other) => compareNames(one.name, other.name));
      return Promise.all([builtIn().merchant, ...named].map(view));
    },
    save,
    saveAll: (changes: readonly ReplacingChange[]) => saveAll(parts, kept, changes),
    /** Saves a merchant keyed in Settings. A new one gets the id that other seats would also give it. */
    saveKeyed: ({ merchant, secrets }: MerchantChange) => save({ merchant: sharedId(kept, merchant), secrets }),
    /** Removes the merchant and its secrets. Training becomes active if the merchant was. */
    async remove(merchantId: string): Promise<Result<void>> {
      if (merchantId === trainingMerchantId || find(merchantId) === undefined) return failed({ kind: 'not-found' });
      const failure = await write(({ activeId, merchants }) => ({
        activeId: activeId === merchantId ? trainingMerchantId : activeId,
        merchants: merchants.filter((merchant) => merchant.id !== merchantId),
      }));
      return failure === null ? vault.removeSecrets(merchantId) : failed(failure);
    },
    async activate(merchantId: string): Promise<Result<MerchantView>> {
      const merchant = find(merchantId);
      if (merchant === undefined) return failed({ kind: 'not-found' });
      if (!allowsMerchant(policy, merchant)) return failed(notAllowed);
      // Training has to be chosen without a vault too.
      const failure = await write((present) => ({ ...present, activeId: merchantId }), false);
      return failure === null ? ok(withoutEndings(await view(merchant))) : failed(failure);
    },
    /** Records that the operator confirmed the field of the AUTH_TOKEN. Fails when it is no longer the field they were shown. */
    async confirmCaptureField(merchantId: string, field: string): Promise<Result<MerchantView>> {
      const merchant = stored().merchants.find((candidate) => candidate.id === merchantId);
      if (merchant === undefined) return failed({ kind: 'not-found' });
      if (merchant.captureTokenField !== field) return failed({ kind: 'merchant-changed' });
      return putMerchant({ ...merchant, captureTokenFieldConfirmed: true });
    },
  };
}

async function viewOf(
  { vault, policy }: MerchantsParts,
  { active }: KeptMerchants,
  merchant: Merchant,
): Promise<MerchantView> {
  const isBuiltIn = merchant.id === trainingMerchantId;
  const held = isBuiltIn ? builtInSecrets : await vault.heldSecrets(merchant.id, merchantPlace(merchant));
  const known = held.ok ? held.value : null;
  return {
    merchant,
    active: merchant.id === active().id,
    has: known?.has ?? { cclw: unset, apiKey: unset, clientCertificate: unset },
    elsewhere: known?.elsewhere ?? null,
    builtIn: isBuiltIn,
    allowed: allowsMerchant(policy, merchant),
  };
}

/**
 * Returns the changed secrets with the merchant's place; null for none. Secrets that were keyed for another place are never carried over:
 * each of them has to be keyed anew.
 */
async function changedSecrets(
  { vault }: MerchantsParts,
  { find }: KeptMerchants,
  merchant: Merchant,
  change: MerchantSecretsChange,
): Promise<Result<PlacedSecrets | null>> {
  const { id } = merchant;
  const place = merchantPlace(merchant);
  const before = find(id);
  const isUntouched = secretNames.every((name) => change[name] === undefined);
  if (isUntouched && before !== undefined && isDeepStrictEqual(merchantPlace(before), place)) return ok(null);
  // With all of them keyed, it makes no difference what the vault has, or whether it can be read.
  const isWhole = secretNames.every((name) => change[name] !== undefined);
  const held = isWhole ? ok(null) : await vault.heldSecrets(id, place);
  if (!held.ok) return held;
  const elsewhere = held.value?.elsewhere ?? null;
  if (elsewhere !== null && secretNames.some((name) => held.value?.has[name].set && change[name] === undefined)) {
    return failed({ kind: 'secrets-elsewhere', merchantId: id, ...elsewhere });
  }
  if (isUntouched) return ok(null);
  const kept = held.value === null || elsewhere !== null ? ok(null) : await vault.secretsOf(id, place);
  if (!kept.ok) return kept;
  const parsed = merchantSecretsSchema.safeParse({ apiKey: null, clientCertificate: null, ...kept.value, ...change });
  if (!parsed.success) return failed({ kind: 'merchant-incomplete', missing: ['cclw'] });
  return ok({ merchantId: id, secrets: parsed.data, place });
}

function failureOf(
  { policy }: MerchantsParts,
  { all }: KeptMerchants,
  merchant: Merchant,
  replaced: string | undefined,
): Failure | null {
  const { id, name, environment } = merchant;
  if (id === trainingMerchantId) return { kind: 'invalid', issues: [{ path: 'merchant.id', code: 'built-in' }] };
  if (environment === 'training') {
    return { kind: 'invalid', issues: [{ path: 'merchant.environment', code: 'built-in' }] };
  }
  const same = (other: Merchant) =>
    other.id !== id && other.id !== replaced && other.name.toLowerCase() === name.toLowerCase();
  if (all().some(same)) return { kind: 'name-taken' };
  return allowsMerchant(policy, merchant) ? null : notAllowed;
}

/** Gives a new merchant its derived id, unless a merchant that was renamed has that id already. */
function sharedId({ find }: KeptMerchants, merchant: Merchant): Merchant {
  const id = merchantIdFor(merchant);
  return find(merchant.id) === undefined && find(id) === undefined ? { ...merchant, id } : merchant;
}

/**
 * Saves the merchants with one write of the vault and one of their file, or none of them. Fails as `set-by-policy` for one that the
 * company's policy does not allow.
 */
async function saveAll(
  parts: MerchantsParts,
  kept: KeptMerchants,
  changes: readonly ReplacingChange[],
): Promise<Result<void>> {
  const { vault } = parts;
  const { find, write } = kept;
  const secrets: PlacedSecrets[] = [];
  for (const { merchant, secrets: change, replaced } of changes) {
    const refused = failureOf(parts, kept, merchant, replaced);
    const changed = refused === null ? await changedSecrets(parts, kept, merchant, change) : failed(refused);
    if (!changed.ok) return changed;
    if (changed.value !== null) secrets.push(changed.value);
  }
  const saved = secrets.length === 0 ? ok(nothingToUndo) : await vault.saveSecrets(secrets);
  if (!saved.ok) return saved;
  // First those that take the place of another one, which may stay under another name.
  const inOrder = changes.toSorted(
    (one, other) => Number(one.replaced === undefined) - Number(other.replaced === undefined),
  );
  const failure = await write((present) =>
    inOrder.reduce(
      (all, { merchant, replaced }) => withMerchant(all, stillConfirmed(merchant, find(merchant.id)), replaced),
      present,
    ),
  );
  // Otherwise the old addresses would be left without their keys.
  if (failure !== null) await saved.value();
  if (failure !== null) return failed(failure);
  for (const { replaced } of changes) {
    // Another change may have kept it under another name.
    const isGone = replaced !== undefined && find(replaced) === undefined;
    const removed = isGone ? await vault.removeSecrets(replaced) : ok(undefined);
    if (!removed.ok) return removed;
  }
  return ok(undefined);
}

const notAllowed = refusedBy('merchant-not-allowed');

/** Returns the view for others than supervisors, and for a locked seat. */
export function withoutEndings({ has, ...others }: MerchantView): MerchantView {
  const { cclw, apiKey, clientCertificate } = has;
  const hidden = ({ set }: HeldSecret): HeldSecret => ({ set, ending: null });
  return {
    ...others,
    has: { cclw: hidden(cclw), apiKey: hidden(apiKey), clientCertificate: hidden(clientCertificate) },
  };
}

const unset: HeldSecret = { set: false, ending: null };
const set: HeldSecret = { set: true, ending: null };
/** The keys of the training gateway are no secret, and lead nowhere else. */
const builtInSecrets = ok({ has: { cclw: set, apiKey: set, clientCertificate: unset }, elsewhere: null });

const withMerchant = (
  { activeId, merchants }: StoredMerchants,
  merchant: Merchant,
  replaced = merchant.id,
): StoredMerchants => ({
  activeId: activeId === replaced ? merchant.id : activeId,
  merchants: merchants.some(({ id }) => id === replaced)
    ? merchants.map((other) => (other.id === replaced ? merchant : other))
    : [...merchants, merchant],
});

/** Withdraws the confirmation when the field changes, because it applied to the former field. */
function stillConfirmed(merchant: Merchant, before: Merchant | undefined): Merchant {
  const other = before?.captureTokenFieldConfirmed === true && before.captureTokenField !== merchant.captureTokenField;
  return other ? { ...merchant, captureTokenFieldConfirmed: false } : merchant;
}
