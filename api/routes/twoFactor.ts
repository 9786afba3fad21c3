import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { TwoFactor } from '../accounts/twoFactor.ts';
import { done, me, passwordBody } from '../contract/account.ts';
import { errorBody } from '../contract/errorBody.ts';
import { codeBody, finishSignInBody, recoveryCodes, twoFactorSetup, twoFactorState } from '../contract/twoFactor.ts';
import { setSignInCookie, signedIn, signedInByCookie } from './authenticate.ts';
import { agentOf, completeSignIn } from './completeSignIn.ts';
import type { AccountContext } from './emails.ts';

const errors = { '4xx': errorBody };
const isDone = { done: true } as const;

/** Routes to set up, turn on and off, and check the second factor of sign-ins. */
export function twoFactorRoutes(context: Pick<AccountContext, 'service' | 'accounts' | 'config' | 'guesses'>) {
  const { accounts, config, guesses } = context;
  const factor = async () => (await accounts().people()).twoFactor;
  /** Calls an operation that checks the password, with limited tries: a stolen sign-in must not allow guessing it. */
  const checked = async <T>(
    request: FastifyRequest,
    reply: FastifyReply,
    call: (factor: TwoFactor, secret: string) => Promise<T>,
  ): Promise<T> => {
    const { secret, person } = signedInByCookie(request);
    const wasRight = await guesses.expectFew(request, reply, person.email);
    const answer = await call(await factor(), secret);
    await wasRight();
    return answer;
  };
  const routes: FastifyPluginAsyncZod = async (app) => {
    app.post(
      '/account/sign-in/code',
      {
        config,
        schema: {
          summary: 'Finish a sign-in with a code from the authenticator app or a recovery code',
          body: finishSignInBody,
          response: { 200: me, ...errors },
        },
      },
      async (request, reply) => {
        const { challenge, code } = request.body;
        return completeSignIn(
          context,
          request,
          reply,
          await (await factor()).finish(challenge, code, agentOf(request)),
        );
      },
    );

    app.get(
      '/account/two-factor',
      {
        schema: {
          summary: 'Return whether two-factor authentication is on',
          response: { 200: twoFactorState, ...errors },
        },
      },
      async (request, reply) => {
        reply.header('cache-control', 'no-store');
        return (await factor()).stateOf(signedIn(request).person.id);
      },
    );

    app.post(
      '/account/two-factor',
      {
        config,
        schema: {
          summary: 'Set up two-factor authentication: a secret for an app and recovery codes, returned only once',
          body: passwordBody,
          response: { 200: twoFactorSetup, ...errors },
        },
      },
      async (request, reply) => {
        reply.header('cache-control', 'no-store');
        return checked(request, reply, (factors, secret) => factors.setUp(secret, request.body.password));
      },
    );

    app.post(
      '/account/two-factor/confirm',
      {
        config,
        schema: {
          summary: 'Turn two-factor authentication on with a first code from the app',
          body: codeBody,
          response: { 200: done, ...errors },
        },
      },
      async (request, reply) => {
        const { secret } = signedInByCookie(request);
        setSignInCookie(request, reply, await (await factor()).turnOn(secret, request.body.code, agentOf(request)));
        return isDone;
      },
    );

    app.post(
      '/account/two-factor/recovery-codes',
      {
        config,
        schema: {
          summary: 'Replace the recovery codes; the new ones are returned only once',
          body: passwordBody,
          response: { 200: recoveryCodes, ...errors },
        },
      },
      async (request, reply) => {
        reply.header('cache-control', 'no-store');
        const { password } = request.body;
        return {
          recoveryCodes: await checked(request, reply, (factors, secret) => factors.renewCodes(secret, password)),
        };
      },
    );

    app.delete(
      '/account/two-factor',
      {
        config,
        schema: {
          summary: 'Turn two-factor authentication off',
          body: passwordBody,
          response: { 200: done, ...errors },
        },
      },
      async (request, reply) => {
        const { password } = request.body;
        const turnOff = (factors: TwoFactor, secret: string) => factors.turnOff(secret, password, agentOf(request));
        setSignInCookie(request, reply, await checked(request, reply, turnOff));
        return isDone;
      },
    );
  };
  return routes;
}
