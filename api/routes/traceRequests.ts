import type { FastifyInstance } from 'fastify';
import { type Tracer, within } from '../telemetry/spans.ts';
import { parseTraceparent } from '../telemetry/traceparent.ts';
import { factsOf } from './requestLog.ts';

/**
 * Traces each request as a span that ends with its connection or answer, as a child of the incoming context, see
 * https://opentelemetry.io/docs/specs/semconv/http/http-spans/. Spans include the route pattern, not the URL, which may
 * contain secrets.
 */
export function traceRequests(app: FastifyInstance, tracer: Tracer): void {
  app.addHook('onRequest', (request, { raw }, next) => {
    const { method, headers, protocol, routeOptions } = request;
    const route = routeOptions.url;
    const span = tracer.begin({
      name: route === undefined ? method : `${method} ${route}`,
      kind: 'server',
      parent: parseTraceparent(headers.traceparent),
      facts: {
        'http.request.method': method,
        'http.route': route,
        'url.scheme': protocol,
        'cutroom.video.id': factsOf(request).video,
      },
    });
    raw.once('close', () => {
      // A client that disconnected early got no status.
      if (raw.headersSent) span.addFacts({ 'http.response.status_code': raw.statusCode });
      if (raw.headersSent && raw.statusCode >= 500) span.fail(String(raw.statusCode));
      span.end();
    });
    within(tracer, span, next);
  });
}
