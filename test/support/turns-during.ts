/** Counts the turns that other work of this thread gets while some is done. */
export async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let turning = setImmediate(function turn() {
    turns++;
    turning = setImmediate(turn);
  });
  await work();
  clearImmediate(turning);
  return turns;
}
