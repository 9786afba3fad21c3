import { useSnapshot } from 'valtio';
import { messages } from '../../engine/project/messages.ts';
import { mediaTable } from './mediaTable.ts';
import { retryUpload } from './uploads.ts';
import { uploadWords } from './uploadWords.ts';

/** How far a file has travelled to the server; where it was refused, why, and a way to try again. @param rest said when there is nothing to say of that. */
export function UploadState({ url, rest = '' }: { url: string; rest?: string }) {
  const entry = useSnapshot(mediaTable).byUrl[url];
  if (entry?.state !== 'failed') return (entry && uploadWords([entry])) || rest;
  return (
    <>
      {entry.refusal ?? messages.uploadFailed}{' '}
      <button type="button" className="text-button" onClick={() => retryUpload(url)}>
        Try again
      </button>
    </>
  );
}
