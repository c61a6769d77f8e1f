/** Secrets of merchants in the vault: given for the place that they were keyed for, and told of without being given. */
import { jsonAs } from '#shared/parsed-json.ts';
import type { HeldSecrets } from '#electron/core/ports/vault.ts';
import { failed, ok, type Result } from '#shared/failure.ts';
import { merchantSecretsSchema, type HeldSecret, type MerchantSecrets } from '#shared/seat/merchant.ts';
import type { SecretPlace } from '#shared/seat/secret-place.ts';
import { merchantEntry, misplaced, vaultFailure, type BoundPlace, type Entries } from './entries.ts';

interface Held {
  /** Ciphertext that this was read from. */
  readonly data: string | undefined;
  readonly has: HeldSecrets['has'];
  readonly place: BoundPlace | null;
}

/** Gives a value that was keyed for a place to that place alone. @param merchantId null for the ledger's password */
export function atPlace<Value>(
  value: Value,
  keyedFor: BoundPlace | null,
  place: SecretPlace,
  merchantId: string | null,
): Result<Value> {
  const elsewhere = misplaced(keyedFor, place);
  return elsewhere === null ? ok(value) : failed({ kind: 'secrets-elsewhere', merchantId, ...elsewhere });
}

export function createSecretsReader(entries: Entries) {
  /**
   * What may be told of each merchant's secrets, so that a list decrypts only what has changed. Stored nowhere, because four
   * characters of a secret don't belong on the disk.
   */
  const held = new Map<string, Held>();

  async function open(
    merchantId: string,
  ): Promise<Result<{ readonly secrets: MerchantSecrets; readonly place: BoundPlace | null } | null>> {
    const opened = await entries.read(merchantEntry(merchantId));
    if (!opened.ok) return opened;
    if (opened.value === null) return ok(null);
    const { text, place } = opened.value;
    const secrets = jsonAs(merchantSecretsSchema, text);
    return secrets === null ? vaultFailure('cannot-decrypt') : ok({ secrets, place });
  }

  async function learn(merchantId: string): Promise<Result<Held | null>> {
    const ciphertext = (): string | undefined => entries.content().entries[merchantEntry(merchantId)]?.data;
    const known = held.get(merchantId);
    if (known !== undefined && known.data === ciphertext()) return ok(known);
    held.delete(merchantId);
    const opened = await open(merchantId);
    if (!opened.ok || opened.value === null) return opened.ok ? ok(null) : opened;
    const { secrets, place } = opened.value;
    const learnt = { data: ciphertext(), has: toldOf(secrets), place };
    held.set(merchantId, learnt);
    return ok(learnt);
  }

  return {
    async secretsOf(merchantId: string, place: SecretPlace): Promise<Result<MerchantSecrets | null>> {
      const opened = await open(merchantId);
      if (!opened.ok || opened.value === null) return opened.ok ? ok(null) : opened;
      return atPlace(opened.value.secrets, opened.value.place, place, merchantId);
    },
    async heldSecrets(merchantId: string, place: SecretPlace): Promise<Result<HeldSecrets | null>> {
      const learnt = await learn(merchantId);
      if (!learnt.ok || learnt.value === null) return learnt.ok ? ok(null) : learnt;
      return ok({ has: learnt.value.has, elsewhere: misplaced(learnt.value.place, place) });
    },
  };
}

/** Longest secret of which nothing is shown. Of a longer one, four characters give little away. */
const shortSecret = 8;

const heldText = (secret: string | null): HeldSecret => ({
  set: secret !== null,
  ending: secret !== null && secret.length > shortSecret ? secret.slice(-4) : null,
});

const toldOf = ({ cclw, apiKey, clientCertificate }: MerchantSecrets): HeldSecrets['has'] => ({
  cclw: heldText(cclw),
  apiKey: heldText(apiKey),
  clientCertificate: { set: clientCertificate !== null, ending: null },
});
