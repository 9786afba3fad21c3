import { type CSSProperties, type KeyboardEvent, Suspense, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { focusOn } from '../app/focus.ts';
import { useHasDocks } from '../kit/hooks.ts';
import { DockedTimeline, Inspector } from './parts.ts';
import { docks } from './state/docks.ts';
import { hasContent, studio } from './state/studio.ts';

/** The inspector next to the canvas on wide screens. Reserves its space while loading; hidden next to the start screen. */
export function InspectorDock() {
  const { project, showCanvas } = useSnapshot(studio);
  if (!useHasDocks() || !hasContent(project, showCanvas)) return null;
  return (
    <section className="properties" aria-label="Inspector" data-arrows="" onKeyDown={leaveField}>
      <Suspense fallback={null}>
        <Inspector />
      </Suspense>
    </section>
  );
}

/** Escape in a text field, where keys of the Studio do not apply, returns the focus to the canvas. */
function leaveField(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.defaultPrevented || event.nativeEvent.isComposing) return;
  if (!(event.target as Element).matches('textarea, input:not([type="checkbox"], [type="radio"], [type="range"])'))
    return;
  event.preventDefault();
  focusOn('main');
}

/** The timeline below the footer on wide screens. Reserves its space while loading; hidden next to the start screen. */
export function TimelineDock() {
  const { project, showCanvas } = useSnapshot(studio);
  const { isTimelineOpen, timelineHeight } = useSnapshot(docks);
  const place = useRef<HTMLElement>(null);
  const isDocked = useHasDocks();
  if (!isDocked || !hasContent(project, showCanvas)) return null;
  const height = timelineHeight === undefined ? undefined : `${timelineHeight}px`;
  return (
    <section
      ref={place}
      className="timeline-dock"
      aria-label="Timeline"
      data-open={isTimelineOpen || undefined}
      style={{ '--dock-height': height } as CSSProperties}
    >
      <Suspense fallback={null}>
        <DockedTimeline place={place} />
      </Suspense>
    </section>
  );
}
