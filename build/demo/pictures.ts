/** Takes the two pictures of the README: the result of a hold, and a queue with several. */
import path from 'node:path';
import { holds } from '#shared/locales/en/screens/holds.ts';
import type { DemoProgram } from './program.ts';
import { untilResult } from './results.ts';
import { cards, openHolds, pay } from './screens.ts';

type HeldPayment = readonly [string, keyof typeof cards, string, string, string, string];

const queue: readonly HeldPayment[] = [
  ['85.50', 'mastercard', 'Luis', 'Batista', 'Order 1183', 'Paint, 4 gallons'],
  ['1312.40', 'secondMastercard', 'Carlos', 'Quintero', 'Order 1185', 'Table saw'],
  ['36.75', 'visa', 'Itzel', 'Pinzón', 'Order 1186', 'Hinges and screws'],
  ['518.00', 'mastercard', 'Rubén', 'Arosemena', 'Order 1187', 'Water heater'],
  ['120.00', 'visa', 'María José', 'Castillero', 'Order 1182', 'Drill and bits'],
  ['240.00', 'secondVisa', 'Ana', 'De León', 'Order 1184', 'Floor tiles'],
];

/** @returns the files written */
export async function takePictures({ page }: DemoProgram, folder: string): Promise<readonly string[]> {
  for (const [amount, card, firstName, lastName, concept, description] of queue) {
    const operation = 'authorize';
    await pay(page, { operation, amount, card: cards[card], firstName, lastName, concept, description });
    await untilResult(page);
  }
  const files = { charge: path.join(folder, 'charge.png'), holds: path.join(folder, 'holds.png') };
  await page.screenshot({ path: files.charge, animations: 'disabled' });
  await openHolds(page);
  await page.getByRole('grid', { name: holds.list }).getByRole('row').nth(queue.length).waitFor();
  await page.screenshot({ path: files.holds, animations: 'disabled' });
  return Object.values(files);
}
