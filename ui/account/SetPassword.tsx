import { language } from '../texts/language.ts';
import { own } from '../texts/t.ts';
import { AccountForm } from './AccountForm.tsx';
import { accountCalls } from './accountCalls.ts';

/** Sends an email with a link that sets the first password of an account with single sign-on. */
export function SetPassword({ email }: { email: string }) {
  const send = async () => {
    await (await accountCalls()).forgotPassword(email, language);
    return `We sent a link to ${own(email)}. It is valid for one hour.`;
  };
  return <AccountForm fields={[]} submit="Send a link to set one" variant="plain" onSubmit={send} />;
}
