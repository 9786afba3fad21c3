import { Clapperboard, X } from 'lucide-react';
import { useRef } from 'react';
import { useSnapshot } from 'valtio';
import { useFocusHandover } from '../kit/hooks.ts';
import { LiveRegion, ProgressBar, tenths } from '../kit/progress.tsx';
import { sendingWords } from '../kit/words.ts';
import { creation, stopCreating } from './creation.ts';
import { cancelDraftExport, draftExport } from './draftExport.ts';
import '../kit/style/content.css';

interface Props {
  tool: { id: string };
  /** Id of the element that describes what is wrong. */
  describedBy: string | undefined;
  /** Whether the draft has no problems. */
  isReady: boolean;
  onCreate: () => void;
  onMakeHere: () => void;
}

/** Shows the button that creates the result. Upload or render progress replaces it while one runs. */
export function CreateAction(props: Props) {
  const place = useRef<HTMLDivElement>(null);
  const { step } = useSnapshot(creation);
  const isRunning = useSnapshot(draftExport).toolId === props.tool.id;
  const isIdle = step === 'idle' && !isRunning;
  return (
    <div className="stack render-action" ref={place}>
      {isIdle ? <Start {...props} /> : isRunning ? <Making /> : <Sending />}
    </div>
  );
}

function Start({ describedBy, isReady, onCreate, onMakeHere }: Props) {
  const place = useButtonFocus();
  return (
    <div ref={place}>
      <button
        type="button"
        className="button primary large"
        aria-disabled={!isReady}
        aria-describedby={describedBy}
        onClick={onCreate}
      >
        <Clapperboard aria-hidden="true" />
        Create
      </button>
      <button type="button" className="button quiet" aria-disabled={!isReady} onClick={() => isReady && onMakeHere()}>
        Export in this browser
      </button>
    </div>
  );
}

function Making() {
  const { ratio, text } = useSnapshot(draftExport);
  const place = useButtonFocus();
  return (
    <div ref={place} className="stack render-action sending">
      <div>
        <span className="numbers">{text}</span>
        <ProgressBar value={ratio} label="Creating the file" />
        <LiveRegion>{`${text}, ${tenths(ratio)}`}</LiveRegion>
      </div>
      <button type="button" className="button plain" onClick={cancelDraftExport}>
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
    <div ref={place} className="stack render-action sending">
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

/** Moves the focus to the new button when one button replaces another. @returns ref for the button's container. */
function useButtonFocus() {
  const place = useRef<HTMLDivElement>(null);
  const parent = useRef<HTMLElement>(null);
  parent.current = place.current?.parentElement ?? parent.current;
  useFocusHandover(place, () => parent.current?.querySelector('button'));
  return place;
}
