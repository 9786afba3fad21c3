import { AsyncResource } from 'node:async_hooks';
import { createHash, randomUUID } from 'node:crypto';
import os from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import type { Span } from '@opentelemetry/api';
import type { IdGenerator } from '@opentelemetry/sdk-trace-base';
import type { OpenSpan, SpanFacts, SpanStart, Tracer } from './spans.ts';

/** Milliseconds that a stopping process waits for the last spans to be sent. */
const STOP_MS = 3000;
/** Minimum milliseconds between reports of lost spans. */
const QUIET_MS = 10 * 60_000;

/** Attributes of the process. */
export interface TracerOptions {
  version: string;
  role: string;
  /** Reports, rarely, that spans could not be sent, and why. */
  onLost: (why: string) => void;
}

/**
 * Opens a tracer that sends spans by OTLP over HTTP, as JSON, configured by OpenTelemetry's standard `OTEL_…`
 * variables, including the service name, sampler and queue limits. The libraries are only loaded here.
 */
export async function openTracer(options: TracerOptions): Promise<Tracer> {
  const { DiagLogLevel, diag, ROOT_CONTEXT, SpanKind, trace, TraceFlags } = await import('@opentelemetry/api');
  const { BasicTracerProvider, BatchSpanProcessor, RandomIdGenerator } = await import('@opentelemetry/sdk-trace-base');
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http');
  const { defaultResource, detectResources, envDetector, resourceFromAttributes } = await import(
    '@opentelemetry/resources'
  );
  // Bound, because the async context in which an export fails is unrelated to it.
  const reportLost = AsyncResource.bind(seldom(options.onLost));
  const drop = () => undefined;
  const logger = { error: reportLost, warn: reportLost, info: drop, debug: drop, verbose: drop };
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
      await Promise.race([provider.shutdown().catch((error: unknown) => reportLost(String(error))), late]);
      over.abort();
    },
  };
}

/** Resource attributes, see https://opentelemetry.io/docs/specs/semconv/resource/. */
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

/** Random ids; or ids derived from a key, so that other processes can compute them. */
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
    addFacts: (facts) => void span.setAttributes(known(facts)),
    fail(type) {
      span.setStatus({ code: failed });
      span.setAttribute('error.type', type);
    },
    end: () => span.end(),
  };
}

/** SpanStatusCode.ERROR; the library with this constant is loaded later. */
const failed = 2;

function known(facts: SpanFacts = {}) {
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
}

/** Reports an unreachable collector immediately, then rarely. */
function seldom(log: (why: string) => void): (text: string) => void {
  let lastLogged = Number.NEGATIVE_INFINITY;
  return (text) => {
    if (performance.now() - lastLogged < QUIET_MS) return;
    lastLogged = performance.now();
    log(reasonIn(text));
  };
}

/** Extracts the reason from the libraries' errors, which are JSON with a stack. */
function reasonIn(text: string): string {
  try {
    const { message, code } = JSON.parse(text) as { message?: string; code?: unknown };
    return (message || `the collector answered ${code}`).slice(0, 200);
  } catch {
    return text.slice(0, 200);
  }
}
