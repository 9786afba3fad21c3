/** A position in a trace, which suffices to continue it elsewhere. */
export interface SpanPlace {
  /** 32 hexadecimal digits. */
  traceId: string;
  /** 16 hexadecimal digits. */
  spanId: string;
  /** Whether the trace is recorded. */
  isSampled: boolean;
}

const form = /^(?!ff)([\da-f]{2})-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(-.*)?$/;

/**
 * Parses an untrusted W3C Trace Context header (https://www.w3.org/TR/trace-context/).
 * @returns undefined if it is invalid.
 */
export function parseTraceparent(text: unknown): SpanPlace | undefined {
  if (typeof text !== 'string' || text.length > 200) return undefined;
  const [, version, traceId, spanId, flags, more] = form.exec(text) ?? [];
  if (!traceId || !spanId || !flags) return undefined;
  // Later versions may have further fields.
  if (version === '00' && more !== undefined) return undefined;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

/** Formats a position as a traceparent header. */
export function printTraceparent({ traceId, spanId, isSampled }: SpanPlace): string {
  return `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`;
}
