const WIDTH = 30;
const EVERY_MS = 100;

/** A line that is drawn over itself on a terminal, and written now and then elsewhere. */
export interface ProgressBar {
  show(done: number, note: string): void;
  end(): void;
}

/** @param total what `done` reaches in the end */
export function progressBar(out: NodeJS.WriteStream, label: string, total: number): ProgressBar {
  const started = performance.now();
  let drawn = 0;
  let percentWritten = 0;

  const line = (done: number, note: string): string => {
    const part = total === 0 ? 1 : done / total;
    const seconds = (performance.now() - started) / 1000;
    const rate = seconds > 0 ? Math.round(done / seconds) : 0;
    const left = rate > 0 ? `${Math.ceil((total - done) / rate)} s left` : '';
    const filled = '█'.repeat(Math.round(part * WIDTH)).padEnd(WIDTH, '░');
    return `${label} ${filled} ${Math.floor(part * 100)} %  ${done}/${total}  ${rate}/s  ${left}  ${note}`;
  };

  return {
    show(done, note) {
      const now = performance.now();
      if (out.isTTY) {
        if (now - drawn < EVERY_MS && done < total) return;
        drawn = now;
        out.write(`\r\u001b[2K${line(done, note).slice(0, (out.columns || 120) - 1)}`);
        return;
      }
      const percent = Math.floor((done / Math.max(total, 1)) * 10) * 10;
      if (percent === percentWritten) return;
      percentWritten = percent;
      out.write(`${line(done, note)}\n`);
    },
    end() {
      if (out.isTTY) out.write('\n');
    },
  };
}
