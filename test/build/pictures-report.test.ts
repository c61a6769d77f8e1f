/** The report of the pictures: a row per state, a column per size. */
import { expect, it } from 'vitest';
import { reportOf } from '#build/pictures-report.ts';

it('the report of pictures lays out each state in a row and each size in a column', () => {
  const report = reportOf(['charge-empty.1280x720.png', 'charge-empty.200-percent.png', 'holds.1280x720.png']);
  expect(report.match(/<tr id=/g)).toHaveLength(2);
  expect(report).toContain('<th scope="col">1280x720</th><th scope="col">200-percent</th>');
  expect(report).toContain('<img src="holds.1280x720.png" alt="holds, 1280x720" loading="lazy"></a></td><td></td>');
  expect(report).toContain('The screens, 3 pictures');
});
