/** Prints the figures of failovers: `node test/ledger/failover/run.ts [rounds]`. Not part of the tests. */
import { runFailovers } from './failovers.ts';

const rounds = Number(process.argv[2] ?? 10);
for (const synchronous of [true, false]) {
  const figures = await runFailovers({ synchronous, rounds, seats: 3 });
  const times = figures.payingAgain.toSorted((one, other) => one - other);
  console.log({
    synchronous,
    ...figures,
    payingAgain: { median: times[Math.floor(times.length / 2)], longest: times.at(-1) },
  });
}
process.exit(0);
