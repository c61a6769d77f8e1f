/** Turns what a schema found into an `invalid` failure that repeats nothing of what was sent. */
import type { z } from 'zod';
import { failed, type Failure } from '#shared/failure.ts';

/** A rule of ours names itself by its message (`card-number`, `tax-over-amount`); zod's own messages are sentences. */
const ownRule = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

/**
 * Paths joined by `.` and the code of each rule: our own name for it, else zod's (`invalid_type`, `too_big` …). Messages and
 * values are left out, because an argument may hold a card, and so are the names of unrecognized keys.
 */
export function refuse(issues: readonly z.core.$ZodIssue[]): { readonly ok: false; readonly failure: Failure } {
  return failed({
    kind: 'invalid',
    issues: issues.map((issue) => ({
      path: issue.path.map(String).join('.'),
      code: ownRule.test(issue.message) ? issue.message : issue.code,
    })),
  });
}
