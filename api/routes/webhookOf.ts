import type { FastifyRequest } from 'fastify';
import { problem } from '../../engine/project/problems.ts';
import type { NewWebhook } from '../jobs/webhookStore.ts';
import type { Service } from '../service/service.ts';
import { isFailure } from '../system/serviceError.ts';
import { originOf } from './guards.ts';
import { invalid } from './httpError.ts';

/** Errors if the webhook could not be signed. */
const noSecret = 'Create a webhook secret on your account page first.';
const notHere = 'Webhooks are not set up on this server.';
const needsAccount = 'Webhooks need an account on this server. Please sign in, or send a token.';

/** Validates a request's webhook. @throws ServiceError 422 if its URL is not allowed or there is no signing secret. */
export async function webhookOf(
  { webhooks: { doors, secrets }, accounts }: Pick<Service, 'webhooks' | 'accounts'>,
  request: FastifyRequest,
  text: unknown,
): Promise<NewWebhook | undefined> {
  if (typeof text !== 'string') return undefined;
  const refused = (message: string) => invalid([problem('format', ['webhookUrl'], message)]);
  const signer = request.account?.person.id ?? null;
  const url = addressOf(text);
  const unsigned = signer !== null ? noSecret : accounts ? needsAccount : notHere;
  if (!(await secrets.canSign(signer))) throw refused(unsigned);
  return { url, origin: originOf(request), signer };

  function addressOf(written: string): string {
    try {
      return doors.read(written).href;
    } catch (error) {
      throw isFailure(error, 'link') ? refused(error.message) : error;
    }
  }
}
