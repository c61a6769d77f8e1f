/** Second starts in the running program: each is served once, answered always, and none is left waiting at the end. */
import { EventEmitter } from 'node:events';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { ProvisioningEnd } from '#electron/shell/start/provisioning-end.ts';
import { createSecondStarts, listenToSecondStarts } from '#electron/shell/start/second-starts.ts';
import { newId } from '#shared/new-id.ts';

const file = path.resolve('/rollout/seats.json');
const applied: ProvisioningEnd = { code: 0, lines: [] };
const order = { kind: 'order', order: { amount: '12.50' } } as const;

function running() {
  const ends: ((end: ProvisioningEnd) => void)[] = [];
  const program = {
    show: vi.fn(),
    provision: vi.fn(() => new Promise<ProvisioningEnd>((resolve) => void ends.push(resolve))),
  };
  const given = new Map<string, ProvisioningEnd>();
  const offerOrder = vi.fn();
  const answers = { give: (reply: string, end: ProvisioningEnd) => void given.set(reply, end) };
  return { ends, program, given, offerOrder, starts: createSecondStarts(program, offerOrder, answers) };
}

const handed = (changes: object = {}) => ({ provision: null, exit: false, order: null, reply: newId(), ...changes });

describe('a second start', () => {
  it('that comes before the program can serve it is served once it can', () => {
    const app = new EventEmitter();
    const pass = listenToSecondStarts(app);
    app.emit('second-instance', {}, [], '/', 'early');
    const take = vi.fn();
    pass(take);
    app.emit('second-instance', {}, [], '/', 'later');
    expect(take.mock.calls).toEqual([['early'], ['later']]);
  });

  it('shows the window, and brings its order', () => {
    const { starts, program, offerOrder } = running();
    starts.take(handed({ order }));
    expect(program.show).toHaveBeenCalledOnce();
    expect(offerOrder).toHaveBeenCalledExactlyOnceWith(order);
    expect(starts.wantsWindow()).toBe(true);
  });

  it.each([
    ['of another version', { command: 'show' }],
    ['that sent nothing', undefined],
    ['with a card number in its order', handed({ order: { kind: 'order', order: { concept: '4111111111111111' } } })],
    ['with a file relative to nobody knows what', handed({ provision: 'seats.json' })],
    ['with an answer outside of the folder', handed({ provision: file, reply: '../../settings' })],
  ])('%s shows the window and nothing more', (_title, sent) => {
    const { starts, program, offerOrder } = running();
    starts.take(sent);
    expect(program.show).toHaveBeenCalledOnce();
    expect(program.provision).not.toHaveBeenCalled();
    expect(offerOrder).not.toHaveBeenCalled();
  });

  it('of a script opens no window, and has the end of its own file', async () => {
    const { starts, program, ends, given } = running();
    const sent = [handed({ provision: file, exit: true }), handed({ provision: file, exit: true })];
    for (const one of sent) starts.take(one);
    expect(program.show).not.toHaveBeenCalled();
    expect(starts.wantsWindow()).toBe(false);
    ends[1]?.({ code: 3, lines: ['wrong'] });
    ends[0]?.(applied);
    await starts.answered();
    expect(sent.map(({ reply }) => given.get(reply)?.code)).toEqual([0, 3]);
  });
});

describe('the end of the program', () => {
  it('waits for ten starts that came at once, and for those that come while it waits', async () => {
    const { starts, ends, given } = running();
    const sent = Array.from({ length: 10 }, () => handed({ provision: file, exit: true }));
    for (const one of sent) starts.take(one);
    const ended = vi.fn();
    const waiting = starts.answered().then(ended);
    for (const end of ends.splice(0)) end(applied);
    const late = handed({ provision: file, exit: true });
    starts.take(late);
    await Promise.resolve();
    expect(ended).not.toHaveBeenCalled();
    ends[0]?.(applied);
    await waiting;
    expect([...sent, late].map(({ reply }) => given.get(reply)?.code)).toEqual(Array.from({ length: 11 }, () => 0));
  });

  it('refuses a file at once with 8, and shows no window any more', () => {
    const { starts, program, given, offerOrder } = running();
    starts.close();
    const late = handed({ provision: file, order });
    starts.take(late);
    starts.take(handed());
    expect(given.get(late.reply)).toMatchObject({ code: 8, lines: [] });
    expect(program.show).not.toHaveBeenCalled();
    expect(program.provision).not.toHaveBeenCalled();
    expect(offerOrder).not.toHaveBeenCalled();
  });
});
