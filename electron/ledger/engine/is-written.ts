/** The condition under which what follows a payment in the same transaction is written. */
import { sql, type RawBuilder } from 'kysely';
import type { Param } from './prepared.ts';

/** Condition for a payment that stands as it was written. */
export const isWritten = (param: Param): RawBuilder<unknown> =>
  sql`exists (select 1 from attempts where position = ${param('position')} and id = ${param('id')} and state = ${param('state')}
    and answered_at is not distinct from ${param('answered_at')})`;
