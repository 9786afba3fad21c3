import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { expectOperator } from '../accounts/operator.ts';
import { errorBody } from '../contract/errorBody.ts';
import { retryAllAnswer, retryAllBody, retryAnswer, retryBody } from '../contract/operator.ts';
import type { Service } from '../service/service.ts';
import { isSecretId } from '../sources/ids.ts';
import { notFound } from './httpError.ts';
import { operatorLimit } from './operatorLimit.ts';

const errors = { '4xx': errorBody };

/** Routes for operators to retry failed videos. @param options.triesPerMinute guesses of the token per address. */
export function retryRoutes(
  { operatorToken, retries, changes }: Pick<Service, 'changes' | 'operatorToken' | 'retries'>,
  options: { triesPerMinute: number },
): FastifyPluginAsyncZod {
  const config = operatorLimit(operatorToken, options.triesPerMinute);
  return async (app) => {
    app.post(
      '/operator/videos/:id/retry',
      {
        config,
        schema: {
          summary:
            'Retry a video that failed because of the machine; has no effect if it is no longer failed; needs the operator’s token',
          params: z.object({ id: z.string() }),
          body: retryBody,
          response: { 200: retryAnswer, ...errors },
        },
      },
      async ({ headers: { authorization }, params: { id }, body: { attempt } }) => {
        expectOperator(authorization, operatorToken);
        const answer = isSecretId(id) ? await retries.retry(id, attempt) : undefined;
        if (!answer) throw notFound('This video');
        if (answer.isRetried) changes.announce(id);
        return answer;
      },
    );

    app.post(
      '/operator/videos/retry',
      {
        config,
        schema: {
          summary:
            'Retry videos that failed because of the machine in the last days, some per call; needs the operator’s token',
          body: retryAllBody,
          response: { 200: retryAllAnswer, ...errors },
        },
      },
      async ({ headers: { authorization }, body: { failedBefore } }) => {
        expectOperator(authorization, operatorToken);
        return retries.retryAll(new Date(failedBefore), changes.announce);
      },
    );
  };
}
