/** Operators and their session over a real file, with a clock that the test moves and the cheapest hash. */
import { newId } from '#electron/core/new-id.ts';
import { createOperators, type Operators } from '#electron/core/operators.ts';
import { hashPasscode } from '#electron/core/passcodes.ts';
import { createSession, type Session } from '#electron/core/session.ts';
import { storedOperatorsSchema } from '#electron/core/stored-operators.ts';
import { openDocument } from '#electron/vault/document-store.ts';
import { failed, ok } from '#shared/failure.ts';
import type { LedgerDeed } from '#shared/ledger-events.ts';
import type { Role } from '#shared/role.ts';
import { openConf } from '../../vault/support.ts';

export interface SeatOf {
  readonly operators: Operators;
  readonly session: Session;
  readonly deeds: { by: string; deed: LedgerDeed }[];
  readonly bugs: unknown[];
  /** What the rest of the program says; the test changes it. */
  readonly world: { now: number; charges: boolean; busy: boolean; ledgerAway: boolean };
  /** How often who works here may have changed. */
  changes(): number;
}

export const passcodes = { Sol: 'grano-de-arroz', Ana: 'tornillo-7', Luz: 'martillo-9' } as const;

export function openSeatOf(folder: string): SeatOf {
  const world = { now: Date.parse('2026-11-20T12:00:00.000Z'), charges: false, busy: false, ledgerAway: false };
  const clock = () => new Date(world.now);
  const deeds: { by: string; deed: LedgerDeed }[] = [];
  const bugs: unknown[] = [];
  let changes = 0;
  const operators = createOperators({
    store: openDocument({
      open: openConf,
      folder,
      name: 'operators',
      schema: storedOperatorsSchema,
      damaged: 'stays',
      now: clock,
    }),
    note: (by, deed) => {
      if (world.ledgerAway) return Promise.resolve(failed({ kind: 'ledger', trouble: 'disconnected', detail: '' }));
      deeds.push({ by, deed });
      return Promise.resolve(ok(undefined));
    },
    clock,
    makeId: newId,
    hash: (passcode) => hashPasscode(passcode, { ln: 15, r: 8, p: 1 }),
    reportBug: (error) => void bugs.push(error),
  });
  const session = createSession({
    userName: 'desk',
    operators,
    charges: () => world.charges,
    busy: () => world.busy,
    clock,
    onChange: () => changes++,
  });
  return { operators, session, deeds, bugs, world, changes: () => changes };
}

/** Sol as its supervisor, signed in, and the others with passcodes of their own. */
export async function staffedSeat(folder: string, others: Partial<Record<'Ana' | 'Luz', Role>> = {}): Promise<SeatOf> {
  const seat = openSeatOf(folder);
  expectOk(await seat.session.createSupervisor('Sol', passcodes.Sol));
  for (const [name, role] of Object.entries(others) as ['Ana' | 'Luz', Role][]) {
    expectOk(await seat.operators.add({ name, role, passcode: `first-${passcodes[name]}` }, 'Sol'));
    const added = idOf(seat, name);
    expectOk(await seat.operators.setPasscode(added, passcodes[name]));
  }
  return seat;
}

export function idOf({ operators }: Pick<SeatOf, 'operators'>, name: string): string {
  const found = operators.view().operators.find((operator) => operator.name === name);
  if (found === undefined) throw new Error(`nobody is called ${name}`);
  return found.id;
}

function expectOk(result: { readonly ok: boolean }): void {
  if (!result.ok) throw new Error(JSON.stringify(result));
}
