import { CircleUser } from 'lucide-react';
import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { Link } from 'wouter';
import { account, restoreAccount } from '../state/account.ts';

/** Link to the account page, or to the sign-in. */
export function AccountLink() {
  const { standing } = useSnapshot(account);
  useEffect(() => void restoreAccount(), []);
  if (standing === 'off') return null;
  const isIn = standing === 'in';
  const name = isIn ? 'My account' : 'Sign in';
  return (
    <Link
      href={isIn ? '/my' : '/sign-in'}
      className={`button quiet header-account${isIn ? ' is-in' : ''}`}
      aria-label={name}
      title={name}
    >
      <CircleUser aria-hidden="true" />
      <span className="header-account-word">{name}</span>
    </Link>
  );
}
