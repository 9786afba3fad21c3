import { useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import type { ConfirmedEmail } from '../../api/contract/account.ts';
import { pageMessages } from '../../engine/project/pageMessages.ts';
import { showNote } from '../state/notices.ts';
import { place } from '../state/place.ts';
import { isApiError } from '../state/server.ts';
import { own } from '../texts/t.ts';
import { AccountForm } from './AccountForm.tsx';
import { accountCalls } from './accountCalls.ts';
import { enter } from './enter.ts';
import { accountFields } from './fields.ts';

const confirmed = 'Your email address is confirmed.';

/** Confirms the email address of a link; in another browser, asks for the password. */
export function ConfirmEmail() {
  const [asked, setAsked] = useState<string>();
  const [problem, setProblem] = useState<string>();
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
    if (isAsking.current) return;
    isAsking.current = true;
    if (place.hash) navigate('/confirm-email', { replace: true });
    confirmEmail().catch((error) => setProblem(isApiError(error) ? error.message : pageMessages.unknown));
  });
  if (problem !== undefined)
    return (
      <>
        <p className="account-said is-bad" role="alert">
          {problem}
        </p>
        <div className="account-actions">
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

function goOn({ wants, user, email, ...me }: ConfirmedEmail, before: string | undefined, ask: (email: string) => void) {
  if (wants === 'password') return ask(email);
  if (wants === 'sign-in' || !user) {
    navigate('/sign-in');
    return showNote('Your email address is confirmed. Please sign in.');
  }
  if (user.id !== before) return enter({ ...me, user });
  navigate('/my');
  showNote(confirmed);
}
