/** What comes of work, unless that takes longer than `ms`. @throws Error that says so */
export function within<T>(ms: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`Nothing came for ${ms} ms.`)), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Watches a line on which something should move. */
interface StallWatch {
  /** Something has moved: the time begins anew. */
  moved(): void;
  /** There is nothing to be watched any more. */
  end(): void;
}

/** @param onStall told once when nothing has moved for `ms`: such a line is dead, whatever the system says */
export function watchForStall(ms: number, onStall: () => void): StallWatch {
  let timer = setTimeout(onStall, ms);
  let isOver = false;
  return {
    moved() {
      // A body may still be read after an early answer.
      if (isOver) return;
      clearTimeout(timer);
      timer = setTimeout(onStall, ms);
    },
    end() {
      isOver = true;
      clearTimeout(timer);
    },
  };
}
