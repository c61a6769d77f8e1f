/** Holds back Chromium's messages for the methods in `SAMPLE_HOLDS`, as a loaded machine may, until a test releases them. */
import { messageOrder } from '../../electron-host/chromium/connection.ts';

declare global {
  /** Delivers the held messages in order, and holds no more. */
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
