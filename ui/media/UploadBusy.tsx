import { useRef } from 'react';
import { useSnapshot } from 'valtio';
import { cancelImports, importStatus } from '../client/media/imports.ts';
import { useFocusHandover } from '../kit/hooks.ts';
import { ProgressBar } from '../kit/progress.tsx';
import './media.css';

interface Props {
  /** Returns the element to focus when the import ends while Stop has the focus. */
  next: () => HTMLElement | null | undefined;
}

/** Progress of the current import, with a Stop button. Renders nothing while there is none. */
export function UploadBusy({ next }: Props) {
  const { words } = useSnapshot(importStatus);
  return words === '' ? null : <Busy words={words} next={next} />;
}

function Busy({ words, next }: Props & { words: string }) {
  const place = useRef<HTMLDivElement>(null);
  useFocusHandover(place, next);
  return (
    <div className="stack upload-busy" role="status" ref={place}>
      <span>{words}</span>
      <ProgressBar value={undefined} label={words} />
      <button type="button" className="button plain" onClick={() => cancelImports()}>
        Stop
      </button>
    </div>
  );
}
