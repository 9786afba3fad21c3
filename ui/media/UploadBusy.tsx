import { useRef } from 'react';
import { useSnapshot } from 'valtio';
import { ProgressBar } from '../components/ProgressBar.tsx';
import { useFocusHandover } from '../components/useFocusHandover.ts';
import { stopTaking, taking } from './taking.ts';
import './upload.css';

interface Props {
  /** Who gets the focus from Stop when nothing is being taken in any more. */
  next: () => HTMLElement | null | undefined;
}

/** What is being taken in, and what stops it; nothing while nothing is. */
export function UploadBusy({ next }: Props) {
  const { words } = useSnapshot(taking);
  return words === '' ? null : <Busy words={words} next={next} />;
}

function Busy({ words, next }: Props & { words: string }) {
  const place = useRef<HTMLDivElement>(null);
  useFocusHandover(place, next);
  return (
    <div className="upload-busy" role="status" ref={place}>
      <span>{words}</span>
      <ProgressBar value={undefined} label={words} />
      <button type="button" className="button plain" onClick={() => stopTaking()}>
        Stop
      </button>
    </div>
  );
}
