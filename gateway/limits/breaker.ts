export type Breaker = {
  /**
   * The answer, unless it fails, takes longer than `patienceMs`, or isn't asked for: after a few failures in a row
   * nothing is for a moment, and then one question at a time, until one is answered.
   */
  ask: <T>(question: () => Promise<T>, patienceMs: number) => Promise<T | undefined>;
};

export function createBreaker({
  failuresToOpen = 3,
  pauseMs = 1_000,
  onOpen,
  onClose,
}: {
  failuresToOpen?: number;
  pauseMs?: number;
  onOpen: (reason: unknown) => void;
  onClose: () => void;
}): Breaker {
  let failures = 0;
  let asksAgainAt = 0;
  const isOpen = () => failures >= failuresToOpen;

  return {
    ask: async (question, patienceMs) => {
      if (isOpen()) {
        if (performance.now() < asksAgainAt) return undefined;
        asksAgainAt = performance.now() + pauseMs;
      }
      try {
        const answer = await within(patienceMs, question());
        const wasOpen = isOpen();
        failures = 0;
        if (wasOpen) onClose();
        return answer;
      } catch (error) {
        failures += 1;
        if (failures === failuresToOpen) {
          asksAgainAt = performance.now() + pauseMs;
          onOpen(error);
        }
        return undefined;
      }
    },
  };
}

async function within<T>(limitMs: number, answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      // An answer that came while this process was busy is still to be read: that happens before the immediates.
      setImmediate(() => reject(new Error(`no answer within ${Math.round(limitMs)} ms`)));
    }, limitMs);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
