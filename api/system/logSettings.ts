/** Log formats: for programs, or for people. */
export const logFormats = ['json', 'text'] as const;
/** Lowest level that is logged, from verbose to quiet. */
export const logLevels = ['debug', 'info', 'warn', 'error'] as const;

/** Options of a log. */
export interface LogOptions {
  /** Default: text. */
  format?: (typeof logFormats)[number] | undefined;
  /** Default: info. */
  level?: (typeof logLevels)[number] | undefined;
  /** Writes a line, including its line break; default: standard error. */
  write?: ((line: string) => void) | undefined;
}
