/** Place inside a secret's ciphertext, and its comparison with the place that asks for the secret. */
import type { Misplaced, SecretPlace } from '#shared/seat/secret-place.ts';
import { createHash } from 'node:crypto';
import { z } from 'zod';

export const boundPlaceSchema = z.object({
  address: z.string(),
  /** SHA-256 of the authority's text without regard to blanks, in hex; null for none. */
  authority: z.string().nullable(),
  proxy: z.string().nullable(),
});
export type BoundPlace = z.infer<typeof boundPlaceSchema>;

// All of the text counts, because what is a certificate in it is for OpenSSL to say.
const digest = (pem: string): string => createHash('sha256').update(pem.trim().split(/\s+/).join(' ')).digest('hex');

export const boundTo = ({ address, authority, proxy }: SecretPlace): BoundPlace => ({
  address,
  authority: authority === null ? null : digest(authority),
  proxy,
});

/** Returns how the place differs from the one that a secret was keyed for; null when it is that one. */
export function misplaced(keyedFor: BoundPlace | null, place: SecretPlace): Misplaced | null {
  const asked = boundTo(place);
  if (keyedFor === null) return { differs: 'address', keyedFor: null, asked: asked.address };
  const differs = (['address', 'authority', 'proxy'] as const).find((part) => keyedFor[part] !== asked[part]);
  if (differs === undefined) return null;
  return { differs, keyedFor: described(keyedFor, differs), asked: described(asked, differs) };
}

function described({ address, authority, proxy }: BoundPlace, differs: Misplaced['differs']): string {
  switch (differs) {
    case 'address':
      return address;
    case 'authority':
      return `${address} (CA ${authority?.slice(0, 8) ?? '–'})`;
    case 'proxy':
      return `${address} (proxy ${proxy ?? '–'})`;
  }
}
