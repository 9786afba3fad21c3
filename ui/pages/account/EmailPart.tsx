import { MailWarning } from 'lucide-react';
import { useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import type { Account } from '../../../api/contract/account.ts';
import { accountCalls, noteEnded } from '../../client/account/accountCalls.ts';
import { showFailure } from '../../client/page/notices.ts';
import { own } from '../../client/page/t.ts';
import { language } from '../../texts/language.ts';
import { AccountForm } from './AccountForm.tsx';
import { accountFields } from './accountFields.ts';
import { Part, PasswordFirst } from './Part.tsx';
import { Cancel, Reveal } from './Reveal.tsx';

const { email: emailField, password } = accountFields;

interface Props {
  user: Account;
  hasPassword: boolean;
  /** Called if the server changes the address at once. */
  onChanged: (email: string) => void;
}

/** Email address of the account, and a form to change it. */
export function EmailPart({ user, hasPassword, onChanged }: Props) {
  const change = async ({ email = '', password: text = '' }: Record<string, string>) => {
    const { isSent } = await (await accountCalls()).changeEmail({ email, password: text, language });
    if (!isSent) onChanged(email);
    return isSent ? `Open the link in the email to ${own(email)} to finish.` : 'Email address changed.';
  };
  return (
    <Part title="Email">
      <p className="row wrap">
        <span translate="no">{user.email}</span>
        {user.emailVerified && <span className="badge good">Confirmed</span>}
      </p>
      {hasPassword ? (
        <Reveal label="Change email address">
          {(close) => (
            <AccountForm
              fields={[{ ...emailField, label: 'New email address', autoComplete: 'email' }, password]}
              submit="Change email address"
              variant="plain"
              onSubmit={async (values) => close(await change(values))}
            >
              <Cancel onCancel={close} />
            </AccountForm>
          )}
        </Reveal>
      ) : (
        <PasswordFirst />
      )}
    </Part>
  );
}

/** Asks the user to open the link in the confirmation email. */
export function ConfirmNotice({ email }: { email: string }) {
  const [isSent, setSent] = useState(false);
  const send = async () => {
    try {
      await (await accountCalls()).sendConfirmation(language);
      setSent(true);
    } catch (error) {
      const way = noteEnded(error);
      showFailure(error, way && { label: way.title, run: () => navigate(way.href) });
    }
  };
  return (
    <section className="stack-2 panel my-notice" aria-label="Confirm your email address">
      <MailWarning aria-hidden="true" />
      <div>
        <h2>Confirm your email address</h2>
        <p className="soft" role="status">
          {isSent
            ? `We sent a link to ${own(email)}. It is valid for one day.`
            : `Your email address ${own(email)} is not confirmed yet.`}
        </p>
      </div>
      <button type="button" className="button plain" onClick={() => void send()}>
        {isSent ? 'Send again' : 'Send a link'}
      </button>
    </section>
  );
}
