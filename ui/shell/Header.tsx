import { CircleUser, Clapperboard } from 'lucide-react';
import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { Link } from 'wouter';
import { ThemeToggle } from '../app/theme.tsx';
import { account, restoreAccount } from '../client/account/account.ts';
import { Brand, LanguageSwitch } from '../kit/HeaderParts.tsx';
import { pages } from './pages.ts';
import { QuickNav } from './QuickNav.tsx';
import './shell.css';

/** Header of every page except the Studio: home, pages, Quick Nav, Studio, account and theme. */
export function Header() {
  return (
    <header className="header">
      <div className="header-row">
        <Link href="/" className="brand" aria-label="Cutroom, home">
          <Brand />
          <span className="brand-name">Cutroom</span>
        </Link>
        <nav className="row header-side" aria-label="Main">
          {pages.map(([path, title]) => (
            <Link key={path} href={path} className={linkClass}>
              {title}
            </Link>
          ))}
          <QuickNav />
          <Link href="/studio/editor" className="button plain header-studio">
            <Clapperboard aria-hidden="true" />
            Studio
          </Link>
          <AccountLink />
          <LanguageSwitch />
          <ThemeToggle />
        </nav>
      </div>
    </header>
  );
}

function linkClass(isHere: boolean): string {
  return isHere ? 'button quiet header-link here' : 'button quiet header-link';
}

/** Link to the account page, or to the sign-in. */
function AccountLink() {
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
