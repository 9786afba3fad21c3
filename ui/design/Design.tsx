import { Brand } from '../components/Brand.tsx';
import { LanguageSwitch } from '../components/LanguageSwitch.tsx';
import { ThemeToggle } from '../components/ThemeToggle.tsx';
import { Components } from './Components.tsx';
import { Tokens } from './Tokens.tsx';

const parts = ['Colors', 'Contrast', 'Type', 'Space', 'Shape', 'Motion', 'Components'];

/** Page of the design system: the tokens of the stylesheets, and the components in their states. */
export function Design() {
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
        <nav className="design-parts" aria-label="Parts">
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
