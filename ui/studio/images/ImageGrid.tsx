import { type KeyboardEvent, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { addImage } from './addImage.ts';
import { imageSearch } from './imageSearch.ts';

/** Search results with one tab stop; arrow keys move the focus. Pressing a result adds it to the canvas. */
export function ImageGrid() {
  const { images, isSearching } = useSnapshot(imageSearch);
  const list = useRef<HTMLUListElement>(null);
  const [at, setAt] = useState(0);
  const active = Math.min(at, Math.max(0, images.length - 1));
  const onKeyDown = (event: KeyboardEvent) => {
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])];
    const next = movedBy(event.key, active, buttons);
    if (next === undefined) return;
    event.preventDefault();
    setAt(next);
    buttons[next]?.focus();
  };
  return (
    <ul ref={list} className="image-grid" aria-label="Images" aria-busy={isSearching} onKeyDown={onKeyDown}>
      {images.map((image, index) => (
        <li key={image.url}>
          <button
            type="button"
            className="image-tile"
            tabIndex={index === active ? 0 : -1}
            title={image.credit.text}
            onFocus={() => setAt(index)}
            onClick={() => void addImage(image)}
          >
            <img src={image.thumbnail} alt={image.credit.title} loading="lazy" draggable={false} />
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Index of the button a key leads to; undefined for other keys. */
function movedBy(key: string, from: number, buttons: readonly HTMLElement[]): number | undefined {
  const last = buttons.length - 1;
  const top = buttons[0]?.getBoundingClientRect().top;
  const beyond = buttons.findIndex((button) => button.getBoundingClientRect().top !== top);
  const columns = beyond < 0 ? buttons.length : beyond;
  const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns };
  if (key === 'Home') return 0;
  if (key === 'End') return last;
  const step = steps[key];
  if (step === undefined) return undefined;
  const next = from + step;
  return next < 0 || next > last ? from : next;
}
