import type { GenericOAuthConfig } from 'better-auth/plugins/generic-oauth';
import { providedEmail, providedName } from '../contract/account.ts';
import type { Database } from '../db/database.ts';
import { fail } from '../system/serviceError.ts';
import { accountMessages } from './accountError.ts';
import { mapLibraryErrors, openLibrary } from './authLibrary.ts';
import { type Challenge, type SignIn, toPerson } from './person.ts';

/** Path of the provider's callback; with CUTROOM_URL it forms the redirect URI. */
export const CALLBACK_PATH = '/api/v1/account/sso/callback';
/** Timeout of the provider in milliseconds. */
const PROVIDER_MS = 10_000;
/** The library's id of the provider. */
const PROVIDER = 'sso';
/** The library's cookie name for a running sign-in at the provider. */
const STATE_COOKIE = 'oauth_state';

/** An OpenID provider for single sign-on. */
export interface SingleSignOnSettings {
  /** Exactly as the provider writes it; discovery starts there. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Display name. */
  name: string;
}

/** Why single sign-on did not start a sign-in. */
export type SignOnProblem = 'cancelled' | 'unverified' | 'not-linked' | 'failed';

/** Single sign-on at an OpenID provider. Calls throw ServiceError 503 while the provider is unreachable. */
export interface SingleSignOn {
  name: string;
  /** Starts a sign-in. @returns the provider's URL, and state for a cookie: encrypted, and bound to `state`. */
  begin(): Promise<{ address: string; state: string; kept: string }>;
  /** Completes a sign-in. @param query of the callback URL. @param kept the browser's cookie. */
  finish(
    query: Record<string, string>,
    kept: string | undefined,
    userAgent?: string,
  ): Promise<SignIn | Challenge | { problem: SignOnProblem }>;
}

/** Opens single sign-on. @param origin of the redirect URI: CUTROOM_URL. */
export function openSingleSignOn(database: Database, settings: SingleSignOnSettings, origin: string): SingleSignOn {
  const unavailable = () => fail('unavailable', accountMessages.providerAway);
  let opened: ReturnType<typeof open> | undefined;
  const open = async () => {
    const library = await openLibrary(database, configOf(settings, origin));
    const { socialProviders } = await within(library.context);
    const provider = socialProviders.find(({ id }) => id === PROVIDER);
    // The library omits a provider whose discovery fails. A different issuer must not answer for the configured one.
    if (provider?.issuer !== settings.issuer) throw unavailable();
    return library;
  };
  /** Discovery runs once, and again after a failure. */
  const library = () => {
    const opening = opened ?? open();
    opened = opening;
    opening.catch(() => {
      if (opened === opening) opened = undefined;
    });
    return opening;
  };
  const within = async <T>(answer: Promise<T>): Promise<T> => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(unavailable()), PROVIDER_MS);
    });
    return Promise.race([answer, late]).finally(() => clearTimeout(timer));
  };
  return {
    name: settings.name,
    async begin() {
      const { api, cookieIn } = await library();
      const body = { provider: PROVIDER, disableRedirect: true };
      const { headers, response } = await mapLibraryErrors(api.signInSocial({ body, returnHeaders: true }));
      const kept = await cookieIn(headers, STATE_COOKIE);
      const address = 'url' in response ? response.url : undefined;
      if (!kept || !address) throw new Error('The library did not start a sign-in.');
      return { address, state: new URL(address).searchParams.get('state') ?? '', kept };
    },
    async finish(query, kept, userAgent) {
      const { api, as, begin, challengeIn, withCookie } = await library();
      const headers = await withCookie(STATE_COOKIE, kept ?? '');
      const call = () =>
        api.callbackOAuth({ method: 'GET', query, params: { id: PROVIDER }, headers, asResponse: true });
      const { secret, answer } = await within(begin(call, userAgent));
      const challenge = await challengeIn(answer.headers);
      if (challenge !== undefined) return { challenge };
      const location = new URL(answer.headers.get('location') ?? '', 'http://localhost');
      const error = location.searchParams.get('error');
      if (error !== null) return { problem: problems[error] ?? 'failed' };
      const found = await api.getSession(as(secret));
      return found ? { secret, person: toPerson(found.user) } : { problem: 'failed' };
    },
  };
}

/** Error codes of the provider and the library. */
const problems: Readonly<Record<string, SignOnProblem>> = {
  access_denied: 'cancelled',
  account_not_linked: 'not-linked',
  unverified_email: 'unverified',
  email_not_found: 'unverified',
};

function configOf({ issuer, clientId, clientSecret }: SingleSignOnSettings, origin: string): GenericOAuthConfig {
  return {
    providerId: PROVIDER,
    discoveryUrl: `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`,
    ...{ clientId, clientSecret },
    scopes: ['openid', 'email', 'profile'],
    pkce: true,
    redirectURI: origin + CALLBACK_PATH,
    requireIdTokenVerification: true,
    mapProfileToUser: ({ email, email_verified, name, preferred_username }) => ({
      email: providedEmail(email) ?? null,
      // Some providers send a string.
      emailVerified: email_verified === true || email_verified === 'true',
      name: providedName(name) || providedName(preferred_username),
    }),
  };
}
