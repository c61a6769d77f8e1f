/** Turns the issues of a schema into an `invalid` failure that quotes nothing of the argument. */
import type { z } from 'zod';
import { failed, type Failure } from '#shared/failure.ts';

/** Matches the message of our own rules (`card-number`, `tax-over-amount`). Zod's messages are sentences. */
const ownRule = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

/**
 * Lists each path, joined by `.`, with the code of its rule: our own name, else zod's (`invalid_type`, `too_big` …). Omits
 * messages, values and the names of unrecognized keys, because an argument may hold a card.
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
