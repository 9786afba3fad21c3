import { Clapperboard } from 'lucide-react';
import { Link } from 'wouter';
import { Brand } from './Brand.tsx';
import { ThemeToggle } from './ThemeToggle.tsx';

/** The bar at the top: home on the left, the Studio and the theme on the right. */
export function Header() {
  return (
    <header className="header">
      <div className="header-row">
        <Link href="/" className="brand" aria-label="Cutroom, home">
          <Brand />
          Cutroom
        </Link>
        <div className="header-side">
          <Link href="/studio/editor" className="button quiet">
            <Clapperboard aria-hidden="true" />
            Studio
          </Link>
          <ThemeToggle />
        </div>
      </div>
    </header>
  );
}
