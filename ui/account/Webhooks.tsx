import { useState } from 'react';
import { Link } from 'wouter';
import { agoInWords } from '../components/words.ts';
import { AccountForm } from './AccountForm.tsx';
import { accountCalls } from './accountCalls.ts';
import { CopiedOnce } from './CopiedOnce.tsx';

/** Webhook signing secret of an account. A new one is shown once. @param props.first creation time of the old one. */
export function Webhooks({ first }: { first: string | null }) {
  const [madeAt, setMadeAt] = useState(first);
  const [secret, setSecret] = useState<string>();
  const make = async () => {
    const made = await (await accountCalls()).makeWebhookSecret();
    setMadeAt(made.madeAt);
    setSecret(made.secret);
    return made.formerUntil
      ? 'Copy it now: it is shown only once. The previous secret also stays valid for a day.'
      : 'Copy it now: it is shown only once.';
  };
  return (
    <>
      <p>
        {madeAt ? `Created ${agoInWords(madeAt, Date.now())}.` : 'None yet.'}{' '}
        <Link href="/resources/webhooks">How webhooks work</Link>
      </p>
      <AccountForm
        fields={[]}
        submit={madeAt ? 'Create a new secret' : 'Create a secret'}
        variant="plain"
        onSubmit={make}
      />
      {secret && <CopiedOnce text={secret} label="Copy the secret" done="Secret copied." />}
    </>
  );
}
