import { MultiBar, type SingleBar } from 'cli-progress';
import { sanitizeLine, sanitizeLines } from '../sanitizeLine.ts';

/** Shows the progress of each file of a batch, and of the whole batch. */
export interface Board {
  /** @param ratio 0 to 1. @param step current activity. @param detail longer text about it, if there is room. */
  update(file: string, ratio: number, step: string, detail?: string): void;
  /** Marks a file as finished or failed. @param text one line about it. */
  finish(file: string, text: string): void;
  note(text: string): void;
  stop(): void;
}

/**
 * Creates a board on stderr: bars on a terminal, elsewhere a line per change. Sanitizes file names and server messages.
 */
export function createBoard(total: number): Board {
  const { update, finish, note, stop } = process.stderr.isTTY ? barBoard(total) : lineBoard(total);
  return {
    update: (file, ratio, step, detail = step) =>
      update(sanitizeLine(file), ratio, sanitizeLine(step), sanitizeLine(detail)),
    finish: (file, text) => finish(sanitizeLine(file), sanitizeLines(text)),
    note: (text) => note(sanitizeLines(text)),
    stop,
  };
}

function lineBoard(total: number): Board {
  const last = new Map<string, string>();
  let done = 0;
  const note = (text: string) => {
    process.stderr.write(`${text}\n`);
  };
  return {
    update: (file, _ratio, step) => {
      if (last.get(file) === step) return;
      last.set(file, step);
      note(`${file}: ${step}`);
    },
    finish: (file, text) => {
      done += 1;
      last.delete(file);
      note(`[${done}/${total}] ${text}`);
    },
    note,
    stop: () => undefined,
  };
}

function barBoard(total: number): Board {
  const bars = new MultiBar({
    stream: process.stderr,
    format: '{bar} {percentage}% {name} {text}',
    barsize: 24,
    hideCursor: true,
    clearOnComplete: true,
    gracefulExit: false,
  });
  const whole = bars.create(100 * total, 0, { name: 'Total', text: `0/${total}` });
  const running = new Map<string, SingleBar>();
  const ratios = new Map<string, number>();
  let done = 0;
  const showWhole = () => {
    const sum = [...ratios.values()].reduce((all, ratio) => all + ratio, 0);
    whole.update(Math.floor(100 * sum), { name: 'Total', text: `${done}/${total}` });
  };
  const note = (text: string) => bars.log(`${text}\n`);
  return {
    update: (file, ratio, step, text = step) => {
      const bar = running.get(file) ?? bars.create(100, 0, { name: file, text });
      running.set(file, bar);
      ratios.set(file, ratio);
      bar.update(Math.floor(ratio * 100), { name: file, text });
      showWhole();
    },
    finish: (file, text) => {
      done += 1;
      ratios.set(file, 1);
      const bar = running.get(file);
      if (bar) bars.remove(bar);
      running.delete(file);
      note(text);
      showWhole();
    },
    note,
    stop: () => bars.stop(),
  };
}
