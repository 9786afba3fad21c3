import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { setCanvasSize } from '../../../engine/edit/canvas.ts';
import type { Project } from '../../../engine/project/project.ts';
import { parseNumber } from '../../components/numbers.ts';
import { change } from '../state/studio.ts';

/** Canvas width and height in pixels, applied by the button or Enter. */
export function CustomSize({ project }: { project: Project }) {
  const [draft, setDraft] = useState({ width: String(project.width), height: String(project.height) });
  const [refusal, setRefusal] = useState('');
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  // On a phone it opens out of view.
  useEffect(() => {
    form.current?.scrollIntoView({ inline: 'center', block: 'nearest' });
  }, []);
  useEffect(() => {
    setDraft({ width: String(project.width), height: String(project.height) });
    setRefusal('');
  }, [project.width, project.height]);
  const apply = (event: FormEvent) => {
    event.preventDefault();
    const sized = (now: Project) => setCanvasSize(now, parseNumber(draft.width), parseNumber(draft.height));
    const tried = sized(project);
    setRefusal(tried.ok ? '' : tried.problems.map(({ message }) => message).join(' '));
    change((now) => {
      const made = sized(now);
      return made.ok ? made.value : now;
    });
  };
  return (
    <form ref={form} className="custom-size" onSubmit={apply} noValidate>
      {(['width', 'height'] as const).map((side) => (
        <label key={side}>
          <span>{side === 'width' ? 'W' : 'H'}</span>
          <input
            aria-label={side === 'width' ? 'Width in pixels' : 'Height in pixels'}
            aria-invalid={refusal.includes(`The ${side} `)}
            aria-describedby={refusal ? id : undefined}
            inputMode="numeric"
            maxLength={6}
            value={draft[side]}
            onFocus={(event) => event.target.select()}
            onChange={({ target }) => setDraft({ ...draft, [side]: target.value })}
          />
        </label>
      ))}
      <button type="submit" className="button plain">
        Apply
      </button>
      <p id={id} className="refusal" role="alert">
        {refusal}
      </p>
    </form>
  );
}
