import { useId, useState } from 'react';
import { chooseOutput } from '../../../engine/edit/output.ts';
import { MAX_FIT_MEGABYTES, MIN_FIT_MEGABYTES } from '../../../engine/project/limits.ts';
import { canBeFitted } from '../../../engine/project/output.ts';
import type { Project } from '../../../engine/project/project.ts';
import { numberForField, parseNumber } from '../../components/numbers.ts';
import { change } from '../state/studio.ts';

/** A field for the maximum file size; hidden for formats whose size cannot be fitted. */
export function FitField({ project }: { project: Project }) {
  const { output } = project;
  const limit = 'fitUnder' in output ? output.fitUnder : undefined;
  const [text, setText] = useState(limit === undefined ? '' : numberForField(limit));
  const id = useId();
  if (!canBeFitted(output)) return null;
  const wanted = megabytesOf(text);
  const isWrong = wanted === 'unreadable';
  const setLimit = (next: string) => {
    setText(next);
    const megabytes = megabytesOf(next);
    if (megabytes !== 'unreadable') change((now) => withLimit(now, megabytes));
  };
  return (
    <div className="output-custom">
      <label htmlFor={id}>Fit under (MB)</label>
      <input
        id={id}
        className="numbers"
        inputMode="decimal"
        autoComplete="off"
        maxLength={10}
        value={text}
        placeholder="No limit"
        aria-invalid={isWrong}
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => setLimit(target.value)}
      />
      <p id={`${id}-hint`} className={isWrong ? 'refusal small' : 'soft small'} role={isWrong ? 'alert' : undefined}>
        {isWrong
          ? `Enter a number of megabytes from ${MIN_FIT_MEGABYTES} to ${MAX_FIT_MEGABYTES}.`
          : 'Uses the best quality that fits this size. 1 MB is 1,000,000 bytes.'}
      </p>
    </div>
  );
}

function megabytesOf(text: string): number | undefined | 'unreadable' {
  if (text.trim() === '') return undefined;
  const value = parseNumber(text);
  return value >= MIN_FIT_MEGABYTES && value <= MAX_FIT_MEGABYTES ? value : 'unreadable';
}

function withLimit(project: Project, fitUnder: number | undefined): Project {
  if (!canBeFitted(project.output)) return project;
  const { fitUnder: _, ...rest } = { fitUnder, ...project.output };
  return chooseOutput(project, (fitUnder === undefined ? rest : { ...rest, fitUnder }) as Project['output']);
}
