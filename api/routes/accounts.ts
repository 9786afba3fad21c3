import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { accountMessages } from '../accounts/accountError.ts';
import { ownerOfAccount } from '../accounts/claim.ts';
import { storageOf } from '../accounts/storageOf.ts';
import {
  changePasswordBody,
  done,
  forgotBody,
  me,
  passwordBody,
  renameBody,
  resetBody,
  signInAnswer,
  signInBody,
  signUpBody,
  storageUsed,
} from '../contract/account.ts';
import { errorBody } from '../contract/errorBody.ts';
import { fail } from '../system/serviceError.ts';
import { clearSignInCookie, setSignInCookie, signedIn, signedInByCookie } from './authenticate.ts';
import { type AccountService, agentOf, completeSignIn, meOf } from './completeSignIn.ts';
import { type AccountContext, emailRoutes } from './emails.ts';
import { createGuesses } from './guesses.ts';
import { anonymousOwner, requesterOf } from './session.ts';
import { signInRoutes } from './signIns.ts';
import { singleSignOnRoutes } from './singleSignOn.ts';
import { tokenRoutes } from './tokens.ts';
import { twoFactorRoutes } from './twoFactor.ts';
import { webhookSecretRoutes } from './webhookSecrets.ts';

/** Emails per address and hour. */
const EMAILS_PER_HOUR = 10;

const errors = { '4xx': errorBody };
const isDone = { done: true } as const;

type App = Parameters<FastifyPluginAsyncZod>[0];

/**
 * Routes for signing up, in and out, and for managing an account.
 * @param options.triesPerMinute per address; per email address half as many, see createGuesses.
 * @param options.linkOrigin see linkOriginOf.
 */
export function accountRoutes(
  service: AccountService,
  options: { triesPerMinute: number; linkOrigin: AccountContext['linkOrigin'] },
): FastifyPluginAsyncZod {
  const accounts = () => {
    if (!service.accounts) throw fail('not-found', accountMessages.off);
    return service.accounts;
  };
  const config = { rateLimit: { max: options.triesPerMinute, timeWindow: '1 minute' } };
  return async (app) => {
    const guesses = createGuesses(accounts, Math.ceil(options.triesPerMinute / 2));
    const sentTo = app.createRateLimit({
      max: EMAILS_PER_HOUR,
      timeWindow: '1 hour',
      keyGenerator: (request) => `to ${recipients.get(request)}`,
    });
    const recipients = new WeakMap<object, string>();
    const expectFewEmails = async (request: FastifyRequest, to: string) => {
      recipients.set(request, to);
      expectAllowed(await sentTo(request));
    };
    const linkOrigin = (request: FastifyRequest) => {
      const origin = accounts().publicUrl ?? options.linkOrigin(request);
      if (origin === undefined)
        service.log.warn(
          'An email was not sent: CUTROOM_URL is not set, and CUTROOM_HOSTS does not name the host of the request. Set CUTROOM_URL to the address under which users reach this server.',
        );
      return origin;
    };
    const context = { service, accounts, config, guesses, expectFewEmails, linkOrigin };
    enteringRoutes(app, context);
    passwordRoutes(app, context);
    ownRoutes(app, context);
    await app.register(tokenRoutes(accounts));
    await app.register(signInRoutes(accounts));
    await app.register(emailRoutes(context));
    await app.register(twoFactorRoutes(context));
    await app.register(singleSignOnRoutes(context));
    await app.register(webhookSecretRoutes(service));
  };
}

/** Routes for the current user, and for signing up, in and out. */
function enteringRoutes(app: App, context: AccountContext): void {
  const { service, accounts, config, guesses, expectFewEmails, linkOrigin } = context;
  app.get(
    '/me',
    { schema: { summary: 'Return the signed-in user', response: { 200: me, ...errors } } },
    async ({ account }, reply) => {
      reply.header('cache-control', 'no-store');
      return meOf(service, account?.person);
    },
  );

  app.post(
    '/account/sign-up',
    {
      config,
      schema: {
        summary: 'Create an account and sign in; if the server sends emails, email a confirmation link instead',
        body: signUpBody,
        response: { 200: me, ...errors },
      },
    },
    async (request, reply) => {
      const { language, ...form } = request.body;
      const people = await accounts().people();
      if (!accounts().sendsEmail)
        return completeSignIn(context, request, reply, await people.signUp(form, agentOf(request)));
      await expectFewEmails(request, form.email.toLowerCase());
      const origin = linkOrigin(request);
      // Identifies the browser that opens the link by its anonymous session.
      const browser = request.account ? (anonymousOwner(request) ?? '') : requesterOf(request, reply).owner;
      if (origin !== undefined) await people.emails.askToSignUp({ ...form, browser }, { origin, language });
      return meOf(service, undefined);
    },
  );

  app.post(
    '/account/sign-in',
    {
      config,
      schema: {
        summary: 'Sign in; videos and uploads of the session move to the account',
        body: signInBody,
        response: { 200: signInAnswer, ...errors },
      },
    },
    async (request, reply) => {
      const wasRight = await guesses.expectFew(request, reply, request.body.email);
      const entered = await (await accounts().people()).signIn(request.body, agentOf(request));
      await wasRight();
      if ('challenge' in entered) return { ...meOf(service, undefined), challenge: entered.challenge };
      return completeSignIn(context, request, reply, entered);
    },
  );

  app.post(
    '/account/sign-out',
    { schema: { summary: 'Sign out', response: { 200: done, ...errors } } },
    async (request, reply) => {
      if (request.account?.secret) await (await accounts().people()).signOut(request.account.secret);
      clearSignInCookie(request, reply);
      return isDone;
    },
  );
}

/** Routes for forgotten and changed passwords. */
function passwordRoutes(app: App, { accounts, config, guesses, linkOrigin }: AccountContext): void {
  app.post(
    '/account/forgot-password',
    {
      config,
      schema: {
        summary: 'Email a password-reset link; earlier links become invalid',
        body: forgotBody,
        response: { 200: done, ...errors },
      },
    },
    async (request) => {
      const { email, language } = request.body;
      const people = await accounts().people();
      const origin = linkOrigin(request);
      if (origin !== undefined) await people.askForReset(email, { origin, language });
      return isDone;
    },
  );

  app.post(
    '/account/reset-password',
    {
      config,
      schema: {
        summary: 'Set a new password with the token of a link, and sign out on all devices',
        body: resetBody,
        response: { 200: done, ...errors },
      },
    },
    async (request, reply) => {
      const { token, password, revokeTokens } = request.body;
      const id = await (await accounts().people()).reset(token, password);
      if (revokeTokens) await accounts().tokens.revokeAll(id);
      // So that guesses by others do not lock this browser out.
      await guesses.remember(request, reply, id);
      return isDone;
    },
  );

  app.post(
    '/account/change-password',
    {
      config,
      schema: {
        summary: 'Change the password, sign out on all other devices and invalidate password-reset links',
        body: changePasswordBody,
        response: { 200: done, ...errors },
      },
    },
    async (request, reply) => {
      const { secret, person } = signedInByCookie(request);
      const { revokeTokens, ...form } = request.body;
      // A stolen sign-in must not allow guessing the password.
      const wasRight = await guesses.expectFew(request, reply, person.email);
      const signIn = await (await accounts().people()).changePassword(secret, form, agentOf(request));
      await wasRight();
      if (revokeTokens) await accounts().tokens.revokeAll(signIn.person.id);
      setSignInCookie(request, reply, signIn);
      return isDone;
    },
  );
}

/** Routes for managing an account. */
function ownRoutes(app: App, { service, accounts, config, guesses }: AccountContext): void {
  app.post(
    '/account/sign-out-everywhere',
    { schema: { summary: 'Sign out on all devices; tokens stay valid', response: { 200: done, ...errors } } },
    async (request, reply) => {
      await (await accounts().people()).signOutEverywhere(signedInByCookie(request).secret);
      clearSignInCookie(request, reply);
      return isDone;
    },
  );

  app.patch(
    '/account',
    { schema: { summary: 'Change the display name', body: renameBody, response: { 200: done, ...errors } } },
    async (request) => {
      await (await accounts().people()).rename(signedInByCookie(request).secret, request.body.name);
      return isDone;
    },
  );

  app.delete(
    '/account',
    {
      config,
      schema: {
        summary: 'Delete the account and all its data',
        body: passwordBody,
        response: { 200: done, ...errors },
      },
    },
    async (request, reply) => {
      const { secret, person } = signedInByCookie(request);
      const wasRight = await guesses.expectFew(request, reply, person.email);
      await (await accounts().people()).remove(secret, request.body.password);
      await wasRight();
      clearSignInCookie(request, reply);
      // What remains here is removed by the next sweep.
      await service
        .tidyAccounts()
        .catch((error) => service.onError(error, 'could not remove the data of a deleted account'));
      return isDone;
    },
  );

  app.get(
    '/account/storage',
    { schema: { summary: 'Return the storage that the account uses', response: { 200: storageUsed, ...errors } } },
    async (request) => {
      const owner = ownerOfAccount(signedIn(request).person.id);
      const storage = await storageOf(service.database, owner, service.uploadLimits.storedBytes);
      return { ...storage, quota: await service.quotas.use(owner) };
    },
  );
}

function expectAllowed(tried: { isAllowed: boolean; isExceeded?: boolean; ttlInSeconds?: number }): void {
  if (tried.isAllowed || !tried.isExceeded) return;
  throw fail('too-many-requests', `Too many attempts. Please try again in ${tried.ttlInSeconds} s.`);
}
