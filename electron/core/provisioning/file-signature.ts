/**
 * Signature of a provisioning file and of the files that it names. Beside `seats.json` lie `seats.json.sha256`, the output of
 * `sha256sum` over all of them, and `seats.json.sha256.sig`, an Ed25519 signature of that list.
 */
import { createPublicKey, verify } from 'node:crypto';
import { dirname, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { ok, type Result } from '#shared/failure.ts';
import type { ProvisioningTrust, Seals } from '#electron/core/seals.ts';
import type { ReadFile } from './provisioned-files.ts';
import type { ProvisioningPlan } from './provisioning-plan.ts';

/** Keeps the key and the number of an applied file. A file without a key leaves the present one. */
export async function keepTrust(
  seals: Pick<Seals, 'keepTrust'>,
  trust: ProvisioningTrust,
  { signingKey, given: { serial = 0 } }: Pick<ProvisioningPlan, 'signingKey' | 'given'>,
): Promise<Result<void>> {
  const key = signingKey ?? trust.key;
  const keys = [trust.key, key].filter((each) => each !== null);
  const raised = keys.map((each) => [each, Math.max(serial, trust.serials[each] ?? 0)] as const);
  const serials = { ...trust.serials, ...Object.fromEntries(raised) };
  const next: ProvisioningTrust = { ...trust, key, serials, begun: null };
  return isDeepStrictEqual(next, trust) ? ok(undefined) : seals.keepTrust(next);
}

/**
 * `absent` also when this seat was never given a key. `bad`: the file is not what was signed. `earlier`: it has no higher number
 * than the one that was applied last, so somebody may have put an old file back.
 */
export type SignatureCheck = 'good' | 'bad' | 'earlier' | 'absent';

/** @param file absolute path of the provisioning file */
export async function checkSignature(
  file: string,
  { digests, given: { serial = 0 } }: Pick<ProvisioningPlan, 'digests' | 'given'>,
  trust: ProvisioningTrust,
  readFile: ReadFile,
): Promise<SignatureCheck> {
  const list = await orNull(readFile(`${file}.sha256`));
  const signature = await orNull(readFile(`${file}.sha256.sig`));
  if (trust.key === null || list === null || signature === null) return 'absent';
  if (!isSignedBy(trust.key, list, signature)) return 'bad';
  const signed = parseList(Buffer.from(list).toString('utf8'), dirname(file));
  if (![...digests].every(([path, digest]) => signed.get(path) === digest)) return 'bad';
  return serial > (trust.serials[trust.key] ?? 0) ? 'good' : 'earlier';
}

const orNull = (reading: Promise<Uint8Array>): Promise<Uint8Array | null> => reading.catch(() => null);

const signatureBytes = 64;

function isSignedBy(key: string, list: Uint8Array, signature: Uint8Array): boolean {
  // `openssl` writes the bytes; a tool that writes text gives base64.
  const bytes =
    signature.length === signatureBytes ? signature : Buffer.from(Buffer.from(signature).toString('latin1'), 'base64');
  return bytes.length === signatureBytes && verify(null, list, createPublicKey(key), bytes);
}

/** Reads lines of `sha256sum`: the digest, a blank, a blank or `*`, the name. */
function parseList(text: string, folder: string): ReadonlyMap<string, string> {
  const lines = text.split(/\r?\n/).flatMap((line) => {
    const found = /^(?<digest>[0-9a-fA-F]{64}) [ *](?<name>.+)$/.exec(line)?.groups;
    return found === undefined
      ? []
      : [[resolve(folder, found['name'] ?? ''), found['digest']?.toLowerCase() ?? ''] as const];
  });
  return new Map(lines);
}
