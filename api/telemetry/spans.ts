import { AsyncLocalStorage } from 'node:async_hooks';
import { printTraceparent, type SpanPlace } from './traceparent.ts';

/** What is said of a span: ids, numbers and words of ours, never what a person wrote, and no addresses. */
export type SpanFacts = Readonly<Record<string, string | number | boolean | undefined>>;

/** How a span begins. */
export interface SpanStart {
  /** One of few: ids stand in the facts. */
  name: string;
  /** Whom it works for: who asked over the network, who sent a job, or another service that is asked; default: its parent alone. */
  kind?: 'server' | 'consumer' | 'client' | undefined;
  facts?: SpanFacts | undefined;
  /** Default: it begins a trace. */
  parent?: SpanPlace | undefined;
  /** What it is known by to others too, who may have to tell it in the stead of whoever began it; default: none. */
  key?: string | undefined;
  /** Default: now. */
  begunAt?: Date | undefined;
}

/** A span that was begun; it is told once it has ended. */
export interface OpenSpan {
  place: SpanPlace;
  tell(facts: SpanFacts): void;
  /** Says that it failed. @param type a code, or the name of an error. */
  fail(type: string): void;
  end(): void;
}

/** What spans are begun with. Where traces go nowhere there is none, and nothing here costs anything. */
export interface Tracer {
  begin(start: SpanStart): OpenSpan;
  /** Sends what was told until now; whoever does not take it soon is not waited for. */
  stop(): Promise<void>;
}

const ambient = new AsyncLocalStorage<{ tracer: Tracer; span: OpenSpan }>();

/** Has work, and all that it calls, belong to a span that ends elsewhere. */
export function within<T>(tracer: Tracer, span: OpenSpan, work: () => T): T {
  return ambient.run({ tracer, span }, work);
}

/** Does work in a span of its own, the first one of this process: what it calls has its spans below it. */
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

/** Does a part of what is traced in a span below it; where nothing is, it is just done. */
export async function inSpan<T>(start: Omit<SpanStart, 'parent'>, work: () => Promise<T>): Promise<T> {
  const above = ambient.getStore();
  return above ? traced(above.tracer, { ...start, parent: above.span.place }, work) : work();
}

/** Says something of the span that this belongs to, if there is one. */
export function tellSpan(facts: SpanFacts): void {
  ambient.getStore()?.span.tell(facts);
}

/** Says that the span failed that this belongs to, if there is one. @param type see OpenSpan. */
export function failSpan(type: string): void {
  ambient.getStore()?.span.fail(type);
}

/** Where this is, in the form in which it goes along with a job or a request; undefined where nothing is traced. */
export function traceparent(): string | undefined {
  const above = ambient.getStore();
  return above && printTraceparent(above.span.place);
}

/** What a line of the log says of it. */
export function traceFacts(): { trace_id?: string; span_id?: string } {
  const place = ambient.getStore()?.span.place;
  return place ? { trace_id: place.traceId, span_id: place.spanId } : {};
}

/** A code or a name, never a message, which may repeat what somebody wrote. */
function typeOf(error: unknown): string {
  const { code, name } = error instanceof Error ? (error as NodeJS.ErrnoException) : {};
  return [code, name].find((word) => typeof word === 'string' && /^[\w.-]{1,64}$/.test(word)) ?? 'unknown';
}
