/** The name of a customer as one text. */
import type { Attempt } from '#shared/payments/attempt.ts';

export const customerName = ({ firstName, lastName }: Pick<Attempt, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}`.trim();
