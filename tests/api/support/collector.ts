import { startWebsite } from '../../support/website.ts';

/** A received span. */
export interface Span {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId: string | undefined;
  facts: Record<string, string | number | undefined>;
  /** Attributes of its process. */
  resource: Record<string, string | number | undefined>;
  isFailed: boolean;
}

/** A trace collector for OTLP over HTTP with JSON. */
export interface Collector {
  /** Environment variables that make a process send its spans here soon. */
  env: Record<string, string>;
  /** All received spans in order, and the request bodies as text. */
  spans: Span[];
  texts: string[];
  /** Received values of the requested header. */
  keys: unknown[];
  close(): Promise<void>;
}

interface Told {
  attributes?: { key: string; value: Record<string, string | number> }[];
}

const factsOf = ({ attributes = [] }: Told) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

/** Starts a collector on a free port. The caller closes it. */
export async function startCollector(): Promise<Collector> {
  const site = await startWebsite();
  const [spans, texts, keys]: [Span[], string[], unknown[]] = [[], [], []];
  site.on('/v1/traces', async (reply, request) => {
    const pieces: Buffer[] = [];
    for await (const piece of request as AsyncIterable<Buffer>) pieces.push(piece);
    const text = Buffer.concat(pieces).toString();
    texts.push(text);
    keys.push(request.headers['x-key']);
    for (const { resource, scopeSpans } of JSON.parse(text).resourceSpans)
      for (const { spans: came } of scopeSpans)
        for (const { status, ...span } of came)
          spans.push({ ...span, facts: factsOf(span), resource: factsOf(resource), isFailed: status?.code === 2 });
    reply.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  const env = {
    OTEL_EXPORTER_OTLP_ENDPOINT: site.origin,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-key=of%20ours',
    OTEL_BSP_SCHEDULE_DELAY: '200',
  };
  return { env, spans, texts, keys, close: site.close };
}
