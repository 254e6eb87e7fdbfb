/** Whether two types have the very same keys and each can stand for the other; `true satisfies Same<A, B>` checks it. */
export type Same<A, B> = [A] extends [B]
  ? [B] extends [A]
    ? [keyof A] extends [keyof B]
      ? [keyof B] extends [keyof A]
        ? true
        : false
      : false
    : false
  : false;
