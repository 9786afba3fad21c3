import { useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { useTitle } from '../components/useTitle.ts';
import { showNote } from '../state/notices.ts';
import { place } from '../state/place.ts';
import { isApiError } from '../state/server.ts';
import { language } from '../texts/language.ts';
import { AccountForm } from './AccountForm.tsx';
import { accountCalls } from './accountCalls.ts';
import { CheckEmail } from './CheckEmail.tsx';
import { CodeStep } from './CodeStep.tsx';
import { ConfirmEmail } from './ConfirmEmail.tsx';
import type { RecoveryLink } from './ended.ts';
import { enter } from './enter.ts';
import { accountFields } from './fields.ts';
import { SignOn, signOnProblem } from './SignOn.tsx';
import { wordsOf } from './ways.ts';

const { email, name, password, newPassword, revokeTokens } = accountFields;
/** Field for the first password of an account. */
const chosen = { ...newPassword, name: 'password', label: 'Password' };

/** Forms for sign-in, sign-up and password reset. @param props.way last segment of the path. */
export default function Entrance({ way }: { way: string }) {
  const words = wordsOf(way);
  const [sentTo, setSentTo] = useState<string>();
  // After single sign-on, the code may be entered here.
  const [challenge, setChallenge] = useState(way === 'sign-in' && place.hash ? place.hash.slice(1) : undefined);
  const [problem] = useState(way === 'sign-in' ? signOnProblem(place.search) : undefined);
  useTitle(words.title);
  // The token of the email is read once and removed from the URL, which others may see.
  const token = useRef(place.hash.slice(1));
  useEffect(() => {
    if (way === 'reset-password' && place.hash) navigate('/reset-password', { replace: true });
    if (way === 'sign-in' && (place.hash || place.search)) navigate('/sign-in', { replace: true });
  }, [way]);
  if (sentTo !== undefined) return <CheckEmail email={sentTo} onBack={() => setSentTo(undefined)} />;
  if (challenge !== undefined) {
    const back = (why?: string) => {
      setChallenge(undefined);
      if (why !== undefined) showNote(why);
    };
    return <CodeStep challenge={challenge} onBack={back} />;
  }
  const signIn = async ({ email: address = '', password: text = '' }: Record<string, string>) => {
    const answer = await (await accountCalls()).signIn({ email: address, password: text });
    if (answer.challenge === undefined) enter(answer);
    else setChallenge(answer.challenge);
  };
  const signUp = async ({ email: address = '', password: text = '', name: called = '' }: Record<string, string>) => {
    const me = await (await accountCalls()).signUp({ email: address, password: text, name: called, language });
    // Without a user, the link in the email creates the account.
    if (me.user) enter(me);
    else setSentTo(address);
  };
  return (
    <div className="entrance">
      <section className="panel entrance-card">
        <h1 tabIndex={-1}>{words.title}</h1>
        {words.lead && <p className="soft">{words.lead}</p>}
        {problem !== undefined && (
          <p className="account-said is-bad" role="alert">
            {problem}
          </p>
        )}
        {way === 'sign-in' && (
          <AccountForm fields={[email, password]} submit="Sign in" onSubmit={signIn} wayOn={nowhere}>
            <Link href="/forgot-password">Forgot your password?</Link>
          </AccountForm>
        )}
        {way === 'sign-up' && (
          <AccountForm fields={[name, email, chosen]} submit="Create an account" onSubmit={signUp} />
        )}
        {way === 'forgot-password' && <AccountForm fields={[email]} submit="Send email" onSubmit={forgot} />}
        {way === 'reset-password' && (
          <AccountForm
            fields={[chosen, revokeTokens]}
            submit="Set the password"
            onSubmit={async ({ password: text = '', revokeTokens: revokes }) => {
              const form = { token: token.current, password: text, revokeTokens: revokes === 'on' };
              await (await accountCalls()).resetPassword(form);
              navigate('/sign-in');
              showNote('Password changed. Sign in with the new one.');
            }}
            wayOn={toNewLink}
          />
        )}
        {way === 'confirm-email' && <ConfirmEmail />}
        {(way === 'sign-in' || way === 'sign-up') && <SignOn />}
        {words.otherWay && (
          <p className="entrance-other">
            {words.other} <Link href={words.otherWay}>{words.otherTitle}</Link>
          </p>
        )}
      </section>
    </div>
  );
}

/** A wrong password does not mean that the session has ended. */
const nowhere = () => undefined;

function toNewLink(error: unknown): RecoveryLink | undefined {
  const isOld = isApiError(error) && error.status === 410;
  return isOld ? { href: '/forgot-password', title: 'Request a new link' } : undefined;
}

async function forgot({ email: address = '' }: Record<string, string>): Promise<string> {
  await (await accountCalls()).forgotPassword(address, language);
  return 'If this address has an account, we sent an email to it. Its link is valid for one hour.';
}
