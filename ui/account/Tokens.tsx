import { useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import type { MadeToken, TokenRecord } from '../../api/contract/account.ts';
import { agoInWords } from '../components/words.ts';
import { showFailure } from '../state/notices.ts';
import { own } from '../texts/t.ts';
import { AccountForm } from './AccountForm.tsx';
import { accountCalls } from './accountCalls.ts';
import { CopiedOnce } from './CopiedOnce.tsx';
import { noteEnded } from './ended.ts';
import { accountFields } from './fields.ts';

/** API tokens of an account. A new token is shown once; later only its name. */
export function Tokens({ first }: { first: readonly TokenRecord[] }) {
  const [tokens, setTokens] = useState(first);
  const [made, setMade] = useState<Pick<MadeToken, 'id' | 'token'>>();
  const make = async ({ token: called = '' }: Record<string, string>) => {
    const { token, ...record } = await (await accountCalls()).makeToken(called);
    setTokens((before) => [record, ...before]);
    setMade({ id: record.id, token });
    return 'Copy it now: it is shown only once.';
  };
  const revoke = async (id: string) => {
    try {
      await (await accountCalls()).revokeToken(id);
      setTokens((before) => before.filter((one) => one.id !== id));
      setMade((shown) => (shown?.id === id ? undefined : shown));
    } catch (error) {
      const way = noteEnded(error);
      showFailure(error, way && { label: way.title, run: () => navigate(way.href) });
    }
  };
  return (
    <>
      <AccountForm
        fields={[accountFields.tokenName]}
        submit="Create a token"
        variant="plain"
        onSubmit={make}
        stillHolds={made !== undefined}
      />
      {made && <CopiedOnce text={made.token} label="Copy the token" done="Token copied." />}
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
