import type { FastifyRequest } from 'fastify';
import { isOperator } from '../accounts/operator.ts';

/** The token cannot be guessed by trying; whoever has it may call as often as they like. @param triesPerMinute of one address. */
export function operatorLimit(secret: string, triesPerMinute: number) {
  const allowList = ({ headers: { authorization } }: FastifyRequest) => isOperator(authorization, secret);
  return { rateLimit: { max: triesPerMinute, timeWindow: '1 minute', allowList } };
}
