import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { AccountError, accountMessages } from '../accounts/accountError.ts';
import type { AccountsOf } from '../accounts/accounts.ts';
import { claim, ownerOfAccount } from '../accounts/claim.ts';
import type { Person, SignIn } from '../accounts/people.ts';
import { storageOf } from '../accounts/storageOf.ts';
import {
  changePasswordBody,
  done,
  forgotBody,
  leaveBody,
  me,
  renameBody,
  resetBody,
  signInBody,
  signUpBody,
  storageUsed,
} from '../contract/account.ts';
import { errorBody } from '../contract/errors.ts';
import type { Service } from '../service.ts';
import { createGuesses, type Guesses } from './guesses.ts';
import { anonymousOwner, forgetAnonymous } from './session.ts';
import { signInRoutes } from './signIns.ts';
import { tokenRoutes } from './tokens.ts';
import { webhookSecretRoutes } from './webhookSecrets.ts';
import { forgetSignIn, inPerson, keepSignIn, signedIn } from './whoAsks.ts';

const errors = { '4xx': errorBody };
const isDone = { done: true } as const;

/** What the routes of accounts work with. */
interface Context {
  service: Service;
  /** @throws AccountError 404 where people have none. */
  accounts: AccountsOf;
  /** How often one address may try. */
  config: { rateLimit: { max: number; timeWindow: string } };
  guesses: Guesses;
  /** Where links in an email lead; undefined, with a line in the log, where nothing vouches for the host of the request. */
  linkOrigin: (request: FastifyRequest) => string | undefined;
}

type App = Parameters<FastifyPluginAsyncZod>[0];

/**
 * Signing up, in and out, and what people do with their account.
 * @param options.triesPerMinute of one address; under one email address half as many, see createGuesses.
 * @param options.linkOrigin see linkOriginOf.
 */
export function accountRoutes(
  service: Service,
  options: { triesPerMinute: number; linkOrigin: Context['linkOrigin'] },
): FastifyPluginAsyncZod {
  const accounts = () => {
    if (!service.accounts) throw new AccountError(404, 'not-found', accountMessages.off);
    return service.accounts;
  };
  const config = { rateLimit: { max: options.triesPerMinute, timeWindow: '1 minute' } };
  return async (app) => {
    const guesses = createGuesses(accounts, Math.ceil(options.triesPerMinute / 2));
    const linkOrigin = (request: FastifyRequest) => {
      const origin = accounts().publicUrl ?? options.linkOrigin(request);
      if (origin === undefined)
        service.log.warn(
          'An email was not sent: CUTROOM_URL is not set, and CUTROOM_HOSTS does not name the host of the request. Set CUTROOM_URL to the address under which people reach this server.',
        );
      return origin;
    };
    const context = { service, accounts, config, guesses, linkOrigin };
    enteringRoutes(app, context);
    passwordRoutes(app, context);
    ownRoutes(app, context);
    await app.register(tokenRoutes(accounts));
    await app.register(signInRoutes(accounts));
    await app.register(webhookSecretRoutes(service));
  };
}

/** Who asks; signing up, in and out. */
function enteringRoutes(app: App, { service, accounts, config, guesses }: Context): void {
  app.get(
    '/me',
    { schema: { summary: 'Who is signed in', response: { 200: me, ...errors } } },
    async ({ account }, reply) => {
      reply.header('cache-control', 'no-store');
      return { accounts: service.accounts !== undefined, user: account && shown(account.person) };
    },
  );

  app.post(
    '/account/sign-up',
    {
      config,
      schema: { summary: 'Makes an account and signs in', body: signUpBody, response: { 200: me, ...errors } },
    },
    async (request, reply) =>
      enter(request, reply, await (await accounts().people()).signUp(request.body, agentOf(request))),
  );

  app.post(
    '/account/sign-in',
    {
      config,
      schema: {
        summary: 'Signs in; what was made before is the account’s',
        body: signInBody,
        response: { 200: me, ...errors },
      },
    },
    async (request, reply) => {
      const wasRight = await guesses.expectFew(request, reply, request.body.email);
      const signIn = await (await accounts().people()).signIn(request.body, agentOf(request));
      await wasRight();
      return enter(request, reply, signIn);
    },
  );

  app.post(
    '/account/sign-out',
    { schema: { summary: 'Signs out', response: { 200: done, ...errors } } },
    async (request, reply) => {
      if (request.account?.secret) await (await accounts().people()).signOut(request.account.secret);
      forgetSignIn(request, reply);
      return isDone;
    },
  );

  /** The sign-in has a secret of its own, whatever the browser was given before; what it made so far goes with it. */
  async function enter(request: FastifyRequest, reply: Parameters<typeof keepSignIn>[1], signIn: SignIn) {
    const anonymous = anonymousOwner(request);
    if (anonymous) await claim(service.database, anonymous, signIn.person.id);
    forgetAnonymous(request, reply);
    await guesses.remember(request, reply, signIn.person.id);
    keepSignIn(request, reply, signIn);
    return { accounts: true, user: shown(signIn.person) };
  }
}

/** Forgotten and changed passwords. */
function passwordRoutes(app: App, { service, accounts, config, guesses, linkOrigin }: Context): void {
  app.post(
    '/account/forgot-password',
    {
      config,
      schema: {
        summary: 'Sends an email with a link for a new password; the link before it ends',
        body: forgotBody,
        response: { 200: done, ...errors },
      },
    },
    async (request) => {
      const { email, language } = request.body;
      const people = await accounts().people();
      const origin = linkOrigin(request);
      if (origin === undefined) return isDone;
      // Not waited for: how long it takes would tell whether there is such an account.
      void people
        .askForReset(email, { origin, language })
        .catch((error) => service.onError(error, 'a letter could not be sent'));
      return isDone;
    },
  );

  app.post(
    '/account/reset-password',
    {
      config,
      schema: {
        summary: 'Sets a new password with the token of a link, and ends all sign-ins',
        body: resetBody,
        response: { 200: done, ...errors },
      },
    },
    async (request, reply) => {
      const { token, password, revokeTokens } = request.body;
      const id = await (await accounts().people()).reset(token, password);
      if (revokeTokens) await accounts().tokens.revokeAll(id);
      // So that guesses of others do not keep it from signing in now.
      await guesses.remember(request, reply, id);
      return isDone;
    },
  );

  app.post(
    '/account/change-password',
    {
      config,
      schema: {
        summary: 'Changes the password, and ends all other sign-ins and the link for a new one',
        body: changePasswordBody,
        response: { 200: done, ...errors },
      },
    },
    async (request, reply) => {
      const { secret, person } = inPerson(request);
      const { revokeTokens, ...form } = request.body;
      // Whoever has got hold of a sign-in alone does not get the password by guessing.
      const wasRight = await guesses.expectFew(request, reply, person.email);
      const signIn = await (await accounts().people()).changePassword(secret, form, agentOf(request));
      await wasRight();
      if (revokeTokens) await accounts().tokens.revokeAll(signIn.person.id);
      keepSignIn(request, reply, signIn);
      return isDone;
    },
  );
}

/** What people do with their account. */
function ownRoutes(app: App, { service, accounts, config, guesses }: Context): void {
  app.post(
    '/account/sign-out-everywhere',
    { schema: { summary: 'Ends all sign-ins of the account; tokens stay', response: { 200: done, ...errors } } },
    async (request, reply) => {
      await (await accounts().people()).signOutEverywhere(inPerson(request).secret);
      forgetSignIn(request, reply);
      return isDone;
    },
  );

  app.patch(
    '/account',
    { schema: { summary: 'Changes the name that is shown', body: renameBody, response: { 200: done, ...errors } } },
    async (request) => {
      await (await accounts().people()).rename(inPerson(request).secret, request.body.name);
      return isDone;
    },
  );

  app.delete(
    '/account',
    {
      config,
      schema: {
        summary: 'Deletes the account and all that it made',
        body: leaveBody,
        response: { 200: done, ...errors },
      },
    },
    async (request, reply) => {
      const { secret, person } = inPerson(request);
      const wasRight = await guesses.expectFew(request, reply, person.email);
      await (await accounts().people()).remove(secret, request.body.password);
      await wasRight();
      forgetSignIn(request, reply);
      // What is left behind now goes with the next tidying.
      await service
        .tidyAccounts()
        .catch((error) => service.onError(error, 'what an account left could not be removed'));
      return isDone;
    },
  );

  app.get(
    '/account/storage',
    { schema: { summary: 'What the account holds', response: { 200: storageUsed, ...errors } } },
    async (request) => {
      const owner = ownerOfAccount(signedIn(request).person.id);
      const held = await storageOf(service.database, owner, service.uploadLimits.bytesHeld);
      return { ...held, quota: await service.quotas.use(owner) };
    },
  );
}

const agentOf = ({ headers }: FastifyRequest) => headers['user-agent'];

const shown = ({ id, email, name, hasSubscription }: Person) => ({ id, email, name, hasSubscription });
