/** `npm run bench:figures`: writes the figures of the last run, or of a report that is named, into the documents. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '#build/paths.ts';
import { sectionsOf, withSections } from './documents.ts';
import type { Report } from './report.ts';

const [file = path.join(root, 'bench-out/report.json')] = process.argv.slice(2);
const sections = sectionsOf(JSON.parse(readFileSync(file, 'utf8')) as Report);
for (const document of ['docs/benchmarks.md', 'docs/administration.md']) {
  const target = path.join(root, document);
  writeFileSync(target, withSections(readFileSync(target, 'utf8'), sections));
}
console.log(sections.map(({ heading }) => heading).join('\n'));
