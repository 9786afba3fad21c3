import { MailCheck } from 'lucide-react';
import { useTitle } from '../components/useTitle.ts';
import { own } from '../texts/t.ts';
import { focusOn } from './Reveal.tsx';

/** Tells where the confirmation email was sent. @param props.onBack returns to the form. */
export function CheckEmail({ email, onBack }: { email: string; onBack: () => void }) {
  useTitle('Check your email');
  return (
    <div className="entrance">
      <section className="panel entrance-card">
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
