import { useEffect, useState } from 'react';
import { server } from '../state/server.ts';
import { own } from '../texts/t.ts';
import { accountCalls } from './accountCalls.ts';

/** What is said where the provider sent a person back without a sign-in. */
const problems: Readonly<Record<string, string>> = {
  cancelled: 'The sign-in was canceled.',
  unverified: 'The sign-in service has not confirmed your email address.',
  'not-linked':
    'An account with this email address exists but is not confirmed. Sign in with its password and confirm the address first.',
  failed: 'Sign-in failed. Please try again.',
};

/** What went wrong at the provider. @param search of the address line. */
export function signOnProblem(search: string): string | undefined {
  return problems[new URLSearchParams(search).get('sso') ?? ''];
}

/** The way to the OpenID provider, where the operator set one up. It stands below the form, which does not move when the server has answered. */
export function SignOn() {
  const [name, setName] = useState<string | null>();
  useEffect(() => {
    const ask = async () => setName((await (await accountCalls()).me()).singleSignOn ?? null);
    // Without an answer the form below is there all the same.
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
