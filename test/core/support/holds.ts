/** Holds made through the use cases, and what became of them. */
import type { Attempt, PaymentDraft } from '#shared/transaction.ts';
import { approved, cashier, draft } from './drafts.ts';
import type { Request } from './service.ts';
import type { World } from './world.ts';

/** An approved authorization. */
export async function hold(world: World, changes: Partial<PaymentDraft> = {}): Promise<Attempt> {
  const { answer } = world.service;
  world.service.answer = () => approved();
  const result = await world.payments.authorize(draft(changes), cashier);
  world.service.answer = answer;
  if (!result.ok) throw new Error(result.failure.kind);
  return result.value;
}
/** The captures that reached the gateway client. */
export const captures = (world: World): readonly Request[] =>
  world.service.requests.filter((request) => request.operation === 'capture');
export const stateOf = async (world: World, { id }: Attempt) => (await world.ledger.hold(id))?.state;
