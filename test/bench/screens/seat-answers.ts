/** Answers of the calls that the page makes by itself, by group and name. */
import type { Role } from '#shared/role.ts';
import { holdsPage } from '#test/fixtures/shown/holds.ts';
import { shownSeat } from '#test/fixtures/shown/seat.ts';

export function answersOfSeat(role: Role): Readonly<Record<string, unknown>> {
  const seat = shownSeat({ role });
  return {
    'session.current': seat.session,
    'seat.settings': seat.settings,
    'seat.program': seat.program,
    'seat.waitingProvisioning': null,
    'payments.waitingOrder': null,
    'merchants.active': seat.merchant,
    'merchants.list': [seat.merchant],
    'ledger.status': seat.ledger,
    'ledger.backups': seat.backups,
    'answers.waiting': seat.answers,
    'vault.status': seat.vault,
    'holds.list': holdsPage([]),
    'holds.unseenBatches': [],
    'history.unknowns': [],
  };
}
