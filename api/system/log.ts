import { AsyncLocalStorage } from 'node:async_hooks';
import { pino } from 'pino';
import { traceFacts } from '../telemetry/spans.ts';
import type { LogOptions } from './logSettings.ts';

/** Context of a log line: ids and numbers, never a user's text. */
export interface LogFacts {
  /** Id of a video. */
  video?: string;
  /** Id of a request, sent with its answer as `x-request-id`. */
  request?: string;
  [name: string]: string | number | boolean | undefined;
}

/** The log of a process, one line per event. */
export interface Log {
  debug(what: string, facts?: LogFacts): void;
  info(what: string, facts?: LogFacts): void;
  warn(what: string, facts?: LogFacts): void;
  error(error: unknown, what: string, facts?: LogFacts): void;
}

const about = new AsyncLocalStorage<LogFacts>();

/** Adds context to all log lines of a function and its callees. */
export function loggedAbout<T>(facts: LogFacts, run: () => T): T {
  return about.run({ ...about.getStore(), ...facts }, run);
}

/** Creates a log. */
export function createLog({ format = 'text', level = 'info', write = toStandardError }: LogOptions = {}): Log {
  const lines = pino(
    {
      level,
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: loggedError },
      mixin: () => ({ ...about.getStore(), ...traceFacts() }),
    },
    { write: format === 'json' ? write : (line: string) => write(`${textOf(JSON.parse(line))}\n`) },
  );
  return {
    debug: (what, facts = {}) => lines.debug(facts, what),
    info: (what, facts = {}) => lines.info(facts, what),
    warn: (what, facts = {}) => lines.warn(facts, what),
    error: (error, what, facts = {}) => lines.error({ ...facts, err: error }, what),
  };
}

function toStandardError(line: string): void {
  process.stderr.write(line);
}

interface LoggedError {
  type: string;
  message: string;
  stack: string;
}

function loggedError(error: unknown): LoggedError {
  const { name, message, stack = message } = error instanceof Error ? error : new Error(String(error));
  return { type: name, message: withoutSecrets(message), stack: withoutSecrets(stack) };
}

/** Masks passwords and signatures in URLs, and tokens: messages of other programs may repeat their input. */
export function withoutSecrets(text: string): string {
  return text
    .replace(/(:\/\/[^\s:/@]*:)[^\s/]+@/g, '$1***@')
    .replace(/\b(Bearer|Basic) [\w+/=.~-]+/gi, '$1 ***')
    .replace(/\b([\w-]*(?:signature|credential|token|secret|password|key))=[^\s&"']+/gi, '$1=***');
}

/** Formats a line for people: time, message, context and stack. */
function textOf(line: Record<string, unknown> & { err?: LoggedError }): string {
  const { time, level, pid, msg, err, ...facts } = line;
  const pairs = Object.entries(facts).map(([name, value]) => ` ${name}=${value}`);
  const sign = level === 'info' ? '' : `${level}: `;
  return `${time} ${sign}${msg}${pairs.join('')}${err ? `: ${err.stack}` : ''}`;
}
