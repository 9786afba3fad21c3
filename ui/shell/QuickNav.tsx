import { ArrowRight, LayoutGrid, Search } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { Link } from 'wouter';
import { openPalette } from '../app/paletteCommand.ts';
import { place } from '../app/place.ts';
import { LanguageSwitch } from '../kit/HeaderParts.tsx';
import { moveFocus, useOutside } from '../kit/popover.ts';
import { catalogue } from '../tools/catalogue.data.ts';
import { ToolPicture } from '../tools/ToolCards.tsx';
import { pages } from './pages.ts';

/** Most popular pages in order; routes without a page are skipped. The products page lists all. */
const OFTEN = [
  ...['/studio', '/video-maker', '/meme-maker', '/subtitles', '/add-music-to-video', '/resize-video', '/loop-video'],
  '/trim-video',
];

const studio = { id: 'studio', title: 'Studio', route: '/studio' };
const offered = OFTEN.flatMap((route) => [studio, ...catalogue].filter((one) => one.route === route));

/** Button that opens a list of popular pages. */
export function QuickNav() {
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const { path } = useSnapshot(place);
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes on navigation.
  useEffect(() => setOpen(false), [path]);
  useOutside(root, isOpen, () => setOpen(false));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && isOpen) {
      setOpen(false);
      button.current?.focus();
    } else if (event.key === 'ArrowDown' && !isOpen) {
      setOpen(true);
      // The list exists after React has rendered it.
      requestAnimationFrame(() => root.current?.querySelector('a')?.focus());
    } else if (!isOpen || !moveFocus(list.current, event.key)) return;
    event.preventDefault();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles keys of the button and the links inside.
    <div className="quick-nav" ref={root} onKeyDown={onKeyDown}>
      <button
        type="button"
        ref={button}
        className="button quiet icon"
        aria-label="Quick Nav"
        title="Quick Nav"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <LayoutGrid aria-hidden="true" />
      </button>
      {isOpen && (
        <div className="quick-nav-panel" id={id} ref={list}>
          <h2>Quick Nav</h2>
          <button
            type="button"
            className="row quick-nav-link quick-nav-search"
            onClick={() => {
              setOpen(false);
              // Closing the palette returns the focus to this button.
              button.current?.focus();
              openPalette();
            }}
          >
            <Search aria-hidden="true" />
            Search everything
          </button>
          <ul>
            {offered.map((one) => (
              <li key={one.route}>
                <Link href={one.route} className="row quick-nav-link" onClick={() => setOpen(false)}>
                  <ToolPicture id={one.id} />
                  {one.title}
                </Link>
              </li>
            ))}
          </ul>
          <div className="quick-nav-pages">
            {pages.slice(1).map(([path, title]) => (
              <Link key={path} href={path} className="row quick-nav-link" onClick={() => setOpen(false)}>
                {title}
              </Link>
            ))}
          </div>
          <LanguageSwitch />
          <Link href="/products" className="row quick-nav-all" onClick={() => setOpen(false)}>
            View all products
            <ArrowRight aria-hidden="true" />
          </Link>
        </div>
      )}
    </div>
  );
}
