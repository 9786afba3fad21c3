import { Upload } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { ProgressBar } from '../components/ProgressBar.tsx';
import { AddFiles } from './AddFiles.tsx';
import { addFiles, addSample, stopTaking, taking } from './state/files.ts';

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
export function UploadWidget({
  multiple = true,
  onFiles = (files) => void addFiles(files),
  sample = true,
  label = 'Click to upload',
  onSample = () => void addSample(),
  ...rest
}: Props) {
  const { words } = useSnapshot(taking);
  return (
    <div className="upload-widget">
      {words ? (
        <div className="upload-busy" role="status">
          <span>{words}</span>
          <ProgressBar value={undefined} label={words} />
          <button type="button" className="button plain" onClick={stopTaking}>
            Stop
          </button>
        </div>
      ) : (
        <>
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
        </>
      )}
    </div>
  );
}
