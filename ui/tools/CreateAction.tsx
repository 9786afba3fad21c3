import { Clapperboard, X } from 'lucide-react';
import { useRef } from 'react';
import { useSnapshot } from 'valtio';
import type { Project } from '../../engine/project/project.ts';
import type { Tool } from '../../engine/tools/tool.ts';
import { LiveRegion, tenths } from '../components/LiveRegion.tsx';
import { ProgressBar } from '../components/ProgressBar.tsx';
import { sendingWords } from '../components/sendingWords.ts';
import { useFocusHandover } from '../components/useFocusHandover.ts';
import { create, creation, stopCreating } from './create.ts';
import { makeHere, making, stopMaking } from './draftWays.ts';
import '../style/project.css';

interface Props {
  tool: Tool;
  /** What is wrong that no field says. */
  refusal: string | undefined;
  /** What is made; undefined while something is wrong. */
  project: Project | undefined;
}

/** Makes what the page shows; while files are being sent it makes way for their progress. */
export function CreateAction(props: Props) {
  const place = useRef<HTMLDivElement>(null);
  const { step } = useSnapshot(creation);
  const { isRunning } = useSnapshot(making);
  const isIdle = step === 'idle' && !isRunning;
  return (
    <div className="render-action" ref={place}>
      {isIdle ? <Start {...props} /> : isRunning ? <Making /> : <Sending />}
    </div>
  );
}

function Start({ tool, refusal, project }: Props) {
  const place = useButtonFocus();
  const begin = () => {
    if (project) return void create(tool);
    creation.asked = tool.id;
    // Once the fields say what is wrong with them.
    requestAnimationFrame(() => document.querySelector<HTMLElement>('.tool-side [aria-invalid="true"]')?.focus());
  };
  return (
    <div ref={place}>
      {refusal !== undefined && (
        <p id="create-note" className="soft small" role="status">
          {refusal}
        </p>
      )}
      <button
        type="button"
        className="button primary large"
        aria-disabled={!project}
        aria-describedby={refusal === undefined ? undefined : 'create-note'}
        onClick={begin}
      >
        <Clapperboard aria-hidden="true" />
        Create
      </button>
      <button
        type="button"
        className="button quiet"
        aria-disabled={!project}
        onClick={() => project && void makeHere(project)}
      >
        Make it in this browser
      </button>
    </div>
  );
}

function Making() {
  const { ratio, text } = useSnapshot(making);
  const place = useButtonFocus();
  return (
    <div ref={place} className="render-action sending">
      <div>
        <span className="numbers">{text}</span>
        <ProgressBar value={ratio} label="Making the file" />
        <LiveRegion>{`${text}, ${tenths(ratio)}`}</LiveRegion>
      </div>
      <button type="button" className="button plain" onClick={stopMaking}>
        <X aria-hidden="true" />
        Stop
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
