import { CircleAlert } from 'lucide-react';
import { useMemo, useState } from 'react';
import { truncateName } from '../../engine/edit/truncateName.ts';
import { type Problem, stepsOf } from '../../engine/project/problems.ts';
import { countInWords } from './words.ts';
import './style/content.css';

const portion = 50;

interface Props {
  problems: readonly Pick<Problem, 'pointer' | 'message'>[];
  /** Text of the project, to show excerpts; '' if there is none. */
  text: string;
  /** Number of further problems that the server counted. */
  more?: number;
}

/** Lists the problems of a project, each with its position and an excerpt. */
export function ProblemList({ problems, text, more = 0 }: Props) {
  const [shown, setShown] = useState(portion);
  const value = useMemo(() => parsed(text), [text]);
  return (
    <div className="panel problems">
      <h2>
        <CircleAlert aria-hidden="true" />
        <span role="alert">{countInWords(problems.length + more, 'problem')} found</span>
      </h2>
      <ol aria-label="Problems">
        {problems.slice(0, shown).map(({ pointer, message }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list changes only as a whole.
          <li key={index}>
            <p>{message}</p>
            <code>
              {pointer || 'the whole file'}
              <Found text={excerptAt(value, pointer)} />
            </code>
          </li>
        ))}
      </ol>
      {problems.length > shown && (
        <button type="button" className="button plain" onClick={() => setShown(shown + portion)}>
          Show {Math.min(portion, problems.length - shown)} more
        </button>
      )}
      {more > 0 && problems.length <= shown && (
        <p className="soft small">The server lists the first {problems.length}.</p>
      )}
    </div>
  );
}

function Found({ text }: { text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <>
      <span className="unseen"> is </span>
      <span aria-hidden="true"> = </span>
      <b>{text}</b>
    </>
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Returns a short excerpt of a JSON value at a pointer (RFC 6901), to help a person recognize the position.
 * @returns at most 60 characters; undefined for the root, or if there is no such value.
 */
export function excerptAt(root: unknown, pointer: string): string | undefined {
  if (pointer === '') return undefined;
  let value = root;
  for (const name of stepsOf(pointer)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  const short = JSON.stringify(value);
  return short.length > 60 ? `${truncateName(short, 59)}…` : short;
}
