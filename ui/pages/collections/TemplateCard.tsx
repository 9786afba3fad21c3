import { type CSSProperties, Suspense, useRef, useState } from 'react';
import { Link } from 'wouter';
import { lazyPart } from '../../studio/state/lazyPart.ts';
import { ratioOf } from './found.ts';
import type { Template } from './templates.ts';

const Moving = lazyPart<{ id: string }>(async () => (await import('./MovingPicture.tsx')).MovingPicture);
/** Delay between hover and playback in milliseconds, so that moving across cards starts none. */
const REST_MS = 150;

/** A template: its image, which plays on hover or focus, and links into the Studio. */
export function TemplateCard({ template }: { template: Template }) {
  const { id, name, about, width, height, length, picture } = template;
  const [isMoving, setMoving] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const begin = () => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setMoving(true), REST_MS);
  };
  const end = () => {
    clearTimeout(timer.current);
    setMoving(false);
  };
  return (
    <li className="template-card" style={{ '--ratio': width / height } as CSSProperties}>
      <Link
        href={`/studio/editor?template=${id}`}
        aria-label={`${name}: open in the Studio`}
        aria-describedby={`about-${id}`}
        onPointerEnter={begin}
        onPointerLeave={end}
        onFocus={begin}
        onBlur={end}
      >
        <span className="template-picture">
          <span className="template-sheet">
            <img src={picture} alt="" width={width} height={height} loading="lazy" decoding="async" />
            {isMoving && (
              <Suspense fallback={null}>
                <Moving id={id} />
              </Suspense>
            )}
          </span>
        </span>
        <strong>{name}</strong>
      </Link>
      <p className="soft small" id={`about-${id}`}>
        {about}
      </p>
      <p className="soft small numbers">
        {ratioOf(width, height)} · {length} s
      </p>
    </li>
  );
}
