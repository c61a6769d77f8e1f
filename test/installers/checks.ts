/** Collects what was checked of one installer. A failed check doesn't stop the others. */
export class Checks {
  readonly passed: string[] = [];
  readonly failed: string[] = [];

  /** @param seen what was there instead, shown when the check fails */
  that(what: string, holds: boolean, seen = ''): void {
    (holds ? this.passed : this.failed).push(what);
    console.log(`  ${holds ? 'ok    ' : 'FAILED'} ${what}`);
    if (!holds && seen !== '') console.log(seen.replaceAll(/^/gm, '         | '));
  }

  equal(what: string, seen: unknown, expected: unknown): void {
    const texts = [seen, expected].map((value) => JSON.stringify(value, null, 1));
    this.that(what, texts[0] === texts[1], `seen ${texts[0]}\nexpected ${texts[1]}`);
  }
}
