/** The merchants as they are now: those of the file, one of them active, and the training merchant. */
import { ok, type Failure, type Result } from '#shared/failure.ts';
import { trainingMerchantId, type Merchant } from '#shared/seat/merchant.ts';
import type { Emit } from '#electron/core/ports/host.ts';
import { tryToWrite, type SteeringStore } from '#electron/core/ports/stored-documents.ts';
import type { Seals } from '#electron/core/seals.ts';
import type { StoredMerchants } from './stored-merchants.ts';
import type { MerchantAccount } from '#electron/core/ports/gateway.ts';
import { isDeepStrictEqual } from 'node:util';
import { trainingAccount, type TrainingOrigin, type TrainingPlace, type TrainingTexts } from './training-merchant.ts';

export interface KeptMerchantsParts {
  readonly store: SteeringStore<StoredMerchants>;
  readonly seals: Pick<Seals, 'check' | 'keep'>;
  readonly training: TrainingPlace;
  /** Asked at each read, because the seat's language may change. */
  readonly trainingTexts: () => TrainingTexts;
  readonly emit: Emit;
}

export type KeptMerchants = ReturnType<typeof createKeptMerchants>;

export function createKeptMerchants({ store, seals, training, trainingTexts, emit }: KeptMerchantsParts) {
  let built: { readonly at: TrainingOrigin; readonly texts: TrainingTexts; readonly account: MerchantAccount } | null =
    null;
  /** Builds it again only in another language or at another address, because every payment asks for the active merchant. */
  const builtIn = (): MerchantAccount => {
    const texts = trainingTexts();
    const at = training.present();
    if (built === null || built.at !== at || !isDeepStrictEqual(texts, built.texts)) {
      built = { at, texts, account: trainingAccount(at, texts) };
    }
    return built.account;
  };
  const stored = (): StoredMerchants => store.read() ?? { merchants: [], activeId: trainingMerchantId };

  const find = (merchantId: string): Merchant | undefined =>
    merchantId === trainingMerchantId
      ? builtIn().merchant
      : stored().merchants.find((merchant) => merchant.id === merchantId);
  // A file edited by hand may name a missing merchant. Training is the harmless fallback.
  const active = (): Merchant => find(stored().activeId) ?? builtIn().merchant;

  /** @param needsVault false for a change that is written without its seal while the vault can't be had */
  async function write(
    change: (present: StoredMerchants) => StoredMerchants,
    needsVault = true,
  ): Promise<Failure | null> {
    const next = (): StoredMerchants => change(stored());
    // A provisioning file that is applied at each start changes nothing.
    const isSame = store.doubted === null && store.unread === null && isDeepStrictEqual(next(), stored());
    const put = (): Result<void> => tryToWrite(() => store.write(next()));
    const sealed = isSame ? ok(undefined) : await seals.keep('merchants', () => store.textOf(next()), put);
    const kept = !sealed.ok && sealed.failure.kind === 'vault' && !needsVault ? put() : sealed;
    if (!kept.ok) return kept.failure;
    emit('merchants.changed', {});
    return null;
  }

  const all = (): readonly Merchant[] => [builtIn().merchant, ...stored().merchants];

  return { builtIn, stored, find, active, all, write };
}
