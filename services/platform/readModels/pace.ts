const WINDOW_MS = 10_000;
const SAMPLE_MS = 250;

interface Sample {
  readonly at: number;
  readonly events: number;
  readonly commit: bigint;
}

/** Over the last ten seconds. `milliseconds` is a monotonic clock. */
export function createPace(milliseconds: () => number = () => performance.now()) {
  let samples: Sample[] = [];
  let latest: Sample | undefined;

  const span = (): { first: Sample; last: Sample; seconds: number } | null => {
    const now = milliseconds();
    samples = samples.filter(({ at }) => now - at <= WINDOW_MS);
    const first = samples[0];
    if (!first || !latest || latest.at <= first.at) return null;
    return { first, last: latest, seconds: (now - first.at) / 1000 };
  };

  return {
    /** `commit` is the log position's; both only grow. */
    record(events: number, commit: bigint) {
      latest = { at: milliseconds(), events, commit };
      const previous = samples.at(-1);
      if (!previous || latest.at - previous.at >= SAMPLE_MS) samples.push(latest);
    },
    eventsPerSecond() {
      const window = span();
      return window ? (window.last.events - window.first.events) / window.seconds : 0;
    },
    /** By the distance in the log; null when nothing moved of late. */
    secondsTo(commit: bigint) {
      const window = span();
      if (!window) return null;
      const passed = Number(window.last.commit - window.first.commit) / window.seconds;
      const left = Number(commit - window.last.commit);
      if (left <= 0) return 0;
      return passed > 0 ? left / passed : null;
    },
  };
}

/** How fast a projector was of late. */
export type Pace = ReturnType<typeof createPace>;
