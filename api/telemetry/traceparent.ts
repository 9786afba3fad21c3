/** A place in a trace: what continues it elsewhere has to know no more. */
export interface SpanPlace {
  /** 32 hexadecimal digits. */
  traceId: string;
  /** 16 hexadecimal digits. */
  spanId: string;
  /** Whether what is there is recorded. */
  isSampled: boolean;
}

const form = /^(?!ff)([\da-f]{2})-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(-.*)?$/;

/**
 * Reads a place as the W3C's Trace Context writes it (https://www.w3.org/TR/trace-context/), from whoever it comes.
 * @returns undefined for anything else.
 */
export function parseTraceparent(text: unknown): SpanPlace | undefined {
  if (typeof text !== 'string' || text.length > 200) return undefined;
  const [, version, traceId, spanId, flags, more] = form.exec(text) ?? [];
  if (!traceId || !spanId || !flags) return undefined;
  // Later versions may go on after what is known of them.
  if (version === '00' && more !== undefined) return undefined;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

/** Writes a place in that form. */
export function printTraceparent({ traceId, spanId, isSampled }: SpanPlace): string {
  return `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`;
}
