import { useEffect, useState } from 'react';
import { server } from '../state/server.ts';
import { own } from '../texts/t.ts';
import { accountCalls } from './accountCalls.ts';

/** Messages for a failed single sign-on, by code. */
const problems: Readonly<Record<string, string>> = {
  cancelled: 'The sign-in was canceled.',
  unverified: 'The sign-in service has not confirmed your email address.',
  'not-linked':
    'An account with this email address exists but is not confirmed. Sign in with its password and confirm the address first.',
  failed: 'Sign-in failed. Please try again.',
};

/** Returns the message for a failed single sign-on. @param search query of the URL. */
export function signOnProblem(search: string): string | undefined {
  return problems[new URLSearchParams(search).get('sso') ?? ''];
}

/**
 * Link to the OpenID provider, if the operator configured one. It is below the form, which therefore does not move when
 * the server responds.
 */
export function SignOn() {
  const [name, setName] = useState<string | null>();
  useEffect(() => {
    const ask = async () => setName((await (await accountCalls()).me()).singleSignOn ?? null);
    // Without a response, the form still works.
    ask().catch(() => server.reachable);
  }, []);
  if (!name) return null;
  return (
    <div className="entrance-sso">
      <p className="entrance-or">
        <span>or</span>
      </p>
      {/* A page of the server, not of this application. */}
      <a className="button large plain" href="/api/v1/account/sso">
        {`Continue with ${own(name)}`}
      </a>
    </div>
  );
}
