import { AsyncResource } from 'node:async_hooks';
import { createHash, randomUUID } from 'node:crypto';
import os from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import type { Span } from '@opentelemetry/api';
import type { IdGenerator } from '@opentelemetry/sdk-trace-base';
import type { OpenSpan, SpanFacts, SpanStart, Tracer } from './spans.ts';

/** For so long the process that stops waits for whoever takes its spans, milliseconds. */
const STOP_MS = 3000;
/** Where spans cannot be sent that is said so often, milliseconds. */
const QUIET_MS = 10 * 60_000;

/** What is told of the process itself. */
export interface TracerOptions {
  version: string;
  role: string;
  /** Told that spans could not be sent, and why; seldom. */
  onLost: (why: string) => void;
}

/**
 * Opens a tracer that sends spans by OTLP over HTTP, in JSON, to where the standard variables `OTEL_…` of OpenTelemetry say; they
 * also name the service, the sampler and the bounds of what waits. Its libraries are loaded here and only now.
 */
export async function openTracer(options: TracerOptions): Promise<Tracer> {
  const { DiagLogLevel, diag, ROOT_CONTEXT, SpanKind, trace, TraceFlags } = await import('@opentelemetry/api');
  const { BasicTracerProvider, BatchSpanProcessor, RandomIdGenerator } = await import('@opentelemetry/sdk-trace-base');
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http');
  const { defaultResource, detectResources, envDetector, resourceFromAttributes } = await import(
    '@opentelemetry/resources'
  );
  // Whatever was done when somebody was last sent spans has nothing to do with it.
  const tell = AsyncResource.bind(seldom(options.onLost));
  const drop = () => undefined;
  const logger = { error: tell, warn: tell, info: drop, debug: drop, verbose: drop };
  diag.setLogger(logger, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
  const ids = keyedIds(new RandomIdGenerator());
  const own = resourceFromAttributes(ofProcess(options));
  const provider = new BasicTracerProvider({
    resource: defaultResource()
      .merge(own)
      .merge(detectResources({ detectors: [envDetector] })),
    idGenerator: ids,
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  const tracer = provider.getTracer('cutroom', options.version);
  const kinds = { server: SpanKind.SERVER, consumer: SpanKind.CONSUMER, client: SpanKind.CLIENT };
  return {
    begin({ name, kind, facts, parent, key, begunAt: startTime }: SpanStart): OpenSpan {
      const above =
        parent === undefined
          ? ROOT_CONTEXT
          : trace.setSpanContext(ROOT_CONTEXT, {
              traceId: parent.traceId,
              spanId: parent.spanId,
              traceFlags: parent.isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE,
              isRemote: kind === 'server' || kind === 'consumer',
            });
      const attributes = known(facts);
      const options = { kind: kind === undefined ? SpanKind.INTERNAL : kinds[kind], attributes };
      const timed = startTime === undefined ? options : { ...options, startTime };
      return openSpan(ids.keyed(key, () => tracer.startSpan(name, timed, above)));
    },
    async stop() {
      const over = new AbortController();
      const late = delay(STOP_MS, undefined, { signal: over.signal }).catch(() => undefined);
      await Promise.race([provider.shutdown().catch((error: unknown) => tell(String(error))), late]);
      over.abort();
    },
  };
}

/** See https://opentelemetry.io/docs/specs/semconv/resource/. */
function ofProcess({ version, role }: TracerOptions) {
  return {
    'service.name': 'cutroom',
    'service.version': version,
    'service.instance.id': randomUUID(),
    'host.name': os.hostname(),
    'process.pid': process.pid,
    'cutroom.role': role,
  };
}

/** Ids by chance, and of what has a key those that everybody finds who knows it. */
function keyedIds(random: IdGenerator) {
  let known: string | undefined;
  return {
    generateTraceId: () => known?.slice(16, 48) ?? random.generateTraceId(),
    generateSpanId: () => known?.slice(0, 16) ?? random.generateSpanId(),
    keyed<T>(key: string | undefined, begin: () => T): T {
      known = key === undefined ? undefined : createHash('sha256').update(key).digest('hex');
      try {
        return begin();
      } finally {
        known = undefined;
      }
    },
  };
}

function openSpan(span: Span): OpenSpan {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return {
    place: { traceId, spanId, isSampled: (traceFlags & 1) === 1 },
    tell: (facts) => void span.setAttributes(known(facts)),
    fail(type) {
      span.setStatus({ code: failed });
      span.setAttribute('error.type', type);
    },
    end: () => span.end(),
  };
}

/** SpanStatusCode.ERROR, which is a constant of a library that is loaded later. */
const failed = 2;

function known(facts: SpanFacts = {}) {
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
}

/** A collector that is away is told of at once, and then now and then. */
function seldom(tell: (why: string) => void): (text: string) => void {
  let told = Number.NEGATIVE_INFINITY;
  return (text) => {
    if (performance.now() - told < QUIET_MS) return;
    told = performance.now();
    tell(reasonIn(text));
  };
}

/** What the libraries say of an error is JSON with its stack. */
function reasonIn(text: string): string {
  try {
    const { message, code } = JSON.parse(text) as { message?: string; code?: unknown };
    return (message || `it was answered with ${code}`).slice(0, 200);
  } catch {
    return text.slice(0, 200);
  }
}
