import { Link, Upload } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { MAX_URL_LENGTH } from '../../engine/project/limits.ts';
import { messages } from '../../engine/project/messages.ts';
import { cutPastedUrl, isWebAddress } from '../../engine/project/pastedUrl.ts';
import { importStatus } from '../client/media/imports.ts';
import { useFocusHandover } from '../kit/hooks.ts';
import { PickFiles } from './PickFiles.tsx';
import { UploadBusy } from './UploadBusy.tsx';
import './media.css';

/** Accepted files of the Studio's upload screens, as in an input's accept attribute. */
export const MEDIA_AND_PROJECTS = 'image/*,video/*,audio/*,.zip,.json';

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
    <div className="stack upload-widget" ref={place}>
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

/** Input for a link. A pasted link is submitted at once, a typed one with Enter. Reports text that is not a link. */
export function PasteLink({ onLink }: { onLink: (pasted: string) => void }) {
  const [text, setText] = useState('');
  const [isWrong, setWrong] = useState(false);
  const id = useId();
  const submitLink = (pasted: string) => {
    // The specification defines no message for a link that is too long.
    if (cutPastedUrl(pasted) === undefined) return setWrong(pasted.trim().length <= MAX_URL_LENGTH);
    setText('');
    onLink(pasted);
  };
  return (
    <>
      <form
        className="paste-link"
        onSubmit={(event) => {
          event.preventDefault();
          submitLink(text);
        }}
      >
        <input
          type="text"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          aria-label="Paste a link"
          placeholder="or paste a link"
          value={text}
          aria-invalid={isWrong}
          aria-describedby={isWrong ? id : undefined}
          onChange={({ target }) => {
            setText(target.value);
            setWrong(false);
          }}
          onPaste={(event) => {
            const pasted = event.clipboardData.getData('text/plain');
            if (text !== '') return;
            // An invalid link stays in the field, to be corrected.
            if (!isWebAddress(pasted)) return setTimeout(() => setWrong(cutPastedUrl(pasted) === undefined));
            event.preventDefault();
            submitLink(pasted);
          }}
        />
        <button type="submit" className="button quiet" disabled={text.trim() === ''}>
          <Link aria-hidden="true" />
          Add
        </button>
      </form>
      {isWrong && (
        <p id={id} className="refusal small" role="alert">
          {messages.noLink}
        </p>
      )}
    </>
  );
}
