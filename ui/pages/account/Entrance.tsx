import { MailCheck } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import type { ConfirmedEmail } from '../../../api/contract/account.ts';
import { pageMessages } from '../../../engine/project/pageMessages.ts';
import { place } from '../../app/place.ts';
import type { RecoveryLink } from '../../client/account/accountCalls.ts';
import { accountCalls, openAccount } from '../../client/account/accountCalls.ts';
import { showNote } from '../../client/page/notices.ts';
import { isApiError, server } from '../../client/page/server.ts';
import { own } from '../../client/page/t.ts';
import { useTitle } from '../../kit/hooks.ts';
import { language } from '../../texts/language.ts';
import { AccountForm } from './AccountForm.tsx';
import { accountFields } from './accountFields.ts';
import { focusFirst, focusOn } from './Reveal.tsx';

const { email, name, password, newPassword, revokeTokens } = accountFields;
/** Field for the first password of an account. */
const chosen = { ...newPassword, name: 'password', label: 'Password' };

/** Forms for sign-in, sign-up and password reset. @param props.way last segment of the path. */
export function Entrance({ way }: { way: string }) {
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
    if (answer.challenge === undefined) openAccount(answer);
    else setChallenge(answer.challenge);
  };
  const signUp = async ({ email: address = '', password: text = '', name: called = '' }: Record<string, string>) => {
    const me = await (await accountCalls()).signUp({ email: address, password: text, name: called, language });
    // Without a user, the link in the email creates the account.
    if (me.user) openAccount(me);
    else setSentTo(address);
  };
  return (
    <div className="entrance">
      <section className="stack-2 panel entrance-card">
        <h1 tabIndex={-1}>{words.title}</h1>
        {words.lead && <p className="soft">{words.lead}</p>}
        {problem !== undefined && (
          <p className="grow account-said is-bad" role="alert">
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
        {way === 'reset-password' && <ResetPassword token={token.current} />}
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

/** Sets a new password. @param props.token empty after a reload, which loses it. */
function ResetPassword({ token }: { token: string }) {
  if (token === '')
    return (
      <>
        <p className="account-said is-bad" role="alert">
          {incomplete}
        </p>
        <div className="account-actions">
          <Link href="/forgot-password">Request a new link</Link>
        </div>
      </>
    );
  return (
    <AccountForm
      fields={[chosen, revokeTokens]}
      submit="Set the password"
      onSubmit={async ({ password: text = '', revokeTokens: revokes }) => {
        const form = { token, password: text, revokeTokens: revokes === 'on' };
        await (await accountCalls()).resetPassword(form);
        navigate('/sign-in');
        showNote('Password changed. Sign in with the new one.');
      }}
      wayOn={toNewLink}
    />
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

/** Tells where the confirmation email was sent. @param props.onBack returns to the form. */
function CheckEmail({ email, onBack }: { email: string; onBack: () => void }) {
  useTitle('Check your email');
  return (
    <div className="entrance">
      <section className="stack-2 panel entrance-card">
        <MailCheck className="entrance-sign" aria-hidden="true" />
        <h1 tabIndex={-1} ref={focusOn}>
          Check your email
        </h1>
        <p>{`We sent an email to ${own(email)}. Open its link within a day to activate your account.`}</p>
        <p className="soft">No email? Check your spam folder and the address.</p>
        <p className="entrance-other">
          <button type="button" className="button plain" onClick={onBack}>
            Back to the form
          </button>
        </p>
      </section>
    </div>
  );
}

/** Second step of a sign-in: the code. @param props.onBack returns to the password, with the server's reason if any. */
export function CodeStep({ challenge, onBack }: { challenge: string; onBack: (why?: string) => void }) {
  const [isRecovery, setRecovery] = useState(false);
  useTitle('Enter your code');
  const finish = async ({ code = '' }: Record<string, string>) => {
    try {
      openAccount(await (await accountCalls()).finishSignIn({ challenge, code }));
    } catch (error) {
      if (isApiError(error) && error.status === 410) return onBack(error.message);
      throw error;
    }
  };
  return (
    <div className="entrance">
      <section className="stack-2 panel entrance-card">
        <h1 tabIndex={-1}>Enter your code</h1>
        <p className="soft">
          {isRecovery
            ? 'Enter one of the recovery codes that you saved. It works once.'
            : 'Open your authenticator app and enter the six-digit code for Cutroom.'}
        </p>
        <div ref={focusFirst} key={String(isRecovery)}>
          <AccountForm
            fields={[isRecovery ? accountFields.recoveryCode : accountFields.code]}
            submit="Sign in"
            onSubmit={finish}
            wayOn={() => undefined}
          >
            <button type="button" className="entrance-link" onClick={() => setRecovery(!isRecovery)}>
              {isRecovery ? 'Use the app' : 'Use a recovery code'}
            </button>
          </AccountForm>
        </div>
        <p className="entrance-other">
          <button type="button" className="entrance-link" onClick={() => onBack()}>
            Back to the password
          </button>
        </p>
      </section>
    </div>
  );
}

const confirmed = 'Your email address is confirmed.';
const incomplete = 'This link is incomplete. Open the link in the email again.';

/** Confirms the email address of a link; in another browser, asks for the password. */
function ConfirmEmail() {
  const [asked, setAsked] = useState<string>();
  const [problem, setProblem] = useState(place.hash.length > 1 ? undefined : incomplete);
  // The token is read once and removed from the URL, which others may see.
  const token = useRef(place.hash.slice(1));
  const isAsking = useRef(false);
  const confirmEmail = async (password?: string) => {
    const calls = await accountCalls();
    const form = { token: token.current, ...(password === undefined ? {} : { password }) };
    const before = password === undefined ? (await calls.me()).user : null;
    goOn(await calls.confirmEmail(form), before?.id, setAsked);
  };
  useEffect(() => {
    // A token is valid once, and the effect may run twice.
    if (isAsking.current || token.current === '') return;
    isAsking.current = true;
    if (place.hash) navigate('/confirm-email', { replace: true });
    confirmEmail().catch((error) => setProblem(isApiError(error) ? error.message : pageMessages.unknown));
  });
  if (problem !== undefined)
    return (
      <>
        <p className="grow account-said is-bad" role="alert">
          {problem}
        </p>
        <div className="row wrap account-actions">
          <Link href="/my">My account</Link>
          <Link href="/sign-up">Create an account</Link>
        </div>
      </>
    );
  if (asked === undefined) return <p role="status">Confirming your email address …</p>;
  return (
    <>
      <p>{`You opened this link in a different browser. Enter the password for ${own(asked)}.`}</p>
      <AccountForm
        fields={[accountFields.password]}
        submit="Confirm"
        onSubmit={({ password = '' }) => confirmEmail(password)}
        wayOn={() => undefined}
      />
    </>
  );
}

function goOn(
  { wants, user, email, ...me }: ConfirmedEmail,
  before: string | undefined,
  askPassword: (email: string) => void,
) {
  if (wants === 'password') return askPassword(email);
  if (wants === 'sign-in' || !user) {
    navigate('/sign-in');
    return showNote('Your email address is confirmed. Please sign in.');
  }
  if (user.id !== before) return openAccount({ ...me, user });
  navigate('/my');
  showNote(confirmed);
}

/** Messages for a failed single sign-on, by code. */
const problems: Readonly<Record<string, string>> = {
  cancelled: 'The sign-in was canceled.',
  unverified: 'The sign-in service has not confirmed your email address.',
  'not-linked':
    'An account with this email address exists but is not confirmed. Sign in with its password and confirm the address first.',
  failed: 'Sign-in failed. Please try again.',
};

/** Returns the message for a failed single sign-on. @param search query of the URL. */
function signOnProblem(search: string): string | undefined {
  return problems[new URLSearchParams(search).get('sso') ?? ''];
}

/**
 * Link to the OpenID provider, if the operator configured one. It is below the form, which therefore does not move when
 * the server responds.
 */
function SignOn() {
  const [name, setName] = useState<string | null>();
  useEffect(() => {
    const ask = async () => setName((await (await accountCalls()).me()).singleSignOn ?? null);
    // Without a response, the form still works.
    ask().catch(() => server.reachable);
  }, []);
  if (!name) return null;
  return (
    <div className="stack-2">
      <p className="soft small row entrance-or">
        <span>or</span>
      </p>
      {/* A page of the server, not of this application. */}
      <a className="button large plain" href="/api/v1/account/sso">
        {`Continue with ${own(name)}`}
      </a>
    </div>
  );
}

/** Texts of a sign-in page. */
interface Words {
  title: string;
  lead?: string;
  other?: string;
  otherWay?: string;
  otherTitle?: string;
}

const toSignUp = { other: 'New here?', otherWay: '/sign-up', otherTitle: 'Create an account' };
const toSignIn = { other: 'Have an account?', otherWay: '/sign-in', otherTitle: 'Sign in' };

const words: Readonly<Record<string, Words>> = {
  'sign-in': { title: 'Sign in', lead: 'Your videos, on every device.', ...toSignUp },
  'sign-up': {
    title: 'Create an account',
    lead: 'Your work in this browser moves to your account. You can also use Cutroom without one.',
    ...toSignIn,
  },
  'forgot-password': {
    title: 'Forgot your password?',
    lead: 'We’ll email you a link to choose a new one.',
    ...toSignIn,
  },
  'reset-password': { title: 'Choose a new password', lead: 'Signs you out on all devices.', ...toSignIn },
  'confirm-email': { title: 'Confirm your email address' },
};

/** Returns the texts of a sign-in page. @param way last segment of the path. */
function wordsOf(way: string): Words {
  return words[way] ?? (words['sign-in'] as Words);
}
