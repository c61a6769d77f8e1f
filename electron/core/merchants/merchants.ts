/** Keeps the merchants without their secrets, one of them active. The built-in training merchant comes first. */
import { failed, ok, type Failure, type Result } from '#shared/failure.ts';
import {
  merchantSecretsSchema,
  trainingMerchantId,
  type Merchant,
  type MerchantSecrets,
  type MerchantSecretsChange,
  type MerchantView,
} from '#shared/seat/merchant.ts';
import type { MerchantDirectory } from './merchant-in-use.ts';
import type { Emit } from '#electron/core/ports/host.ts';
import type { Vault } from '#electron/core/ports/vault.ts';
import { writeFailure, type DocumentStore } from '#electron/core/ports/stored-documents.ts';
import { merchantIdFor } from './merchant-id.ts';
import type { StoredMerchants } from './stored-merchants.ts';
import { trainingAccount, type TrainingOrigin } from './training-merchant.ts';

export interface MerchantChange {
  readonly merchant: Merchant;
  readonly secrets: MerchantSecretsChange;
}

export interface Merchants extends MerchantDirectory {
  activeView(): Promise<MerchantView>;
  /** Lists the training merchant first, the others by name. */
  list(): Promise<readonly MerchantView[]>;
  save(change: MerchantChange): Promise<Result<MerchantView>>;
  /** Saves a merchant keyed in Settings. A new one gets the id that other seats would also give it. */
  saveKeyed(change: MerchantChange): Promise<Result<MerchantView>>;
  /** Removes the merchant and its secrets. Training becomes active if the merchant was. */
  remove(merchantId: string): Promise<Result<void>>;
  activate(merchantId: string): Promise<Result<MerchantView>>;
  /** Records that the operator confirmed the field of the AUTH_TOKEN. Fails when it is no longer the field they were shown. */
  confirmCaptureField(merchantId: string, field: string): Promise<Result<MerchantView>>;
}

export interface MerchantsParts {
  readonly store: DocumentStore<StoredMerchants>;
  readonly vault: Pick<Vault, 'secretsOf' | 'saveSecrets' | 'removeSecrets'>;
  readonly training: TrainingOrigin;
  readonly emit: Emit;
}

export function createMerchants({ store, vault, training, emit }: MerchantsParts): Merchants {
  const builtIn = trainingAccount(training);
  let stored: StoredMerchants = store.read() ?? { merchants: [], activeId: trainingMerchantId };

  const find = (merchantId: string): Merchant | undefined =>
    merchantId === trainingMerchantId
      ? builtIn.merchant
      : stored.merchants.find((merchant) => merchant.id === merchantId);
  // A file edited by hand may name a missing merchant. Training is the harmless fallback.
  const active = (): Merchant => find(stored.activeId) ?? builtIn.merchant;

  function write(next: StoredMerchants): Failure | null {
    try {
      store.write(next);
    } catch (error) {
      return writeFailure(error);
    }
    stored = next;
    emit('merchants.changed', {});
    return null;
  }

  async function view(merchant: Merchant): Promise<MerchantView> {
    const isBuiltIn = merchant.id === trainingMerchantId;
    const secrets = isBuiltIn ? ok(builtIn.secrets) : await vault.secretsOf(merchant.id);
    const known = secrets.ok ? secrets.value : null;
    return {
      merchant,
      active: merchant.id === active().id,
      has: {
        cclw: known !== null,
        apiKey: known !== null && known.apiKey !== null,
        clientCertificate: known !== null && known.clientCertificate !== null,
      },
      builtIn: isBuiltIn,
    };
  }

  /** Writes the changed secrets and returns the former ones, so that they can be restored. */
  async function saveSecrets(
    merchantId: string,
    change: MerchantSecretsChange,
  ): Promise<Result<{ readonly before: MerchantSecrets | null } | null>> {
    if (Object.values(change).every((value) => value === undefined)) return ok(null);
    const before = await vault.secretsOf(merchantId);
    // All secrets were keyed again, so the unreadable ones are not needed.
    const replaced = change.cclw !== undefined && change.apiKey !== undefined && change.clientCertificate !== undefined;
    if (!before.ok && !replaced) return before;
    const known = before.ok ? before.value : null;
    const parsed = merchantSecretsSchema.safeParse({ apiKey: null, clientCertificate: null, ...known, ...change });
    if (!parsed.success) return failed({ kind: 'merchant-incomplete', missing: ['cclw'] });
    const saved = await vault.saveSecrets(merchantId, parsed.data);
    return saved.ok ? ok({ before: known }) : saved;
  }

  function failureOf({ id, name, environment }: Merchant): Failure | null {
    if (id === trainingMerchantId) return { kind: 'invalid', issues: [{ path: 'merchant.id', code: 'built-in' }] };
    if (environment === 'training') {
      return { kind: 'invalid', issues: [{ path: 'merchant.environment', code: 'built-in' }] };
    }
    const same = (other: Merchant) => other.id !== id && other.name.toLowerCase() === name.toLowerCase();
    return [builtIn.merchant, ...stored.merchants].some(same) ? { kind: 'name-taken' } : null;
  }

  async function put(merchant: Merchant): Promise<Result<MerchantView>> {
    const others = stored.merchants.filter((other) => other.id !== merchant.id);
    const failure = write({ ...stored, merchants: [...others, merchant] });
    return failure === null ? ok(await view(merchant)) : failed(failure);
  }

  /** Gives a new merchant its derived id, unless a merchant that was renamed has that id already. */
  function sharedId(merchant: Merchant): Merchant {
    const id = merchantIdFor(merchant);
    return find(merchant.id) === undefined && find(id) === undefined ? { ...merchant, id } : merchant;
  }

  async function save({ merchant, secrets }: MerchantChange): Promise<Result<MerchantView>> {
    const refused = failureOf(merchant);
    if (refused !== null) return failed(refused);
    const changed = await saveSecrets(merchant.id, secrets);
    if (!changed.ok) return changed;
    const saved = await put(stillConfirmed(merchant, find(merchant.id)));
    // Otherwise the old address would be paired with the new keys.
    if (!saved.ok && changed.value !== null) {
      const { before } = changed.value;
      await (before === null ? vault.removeSecrets(merchant.id) : vault.saveSecrets(merchant.id, before));
    }
    return saved;
  }

  return {
    active,
    async of(merchantId) {
      const merchant = find(merchantId);
      if (merchant === undefined) return failed({ kind: 'not-found' });
      if (merchant.id === trainingMerchantId) return ok(builtIn);
      const secrets = await vault.secretsOf(merchantId);
      if (!secrets.ok) return secrets;
      if (secrets.value === null) return failed({ kind: 'merchant-incomplete', missing: ['cclw'] });
      return ok({ merchant, secrets: secrets.value });
    },
    activeView: () => view(active()),
    list() {
      const named = [...stored.merchants].sort((one, other) => one.name.localeCompare(other.name));
      return Promise.all([builtIn.merchant, ...named].map(view));
    },
    save,
    saveKeyed: ({ merchant, secrets }) => save({ merchant: sharedId(merchant), secrets }),
    async remove(merchantId) {
      if (merchantId === trainingMerchantId || find(merchantId) === undefined) return failed({ kind: 'not-found' });
      const activeId = stored.activeId === merchantId ? trainingMerchantId : stored.activeId;
      const failure = write({ activeId, merchants: stored.merchants.filter((merchant) => merchant.id !== merchantId) });
      return failure === null ? vault.removeSecrets(merchantId) : failed(failure);
    },
    async activate(merchantId) {
      const merchant = find(merchantId);
      if (merchant === undefined) return failed({ kind: 'not-found' });
      const failure = write({ ...stored, activeId: merchantId });
      return failure === null ? ok(await view(merchant)) : failed(failure);
    },
    async confirmCaptureField(merchantId, field) {
      const merchant = stored.merchants.find((candidate) => candidate.id === merchantId);
      if (merchant === undefined) return failed({ kind: 'not-found' });
      if (merchant.captureTokenField !== field) return failed({ kind: 'merchant-changed' });
      return put({ ...merchant, captureTokenFieldConfirmed: true });
    },
  };
}

/** Withdraws the confirmation when the field changes, because it applied to the former field. */
function stillConfirmed(merchant: Merchant, before: Merchant | undefined): Merchant {
  const other = before?.captureTokenFieldConfirmed === true && before.captureTokenField !== merchant.captureTokenField;
  return other ? { ...merchant, captureTokenFieldConfirmed: false } : merchant;
}
