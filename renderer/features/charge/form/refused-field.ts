/** Finds the form field that the service refused, by the code of its answer. */
import type { Attempt } from '#shared/payments/attempt.ts';
import { refusalOf } from '#shared/payments/refusals/refusal.ts';
import type { CheckedField } from './form-layout.ts';

/** Returns null when the refusal names no field of the form. */
export function fieldOfRefusal(
  attempt: Pick<Attempt, 'state' | 'family' | 'service'>,
): { readonly field: CheckedField; readonly code: string } | null {
  const { code } = attempt.service;
  if (attempt.state !== 'rejected' || code === null) return null;
  const field = refusalOf(attempt)?.field ?? null;
  return field === null ? null : { field, code };
}
