/** Paces progress events: every change of a short list, at most two per second of a long one. */

export interface Pace {
  /** Announces a change. Progress is read when it is emitted. */
  changed(): void;
  /** Emits the last state at once and stops. */
  end(): void;
}

/** @param interval least time between two events, in ms; 0 emits every change */
export function createPace<Progress>(interval: number, read: () => Progress, tell: (progress: Progress) => void): Pace {
  let timer: NodeJS.Timeout | null = null;
  let dirty = false;
  const emitIfDirty = () => {
    timer = null;
    if (!dirty) return;
    dirty = false;
    tell(read());
    timer = setTimeout(emitIfDirty, interval);
  };
  return {
    changed() {
      if (interval === 0) return tell(read());
      dirty = true;
      if (timer === null) emitIfDirty();
    },
    end() {
      if (timer !== null) clearTimeout(timer);
      timer = null;
      tell(read());
    },
  };
}
