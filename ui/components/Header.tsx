import { Link } from 'wouter';
import { Brand } from './Brand.tsx';
import { ThemeToggle } from './ThemeToggle.tsx';

/** The bar at the top: home on the left, the theme on the right. */
export function Header() {
  return (
    <header className="header">
      <div className="header-row">
        <Link href="/" className="brand" aria-label="Cutroom, home">
          <Brand />
          Cutroom
        </Link>
        <ThemeToggle />
      </div>
    </header>
  );
}
