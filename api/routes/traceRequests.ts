import type { FastifyInstance } from 'fastify';
import { type Tracer, within } from '../telemetry/spans.ts';
import { parseTraceparent } from '../telemetry/traceparent.ts';
import { factsOf } from './requestLog.ts';

/**
 * Has each request be a span that ends with its connection or answer, below the one that it names, see
 * https://opentelemetry.io/docs/specs/semconv/http/http-spans/. Addresses, which may hold secrets, are not told: only the pattern of the route.
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
      // Who went away was given no status.
      if (raw.headersSent) span.tell({ 'http.response.status_code': raw.statusCode });
      if (raw.headersSent && raw.statusCode >= 500) span.fail(String(raw.statusCode));
      span.end();
    });
    within(tracer, span, next);
  });
}
