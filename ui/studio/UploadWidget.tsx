import { Upload } from 'lucide-react';
import { useRef } from 'react';
import { useSnapshot } from 'valtio';
import { useFocusHandover } from '../components/useFocusHandover.ts';
import { AddFiles } from './AddFiles.tsx';
import { addFiles, taking } from './state/files.ts';
import { addSample } from './state/takeSample.ts';
import { UploadBusy } from './UploadBusy.tsx';

interface Props {
  multiple?: boolean;
  /** Takes the files; by default they become layers. */
  onFiles?: (files: File[]) => void;
  /** Whether the sample is offered. */
  sample?: boolean;
  /** What the button says; "Click to upload" unless given. */
  label?: string;
  /** Which files are offered; see AddFiles. */
  accept?: string;
  /** Takes the sample; by default it is a video and becomes a layer. */
  onSample?: () => void;
}

/** The ways to bring media in: a click, a drop, or the sample (studio spec §2). */
export function UploadWidget(props: Props) {
  const { words } = useSnapshot(taking);
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
  onFiles = (files) => void addFiles(files),
  sample = true,
  label = 'Click to upload',
  onSample = () => void addSample(),
  next,
  ...rest
}: Props & { next: () => HTMLElement | null | undefined }) {
  const place = useRef<HTMLDivElement>(null);
  useFocusHandover(place, next);
  return (
    <div className="upload-ways" ref={place}>
      <Upload aria-hidden="true" />
      <AddFiles className="button primary large" multiple={multiple} onFiles={onFiles} {...rest}>
        {label}
      </AddFiles>
      <span className="soft">or, drag and drop</span>
      {sample && (
        <button type="button" className="button quiet" onClick={onSample}>
          or try a sample!
        </button>
      )}
    </div>
  );
}
