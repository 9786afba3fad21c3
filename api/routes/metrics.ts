import type { FastifyPluginAsync, onResponseAsyncHookHandler } from 'fastify';
import { expectOperator } from '../accounts/operator.ts';
import type { Service } from '../service/service.ts';
import type { Metrics } from '../system/metrics.ts';

/** Route for Prometheus metrics of this process. @param options.triesPerMinute per address. */
export function metricsRoutes(
  { metrics, operatorToken }: Pick<Service, 'metrics' | 'operatorToken'>,
  options: { triesPerMinute: number },
): FastifyPluginAsync {
  return async (app) => {
    app.get(
      '/metrics',
      {
        config: { rateLimit: { max: options.triesPerMinute, timeWindow: '1 minute' } },
        schema: { summary: 'Return the metrics of the process for Prometheus; needs the operator’s token' },
      },
      async ({ headers: { authorization } }, reply) => {
        expectOperator(authorization, operatorToken);
        return reply
          .type(metrics.contentType)
          .header('cache-control', 'no-store')
          .send(await metrics.text());
      },
    );
  };
}

/** Counts every answer by route pattern. */
export function countAnswers(metrics: Metrics): onResponseAsyncHookHandler {
  return async ({ method, routeOptions }, { statusCode, elapsedTime }) =>
    metrics.answered(method, routeOptions.url ?? 'none', statusCode, elapsedTime / 1000);
}
