import { Clapperboard } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { CatalogueHead } from '../../kit/CatalogueHead.tsx';
import { useTitle } from '../../kit/hooks.ts';
import { countInWords } from '../../kit/words.ts';
import { details } from '../../tools/details.data.ts';
import { ToolCards, ToolPicture } from '../../tools/ToolCards.tsx';
import { findTools } from './groups.ts';
import '../pages.css';

/** Overview of all tools, each with an illustration. */
export function Products() {
  const [text, setText] = useState('');
  useTitle('Products', 'Every tool of Cutroom: trim, resize, loop, memes, slideshows and more.');
  const found = findTools(text);
  const count = found.reduce((sum, { tools }) => sum + tools.length, 0);
  return (
    <div className="products">
      <CatalogueHead
        title="Products"
        words="One page for each task, and the Studio for everything together."
        search="Find a tool"
        text={text}
        onText={setText}
        found={text.trim() === '' ? '' : `${countInWords(count, 'tool')} found`}
      />
      {text.trim() === '' && <StudioCard />}
      {found.map(({ title, tools }) => (
        <section key={title} aria-label={title}>
          <h2>{title}</h2>
          <ToolCards tools={tools} summaryOf={(id) => details[id]?.summary} />
        </section>
      ))}
      {text.trim() === '' && (
        <p>
          {/* The server renders that page, so it is not a client-side link. */}
          <a href="/reference" className="button plain">
            All settings, for requests and commands
          </a>
        </p>
      )}
      {count === 0 && (
        <div className="empty">
          <strong>No tool matches.</strong>
          <span>Try the Studio: text, images, videos and audio in any number of scenes.</span>
          <Link href="/studio/editor" className="button plain">
            <Clapperboard aria-hidden="true" />
            Open the Studio
          </Link>
        </div>
      )}
    </div>
  );
}

function StudioCard() {
  return (
    <Link href="/studio/editor" className="studio-card panel">
      <ToolPicture id="studio" />
      <span className="stack-2 studio-card-words">
        <strong>Studio</strong>
        <span className="soft">
          Build scenes from text, images, videos, shapes and audio, on a canvas and a timeline. Every tool result opens
          here too.
        </span>
        <span className="button primary" aria-hidden="true">
          <Clapperboard />
          Open the Studio
        </span>
      </span>
    </Link>
  );
}
