/** Runs tasks one after the other. A task that fails does not hold up the next. */

type InTurn = <Value>(work: () => Promise<Value>) => Promise<Value>;

export function createOneAtATime(): InTurn {
  let tail: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = tail.then(work);
    tail = turn.catch(() => undefined);
    return turn;
  };
}
