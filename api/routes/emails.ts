import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { accountMessages } from '../accounts/accountError.ts';
import type { AccountsOf } from '../accounts/accounts.ts';
import {
  changedEmail,
  changeEmailBody,
  confirmEmailBody,
  confirmedEmail,
  done,
  sendConfirmationBody,
} from '../contract/account.ts';
import { errorBody } from '../contract/errorBody.ts';
import { fail } from '../system/serviceError.ts';
import { signedInByCookie } from './authenticate.ts';
import { type AccountService, agentOf, completeSignIn, meOf } from './completeSignIn.ts';
import type { Guesses } from './guesses.ts';
import { anonymousOwner } from './session.ts';

const errors = { '4xx': errorBody };

/** Shared context of the account routes. */
export interface AccountContext {
  service: AccountService;
  /** @throws ServiceError 404 if accounts are turned off. */
  accounts: AccountsOf;
  /** Rate limit per address. */
  config: { rateLimit: { max: number; timeWindow: string } };
  guesses: Guesses;
  /** Limits emails to one address. @throws ServiceError 429 */
  expectFewEmails: (request: FastifyRequest, to: string) => Promise<void>;
  /** Origin of links in emails; undefined, with a log line, if the request's host is not trusted. */
  linkOrigin: (request: FastifyRequest) => string | undefined;
}

/** Routes to confirm and change an account's email address. */
export function emailRoutes(context: AccountContext) {
  const { service, accounts, config, guesses, expectFewEmails, linkOrigin } = context;
  const routes: FastifyPluginAsyncZod = async (app) => {
    app.post(
      '/account/send-confirmation',
      {
        config,
        schema: {
          summary: 'Send another email to confirm the address of the account',
          body: sendConfirmationBody,
          response: { 200: done, ...errors },
        },
      },
      async (request) => {
        const { person } = signedInByCookie(request);
        await expectFewEmails(request, person.id);
        const { emails } = await accounts().people();
        const origin = linkOrigin(request);
        if (origin !== undefined) await emails.askToConfirm(person, { origin, ...request.body });
        return { done: true } as const;
      },
    );

    app.post(
      '/account/confirm-email',
      {
        config,
        schema: {
          summary: 'Confirm an address with the token of an emailed link, and sign in',
          body: confirmEmailBody,
          response: { 200: confirmedEmail, ...errors },
        },
      },
      async (request, reply) => {
        const { token, password } = request.body;
        const proof = {
          // A leaked token must not allow taking over the account.
          person: request.account?.secret ? request.account.person : undefined,
          browser: anonymousOwner(request),
          password,
        };
        const { emails } = await accounts().people();
        const { email, wants = null, signIn } = await emails.confirm(token, proof, agentOf(request));
        reply.header('cache-control', 'no-store');
        if (signIn) return { ...(await completeSignIn(context, request, reply, signIn)), email, wants };
        return { ...meOf(service, proof.person), email, wants };
      },
    );

    app.post(
      '/account/change-email',
      {
        config,
        schema: {
          summary:
            'Change the email address: sends a confirmation link to it, or changes it at once if the server sends no emails',
          body: changeEmailBody,
          response: { 200: changedEmail, ...errors },
        },
      },
      async (request, reply) => {
        const { person, secret } = signedInByCookie(request);
        const { email, password, language } = request.body;
        const { emails } = await accounts().people();
        const wasRight = await guesses.expectFew(request, reply, person.email);
        await emails.expectPassword(secret, password);
        await wasRight();
        if (email.toLowerCase() === person.email) throw fail('invalid', accountMessages.sameEmail);
        if (!accounts().sendsEmail) {
          await emails.change(person, email);
          return { isSent: false };
        }
        await expectFewEmails(request, person.id);
        await expectFewEmails(request, email.toLowerCase());
        const origin = linkOrigin(request);
        if (origin !== undefined) await emails.askToChange(person, email, { origin, language });
        return { isSent: true };
      },
    );
  };
  return routes;
}
