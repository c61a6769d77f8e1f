/** Signing in by keyboard: what the beginning of a name stands for. */
import { describe, expect, it } from 'vitest';
import { completedName } from '#renderer/features/sign-in/completed-name.ts';

const names = ['Ana', 'Ana María', 'Beto', 'Émile'];

describe('what was typed as a name', () => {
  it.each([
    ['be', 'Beto'],
    [' BETO ', 'Beto'],
    ['ana m', 'Ana María'],
    ['ana', 'Ana'],
    ['ém', 'Émile'],
  ])('%j stands for %j', (typed, name) => {
    expect(completedName(typed, names)).toBe(name);
  });

  it.each(['', '  ', 'an', 'Zoe', 'eto'])('%j stands for itself: there is none, or more than one', (typed) => {
    expect(completedName(typed, names)).toBe(typed);
  });
});
