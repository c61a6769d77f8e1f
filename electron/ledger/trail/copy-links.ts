/** Copies hash chains from one ledger to another, as they are. */
import { setImmediate } from 'node:timers/promises';
import type { Database, Engine, Work } from '#electron/ledger/engine/engine.ts';
import { lastLink, linkColumns, signersOf, type LinkRow } from './link.ts';

/** Links per transaction, limited by the parameters of a statement. */
const linksAtOnce = 200;

/** Adds links. Those that are there stay as they are. @returns the number of links that were added */
export async function addLinks(trx: Work, links: readonly LinkRow[]): Promise<number> {
  let added = 0;
  for (let first = 0; first < links.length; first += linksAtOnce) {
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('audit_links')
      .values(links.slice(first, first + linksAtOnce))
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    added += Number(numInsertedOrUpdatedRows ?? 0n);
  }
  return added;
}

/** Yields the links of a chain after a number, in pages. */
export async function* linksAfter(db: Database, signer: string, link: number): AsyncGenerator<readonly LinkRow[]> {
  for (let after = link; ;) {
    const page = await db
      .selectFrom('audit_links')
      .select(linkColumns)
      .where('signer', '=', signer)
      .where('link', '>', after)
      .orderBy('link')
      .limit(linksAtOnce)
      .execute();
    const last = page.at(-1);
    if (last === undefined) return;
    yield page;
    after = last.link;
  }
}

/** Adds the links that the target lacks at the end of each chain. @returns the signers of the source's chains */
export async function copyLinks(source: Database, target: Engine): Promise<readonly string[]> {
  const signers = await signersOf(source);
  for (const signer of signers) {
    const there = await target.read((db) => lastLink(db, signer));
    for await (const page of linksAfter(source, signer, there?.link ?? 0)) {
      await target.bulkWrite((trx) => addLinks(trx, page));
      // SQLite works in this thread, so payments get a turn after each page.
      await setImmediate();
    }
  }
  return signers;
}
