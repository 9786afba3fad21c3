import { Clapperboard } from 'lucide-react';
import { Link } from 'wouter';
import { AccountLink } from './AccountLink.tsx';
import { Brand } from './Brand.tsx';
import { LanguageSwitch } from './LanguageSwitch.tsx';
import { pages } from './pages.ts';
import { QuickNav } from './QuickNav.tsx';
import { ThemeToggle } from './ThemeToggle.tsx';
import '../style/header.css';

/** Header of every page except the Studio: home, pages, Quick Nav, Studio, account and theme. */
export function Header() {
  return (
    <header className="header">
      <div className="header-row">
        <Link href="/" className="brand" aria-label="Cutroom, home">
          <Brand />
          <span className="brand-name">Cutroom</span>
        </Link>
        <nav className="header-side" aria-label="Main">
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
