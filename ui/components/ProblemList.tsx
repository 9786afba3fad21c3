import { CircleAlert } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useSnapshot } from 'valtio';
import { desk } from '../state/desk.ts';
import { excerptAt } from '../state/excerpt.ts';
import { countInWords } from './words.ts';

const portion = 50;

/** What is wrong with the opened project: a sentence each, with the place and what stands there. */
export function ProblemList() {
  const { problems, text, source } = useSnapshot(desk);
  const [shown, setShown] = useState(portion);
  const value = useMemo(() => parsed(source === 'file' ? text : ''), [source, text]);
  return (
    <div className="panel problems">
      <h2>
        <CircleAlert aria-hidden="true" />
        <span role="alert">{countInWords(problems.length, 'problem')} found</span>
      </h2>
      <ol>
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
