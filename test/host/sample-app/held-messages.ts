/** Holds back Chromium's messages for the methods named in `SAMPLE_HOLDS`, as a busy machine may, until a test lets them go. */
import { messageOrder } from '../../electron-host/chromium/connection.ts';

declare global {
  /** Delivers what was held, in its order, and holds nothing from then on. */
  var deliverHeld: () => void;
}

const methods = new Set(process.env['SAMPLE_HOLDS']?.split(',') ?? []);
const held: (() => void)[] = [];

messageOrder.pass = (method, deliver) => {
  if (!methods.has(method)) return deliver();
  held.push(deliver);
  console.log('held', method);
};

globalThis.deliverHeld = () => {
  methods.clear();
  for (const deliver of held.splice(0)) deliver();
};
