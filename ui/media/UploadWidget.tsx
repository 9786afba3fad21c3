import { Upload } from 'lucide-react';
import { useRef } from 'react';
import { useSnapshot } from 'valtio';
import { PickFiles } from '../components/PickFiles.tsx';
import { useFocusHandover } from '../components/useFocusHandover.ts';
import { importStatus } from './imports.ts';
import { MEDIA_AND_PROJECTS } from './mediaAndProjects.ts';
import { PasteLink } from './PasteLink.tsx';
import { UploadBusy } from './UploadBusy.tsx';
import './upload.css';

interface Props {
  multiple?: boolean;
  onFiles: (files: File[]) => void;
  /** Button label; default "Click to upload". */
  label?: string;
  /** Accepted files, as in an input's accept attribute; default: images, videos, audio and project files. */
  accept?: string;
  /** Handles a pasted link; without it, the link field is hidden. */
  onLink?: (pasted: string) => void;
  /** Loads the sample; without it, none is offered. */
  onSample?: () => void;
}

/** Imports media by file picker, drop, link or sample. */
export function UploadWidget(props: Props) {
  const { words } = useSnapshot(importStatus);
  const place = useRef<HTMLDivElement>(null);
  const firstButton = () => place.current?.querySelector('button');
  return (
    <div className="upload-widget" ref={place}>
      {words ? <UploadBusy next={firstButton} /> : <Ways {...props} next={firstButton} />}
    </div>
  );
}

function Ways({
  multiple = true,
  onFiles,
  label = 'Click to upload',
  accept = MEDIA_AND_PROJECTS,
  onLink,
  onSample,
  next,
}: Props & { next: () => HTMLElement | null | undefined }) {
  const place = useRef<HTMLDivElement>(null);
  useFocusHandover(place, next);
  return (
    <div className="upload-ways" ref={place}>
      <Upload aria-hidden="true" />
      <PickFiles className="button primary large" label="Files from this device" {...{ accept, multiple, onFiles }}>
        {label}
      </PickFiles>
      <span className="soft for-mouse">or, drag and drop</span>
      {onLink && <PasteLink onLink={onLink} />}
      {onSample && (
        <button type="button" className="button quiet" onClick={onSample}>
          or try a sample!
        </button>
      )}
    </div>
  );
}
