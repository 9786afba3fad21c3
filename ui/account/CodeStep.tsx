import { useState } from 'react';
import { useTitle } from '../components/useTitle.ts';
import { isApiError } from '../state/server.ts';
import { AccountForm } from './AccountForm.tsx';
import { accountCalls } from './accountCalls.ts';
import { enter } from './enter.ts';
import { accountFields } from './fields.ts';
import { focusFirst } from './Reveal.tsx';

/** Second step of a sign-in: the code. @param props.onBack returns to the password, with the server's reason if any. */
export function CodeStep({ challenge, onBack }: { challenge: string; onBack: (why?: string) => void }) {
  const [isRecovery, setRecovery] = useState(false);
  useTitle('Enter your code');
  const finish = async ({ code = '' }: Record<string, string>) => {
    try {
      enter(await (await accountCalls()).finishSignIn({ challenge, code }));
    } catch (error) {
      if (isApiError(error) && error.status === 410) return onBack(error.message);
      throw error;
    }
  };
  return (
    <div className="entrance">
      <section className="panel entrance-card">
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
