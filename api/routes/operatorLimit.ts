import type { FastifyRequest } from 'fastify';
import { isOperator } from '../accounts/operator.ts';

/**
 * Rate limit against guessing the operator token; requests with the right token are not limited. @param triesPerMinute
 * per address.
 */
export function operatorLimit(secret: string, triesPerMinute: number) {
  const allowList = ({ headers: { authorization } }: FastifyRequest) => isOperator(authorization, secret);
  return { rateLimit: { max: triesPerMinute, timeWindow: '1 minute', allowList } };
}
