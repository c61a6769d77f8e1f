/** Customers of earlier payments, found while one is typed. Never anything of their cards. */
import { z } from 'zod';
import { idSchema, instantSchema, merchantIdSchema } from '#shared/identifiers.ts';
import { seeksCardNumber } from '#shared/texts/card-numbers.ts';
import { textLimits } from '#shared/text-limits.ts';
import { searchText } from '#shared/texts/text-kinds.ts';

/** Most customers that a question finds. */
export const mostCustomers = 6;
/** Shortest beginning of a name or an e-mail address, and fewest digits of a telephone number, that are looked for. */
const shortest = { text: 2, digits: 4 } as const;

/** Text by which a customer is looked for. */
export type SoughtCustomer =
  | { readonly by: 'phone'; readonly digits: string }
  | { readonly by: 'email' | 'name'; readonly text: string };

/** Returns what a typed text looks for: a telephone number, an e-mail address, else words of a name; null while it is too short. */
export function soughtCustomer(typed: string): SoughtCustomer | null {
  const text = typed.trim();
  if (text.length > textLimits.customer || seeksCardNumber(text)) return null;
  if (!/\p{L}/u.test(text)) {
    const digits = text.replace(/\D/g, '');
    return digits.length < shortest.digits ? null : { by: 'phone', digits };
  }
  const longest = Math.max(...text.split(/[^\p{L}\p{N}]+/u).map((word) => word.length));
  if (longest < shortest.text) return null;
  return { by: text.includes('@') ? 'email' : 'name', text };
}

export const customersQuerySchema = z.strictObject({
  /** Nothing is found for another merchant than the one in use. */
  merchantId: merchantIdSchema,
  text: searchText(textLimits.customer),
});
export type CustomersQuery = z.infer<typeof customersQuerySchema>;

export const earlierCustomerSchema = z.strictObject({
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: z.string(),
  address: z.string().nullable(),
  /** Start of the last payment that was found. */
  lastAt: instantSchema,
  /** The newest payment of theirs whose card can be charged again; null when there is none. */
  againId: idSchema.nullable(),
});
export type EarlierCustomer = z.infer<typeof earlierCustomerSchema>;
