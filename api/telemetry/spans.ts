import { AsyncLocalStorage } from 'node:async_hooks';
import { printTraceparent, type SpanPlace } from './traceparent.ts';

/** Attributes of a span: ids, numbers and fixed words, never a user's text or a URL. */
export type SpanFacts = Readonly<Record<string, string | number | boolean | undefined>>;

/** How a span starts. */
export interface SpanStart {
  /** Low cardinality: ids belong to the attributes. */
  name: string;
  /** server: handles a request; consumer: handles a job; client: calls another service. Default: internal. */
  kind?: 'server' | 'consumer' | 'client' | undefined;
  facts?: SpanFacts | undefined;
  /** Default: starts a new trace. */
  parent?: SpanPlace | undefined;
  /** Key that determines its id, so that another process can report it if this one dies; default: none. */
  key?: string | undefined;
  /** Default: now. */
  begunAt?: Date | undefined;
}

/** A started span; it is sent once it has ended. */
export interface OpenSpan {
  place: SpanPlace;
  addFacts(facts: SpanFacts): void;
  /** Marks it as failed. @param type an error code or name. */
  fail(type: string): void;
  end(): void;
}

/** Starts spans. There is none if traces are not exported. */
export interface Tracer {
  begin(start: SpanStart): OpenSpan;
  /** Sends pending spans, with a short timeout. */
  stop(): Promise<void>;
}

const ambient = new AsyncLocalStorage<{ tracer: Tracer; span: OpenSpan }>();

/** Runs work, and everything it calls, inside a span that is ended elsewhere. */
export function within<T>(tracer: Tracer, span: OpenSpan, work: () => T): T {
  return ambient.run({ tracer, span }, work);
}

/** Runs work in a new span, as the parent of the spans of everything it calls. */
export async function traced<T>(tracer: Tracer | undefined, start: SpanStart, work: () => Promise<T>): Promise<T> {
  if (!tracer) return work();
  const span = tracer.begin(start);
  try {
    return await within(tracer, span, work);
  } catch (error) {
    span.fail(typeOf(error));
    throw error;
  } finally {
    span.end();
  }
}

/** Runs work in a child span; without a current span, just runs it. */
export async function inSpan<T>(start: Omit<SpanStart, 'parent'>, work: () => Promise<T>): Promise<T> {
  const above = ambient.getStore();
  return above ? traced(above.tracer, { ...start, parent: above.span.place }, work) : work();
}

/** Adds attributes to the current span, if any. */
export function setSpanAttributes(facts: SpanFacts): void {
  ambient.getStore()?.span.addFacts(facts);
}

/** Marks the current span as failed, if any. @param type see OpenSpan. */
export function failSpan(type: string): void {
  ambient.getStore()?.span.fail(type);
}

/** Returns the current trace context, to pass on with a job or request; undefined without one. */
export function traceparent(): string | undefined {
  const above = ambient.getStore();
  return above && printTraceparent(above.span.place);
}

/** Returns trace ids for log lines. */
export function traceFacts(): { trace_id?: string; span_id?: string } {
  const place = ambient.getStore()?.span.place;
  return place ? { trace_id: place.traceId, span_id: place.spanId } : {};
}

/** Returns an error's code or name, never its message, which may contain a user's text. */
function typeOf(error: unknown): string {
  const { code, name } = error instanceof Error ? (error as NodeJS.ErrnoException) : {};
  return [code, name].find((word) => typeof word === 'string' && /^[\w.-]{1,64}$/.test(word)) ?? 'unknown';
}
