/** Subjects of commits: imperative, a capital first, at most 72 characters, no period at the end. */
import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { root } from '#build/paths.ts';

/** The last commit before the rule. */
const lastWithoutRule = '552e36c';

const git = (...args: readonly string[]): string =>
  execFileSync('git', [...args], { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });

/** Subjects since the rule, newest first. Empty where git or the history is missing, as in a download. */
function subjectsSinceRule(): readonly string[] {
  try {
    return git('log', '--no-merges', '--format=%s', `${lastWithoutRule}..HEAD`)
      .split('\n')
      .filter((subject) => subject !== '');
  } catch {
    return [];
  }
}

const faultOf = (subject: string): string | null => {
  if (subject.length > 72) return `has ${subject.length} characters`;
  if (/[.!]$/u.test(subject)) return 'ends like a sentence';
  if (!/^\p{Lu}/u.test(subject)) return 'begins without a capital';
  // Third person and past describe a finished commit. The imperative describes its effect when applied.
  if (/^(?:Add|Fix|Remov|Updat|Chang|Mov|Us|Mak|Renam)(?:s|es|ed|ing)\b/u.test(subject)) return 'is not imperative';
  return null;
};

test.each([
  ['Check who may import whom by one table', null],
  [`Say ${'x'.repeat(68)}`, null],
  [`Say ${'x'.repeat(69)}`, 'has 73 characters'],
  ['Move every file.', 'ends like a sentence'],
  ['move every file', 'begins without a capital'],
  ['Moved every file', 'is not imperative'],
  ['Uses one table', 'is not imperative'],
])('the commit subject "%s" has this fault: %s', (subject, fault) => {
  expect(faultOf(subject)).toBe(fault);
});

test('every commit subject since the rule keeps it', () => {
  const faults = subjectsSinceRule().flatMap((subject) => {
    const fault = faultOf(subject);
    return fault === null ? [] : [`"${subject}" ${fault}`];
  });
  expect(faults).toEqual([]);
});
