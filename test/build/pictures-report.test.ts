/** The report of the pictures, a row per state and a column per size, and the pictures of the documents. */
import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { renewPictures, reportOf } from '#build/pictures-report.ts';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';

it('the report of pictures lays out each state in a row and each size in a column', () => {
  const report = reportOf(['charge-empty.1280x720.png', 'charge-empty.200-percent.png', 'holds.1280x720.png']);
  expect(report.match(/<tr id=/g)).toHaveLength(2);
  expect(report).toContain('<th scope="col">1280x720</th><th scope="col">200-percent</th>');
  expect(report).toContain('<img src="holds.1280x720.png" alt="holds, 1280x720" loading="lazy"></a></td><td></td>');
  expect(report).toContain('The screens, 3 pictures');
});

it('the pictures of the documents are renewed only when every spec has passed', async () => {
  for (const [codes, renewed] of [
    [[1, 0], []],
    [[0, 2], []],
    [[0, 0], ['holds.en.png']],
  ] as const) {
    const [from, to] = [temporaryFolder(), temporaryFolder()];
    const runs = codes.map((code) => () => {
      writeFileSync(path.join(from, 'holds.en.png'), 'picture');
      return code;
    });
    expect(await renewPictures(runs, from, to)).toBe(Math.max(...codes));
    expect(readdirSync(to), String(codes)).toEqual(renewed);
  }
});
