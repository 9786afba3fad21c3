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
}

/** The ways to bring media in: a click, a drop, or the sample (studio spec §2). */
export function UploadWidget({ multiple = true, onFiles = (files) => void addFiles(files), sample = true }: Props) {
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
          <AddFiles className="button primary large" multiple={multiple} onFiles={onFiles}>
            Click to upload
          </AddFiles>
          <span className="soft">or, drag and drop</span>
          {sample && (
            <button type="button" className="button quiet" onClick={() => void addSample()}>
              or try a sample!
            </button>
          )}
        </>
      )}
    </div>
  );
}
