import { useState } from 'react';
import type { TokenRecord } from '../../api/contract/account.ts';
import { agoInWords } from '../components/words.ts';
import { showFailure } from '../state/notices.ts';
import { own } from '../texts/t.ts';
import { AccountForm } from './AccountForm.tsx';
import { accountCalls } from './accountCalls.ts';
import { CopiedOnce } from './CopiedOnce.tsx';
import { accountFields } from './fields.ts';

/** The tokens of an account: a new one is shown once, then only what it is called. */
export function Tokens({ first }: { first: readonly TokenRecord[] }) {
  const [tokens, setTokens] = useState(first);
  const [made, setMade] = useState<string>();
  const make = async ({ token: called = '' }: Record<string, string>) => {
    const { token, ...record } = await (await accountCalls()).makeToken(called);
    setTokens([record, ...tokens]);
    setMade(token);
    return 'Copy it now: it is shown this once.';
  };
  const revoke = async (id: string) => {
    try {
      await (await accountCalls()).revokeToken(id);
      setTokens(tokens.filter((one) => one.id !== id));
    } catch (error) {
      showFailure(error);
    }
  };
  return (
    <>
      <AccountForm fields={[accountFields.tokenName]} submit="Make a token" variant="plain" onSubmit={make} />
      {made && <CopiedOnce text={made} label="Copy the token" done="The token is copied." />}
      {tokens.length > 0 && (
        <ul className="my-tokens" aria-label="Tokens">
          {tokens.map(({ id, name, usedAt }) => (
            <li key={id}>
              <span>
                <span translate="no">{name}</span>
                <span className="soft">{usedAt ? `used ${agoInWords(usedAt, Date.now())}` : 'not used yet'}</span>
              </span>
              <button
                type="button"
                className="button quiet"
                aria-label={`Revoke ${own(name)}`}
                onClick={() => void revoke(id)}
              >
                Revoke
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
