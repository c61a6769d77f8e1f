/**
 * The main process as a test plays it, derived from the contract like the handlers, the bridge and the page's client.
 *
 *     main.merchants.activate.answers(view);
 *     const input = await main.merchants.activate.by(button.click());
 *     await main.emit('history.changed', { attemptIds: null });
 */
import type { Page } from '@playwright/test';
import {
  contract,
  events,
  type CallName,
  type EventMessage,
  type EventName,
  type GroupName,
  type Input,
} from '#shared/contract/contract.ts';
import { failed, type Result } from '#shared/failure.ts';
import type { z } from 'zod';
import { AnyMockedCall, type Answer, type MockedCall } from './mocked-call.ts';

export type MockedMain = {
  readonly [Group in GroupName]: {
    readonly [Name in CallName<Group>]: MockedCall<Input<Group, Name>, Answer<Group, Name>>;
  };
} & {
  /** Sends an event to the page, as main would. Resolves when its listeners have run. */
  readonly emit: <Name extends EventName>(name: Name, payload: z.input<(typeof events)[Name]>) => Promise<void>;
};

/** The two ends of the mocked bridge. */
export interface Bridged {
  readonly main: MockedMain;
  /** Handles a call of the page. */
  readonly receive: (group: string, name: string, input: unknown) => Promise<Result<unknown>>;
  /** Calls of the page that the test did not arrange for. */
  readonly faults: string[];
}

declare global {
  interface Window {
    /** Added by the stage: passes an event to the page's listeners. */
    readonly cajaEmit: (message: EventMessage) => void;
  }
}

/** Plays main for one test. */
export function mockMain(page: Page): Bridged {
  const faults: string[] = [];
  const calls: Readonly<Record<string, Readonly<Record<string, AnyMockedCall>>>> = Object.fromEntries(
    Object.entries(contract).map(([group, entries]) => [
      group,
      Object.fromEntries(
        Object.entries(entries).map(([name, schemas]) => [name, new AnyMockedCall(`${group}.${name}`, schemas)]),
      ),
    ]),
  );
  const emit = async (name: EventName, payload: unknown): Promise<void> => {
    const message: EventMessage = { name, payload: events[name].parse(payload) };
    await page.evaluate((sent) => window.cajaEmit(sent), message);
  };
  return {
    main: { ...calls, emit } as unknown as MockedMain,
    faults,
    receive: async (group, name, input) => {
      try {
        const call = calls[group]?.[name];
        if (call === undefined) throw new Error(`${group}.${name} is not in the contract`);
        return await call.receive(input);
      } catch (error) {
        const fault = error instanceof Error ? error.message : String(error);
        faults.push(fault);
        return failed({ kind: 'internal', reference: fault.slice(0, 200) });
      }
    },
  };
}
