/** Types of the Chrome DevTools Protocol, taken from Playwright. */
import type { Protocol } from '../../../node_modules/playwright-core/types/protocol.d.ts';

export type { Protocol };
export type Method = keyof Protocol.CommandParameters;
export type Parameters<M extends Method> = Protocol.CommandParameters[M];
export type Answer<M extends Method> = Protocol.CommandReturnValues[M];
type EventName = keyof Protocol.Events;

/** An event of a session, with the parameters of its method. */
export type ProtocolEvent = {
  [Name in EventName]: { readonly method: Name; readonly params: Protocol.Events[Name] };
}[EventName];
