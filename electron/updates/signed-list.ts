/** Fetches the list of an update with its signature. Nothing of it is read before the signature was found right. */
import type { KeyObject } from 'node:crypto';
import { parseUpdateInfo } from 'electron-updater/out/providers/Provider.js';
import type { UpdateInfo } from 'electron-updater';
import { z } from 'zod';
import { UpdateRefused } from '#electron/core/ports/updater.ts';
import { listStampSchema, type ListStamp, isSignedUpdate } from '#electron/core/updates/update-list.ts';
import { errorText } from '#shared/error-text.ts';

export type Fetch = (url: string, options: { signal: AbortSignal; cache: 'no-store' }) => Promise<Response>;

/** Most bytes of a list and of a signature, and the longest wait for either in ms. */
const limits = { list: 256 * 1024, signature: 1024, wait: 30_000 } as const;

/** A file lies beside its list, so that a company's copy of the folder is complete. */
const plainName = z
  .string()
  .max(200)
  .regex(/^[\p{L}\p{N}][\p{L}\p{N} ._()+-]*$/u);
/** 64 bytes. */
const sha512 = z.string().regex(/^[A-Za-z0-9+/]{86}==$/);

/** What the program uses of a list. Other members are those of later tools. */
const listSchema = z.looseObject({
  version: z.string().max(50),
  ...listStampSchema.shape,
  files: z
    .array(
      z.looseObject({
        url: plainName,
        sha512,
        size: z
          .int()
          .min(1)
          .max(2 ** 31),
      }),
    )
    .min(1)
    .max(50),
  releaseNotes: z.unknown().optional(),
  stagingPercentage: z.number().min(0).max(100).optional(),
  minimumSystemVersion: z.string().max(50).optional(),
});

/**
 * @param name name of the list, such as `latest-linux.yml`
 * @throws UpdateRefused
 */
export async function fetchSignedList(
  folder: URL,
  name: string,
  keys: readonly KeyObject[],
  fetch: Fetch,
): Promise<UpdateInfo & ListStamp> {
  const url = new URL(name, folder);
  const list = await fetchBytes(url, limits.list, fetch);
  if (list === null) throw new UpdateRefused('unreachable', `There is no ${url.href}`);
  const signature = await fetchBytes(new URL(`${name}.sig`, folder), limits.signature, fetch);
  if (signature === null) throw new UpdateRefused('signature', `${name} is not signed`);
  if (!isSignedUpdate(keys, list, signature)) throw new UpdateRefused('signature', `The signature of ${name} is wrong`);
  return readList(Buffer.from(list).toString('utf8'), name, url);
}

function readList(text: string, name: string, url: URL): UpdateInfo & ListStamp {
  try {
    const info = parseUpdateInfo(text, name, url);
    const { number, signedAt, validUntil } = listSchema.parse(info);
    return { ...info, number, signedAt, validUntil };
  } catch (error) {
    throw new UpdateRefused('list', `${name} can't be used: ${String(error)}`);
  }
}

/** Returns null for a file that the server does not have. */
async function fetchBytes(url: URL, most: number, fetch: Fetch): Promise<Uint8Array | null> {
  try {
    const response = await fetch(url.href, { signal: AbortSignal.timeout(limits.wait), cache: 'no-store' });
    if (response.status === 404 || response.status === 410) return null;
    if (!response.ok || response.body === null) throw new Error(`Status ${response.status}`);
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    for await (const chunk of response.body) {
      bytes += chunk.byteLength;
      if (bytes > most) throw new Error(`More than ${most} bytes`);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  } catch (error) {
    throw new UpdateRefused('unreachable', `${url.href}: ${errorText(error)}`);
  }
}
