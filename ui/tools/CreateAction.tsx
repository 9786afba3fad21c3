import { Clapperboard, X } from 'lucide-react';
import { useRef } from 'react';
import { useSnapshot } from 'valtio';
import * as z from 'zod';
import { type Problem, pointerOf } from '../../engine/project/problems.ts';
import { commonFieldsOf } from '../../engine/tools/body.ts';
import { fieldsOf } from '../../engine/tools/field.ts';
import type { Tool } from '../../engine/tools/tool.ts';
import { LiveRegion, tenths } from '../components/LiveRegion.tsx';
import { ProgressBar } from '../components/ProgressBar.tsx';
import { sendingWords } from '../components/sendingWords.ts';
import { useFocusHandover } from '../components/useFocusHandover.ts';
import { create, creation, stopCreating } from './create.ts';
import '../style/project.css';

interface Props {
  tool: Tool;
  problems: readonly Pick<Problem, 'pointer' | 'message'>[];
  /** Fields that the form does not show. */
  elsewhere: readonly string[];
}

/** Makes what the page shows; while files are being sent it makes way for their progress. */
export function CreateAction(props: Props) {
  const place = useRef<HTMLDivElement>(null);
  const { step } = useSnapshot(creation);
  return (
    <div className="render-action" ref={place}>
      {step === 'idle' ? <Start {...props} /> : <Sending />}
    </div>
  );
}

function Start({ tool, problems, elsewhere }: Props) {
  const place = useButtonFocus();
  // What is wrong with a field of the form is said there.
  const shown = fieldsOf(z.object({ ...tool.settings.shape, ...commonFieldsOf(tool).shape }))
    .filter(({ name, title }) => title !== '' && !elsewhere.includes(name))
    .map(({ name }) => pointerOf([name]));
  const rest = problems.filter(({ pointer }) => !shown.includes(pointer)).map(({ message }) => message);
  const begin = () => {
    if (problems.length === 0) void create(tool);
    else document.querySelector<HTMLElement>('.tool-side [aria-invalid="true"]')?.focus();
  };
  return (
    <div ref={place}>
      {rest.length > 0 && (
        <p id="create-note" className="soft small" role="status">
          {rest[0]}
        </p>
      )}
      <button
        type="button"
        className="button primary large"
        aria-disabled={problems.length > 0}
        aria-describedby={rest.length > 0 ? 'create-note' : undefined}
        onClick={begin}
      >
        <Clapperboard aria-hidden="true" />
        Create
      </button>
    </div>
  );
}

function Sending() {
  const { step, sent, total } = useSnapshot(creation);
  const place = useButtonFocus();
  const share = step === 'uploading' && total > 0 ? sent / total : undefined;
  const words = sendingWords(share);
  return (
    <div ref={place} className="render-action sending">
      <div>
        <span className="numbers">{words}</span>
        <ProgressBar value={share} label="Sending the files" />
        <LiveRegion>{share === undefined ? words : `Uploading, ${tenths(share)}`}</LiveRegion>
      </div>
      <button type="button" className="button plain" onClick={stopCreating}>
        <X aria-hidden="true" />
        Stop
      </button>
    </div>
  );
}

/** Hands the focus from one button to the other. @returns for what holds the button. */
function useButtonFocus() {
  const place = useRef<HTMLDivElement>(null);
  const parent = useRef<HTMLElement>(null);
  parent.current = place.current?.parentElement ?? parent.current;
  useFocusHandover(place, () => parent.current?.querySelector('button'));
  return place;
}
