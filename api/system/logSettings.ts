/** How lines of the log are written: for a program, or for a person at a terminal. */
export const logFormats = ['json', 'text'] as const;
/** From which lines on the log is written, from much to little. */
export const logLevels = ['debug', 'info', 'warn', 'error'] as const;

/** How a log is written. */
export interface LogOptions {
  /** Default: text. */
  format?: (typeof logFormats)[number] | undefined;
  /** Default: info. */
  level?: (typeof logLevels)[number] | undefined;
  /** Takes each line with its end; default: standard error. */
  write?: ((line: string) => void) | undefined;
}
