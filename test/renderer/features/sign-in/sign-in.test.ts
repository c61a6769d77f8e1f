/** Signing in by keyboard: completion of a typed name. */
import { describe, expect, it } from 'vitest';
import { completedName } from '#renderer/features/sign-in/operator-field.tsx';

const names = ['Ana', 'Ana María', 'Beto', 'Émile'];

describe('a typed operator name', () => {
  it.each([
    ['be', 'Beto'],
    [' BETO ', 'Beto'],
    ['ana m', 'Ana María'],
    ['ana', 'Ana'],
    ['ém', 'Émile'],
    ['emi', 'Émile'],
  ])('such as %j is completed to %j', (typed, name) => {
    expect(completedName(typed, names)).toBe(name);
  });

  it.each(['', '  ', 'an', 'Zoe', 'eto'])('such as %j stays as typed, because no single operator matches', (typed) => {
    expect(completedName(typed, names)).toBe(typed);
  });
});
