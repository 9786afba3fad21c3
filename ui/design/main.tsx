// First, because it declares the order of the layers.
import '../kit/style/tokens.css';
import '../kit/style/base.css';
import '../kit/style/kit.css';
import { createRoot } from 'react-dom/client';
import { restoreTheme, ThemeToggle } from '../app/theme.tsx';
import { Brand, LanguageSwitch } from '../kit/HeaderParts.tsx';
import { language } from '../texts/language.ts';
import { Components } from './Components.tsx';
import { Tokens } from './Tokens.tsx';
import '@fontsource-variable/inter';
import './design.css';

const parts = ['Colors', 'Contrast', 'Type', 'Space', 'Shape', 'Motion', 'Components'];

/** Page of the design system: the tokens of the stylesheets, and the components in their states. */
function Design() {
  return (
    <div className="design">
      <header className="design-head">
        <Brand />
        <span>
          <LanguageSwitch />
          <ThemeToggle />
        </span>
      </header>
      <main className="page">
        <h1>Design system</h1>
        <p className="soft design-lead">
          Quiet neutrals and one accent, so that the work is the only thing with color. Screens name tokens, never raw
          values; all that is here is read from the style sheets as they are.
        </p>
        <nav className="wrap design-parts" aria-label="Parts">
          {parts.map((part) => (
            <a key={part} className="button plain" href={`#${part.toLowerCase()}`}>
              {part}
            </a>
          ))}
        </nav>
        <Tokens />
        <Components />
      </main>
    </div>
  );
}

// Entry of the design system page: served by `npm run dev`, not part of the product.
restoreTheme();
const root = document.getElementById('root');
const show = () => root && createRoot(root).render(<Design />);
// The components are translated, too.
if (language === 'de') import('../texts/german.ts').then(show, show);
else show();
