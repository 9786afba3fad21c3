import { type ReactNode, useRef } from 'react';
import { pickedEndings } from './endings.data.ts';

interface Props {
  className: string;
  children: ReactNode;
  /** Accessible name of the file input. */
  label: string;
  /** Accepted files, as in an input's accept attribute; file extensions of further formats are added. */
  accept: string;
  /** Default: true. */
  multiple?: boolean;
  onFiles: (files: File[]) => void;
}

/** A button that opens the file picker. */
export function PickFiles({ className, children, label, accept, multiple = true, onFiles }: Props) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" className={className} onClick={() => input.current?.click()}>
        {children}
      </button>
      <input
        ref={input}
        type="file"
        hidden
        multiple={multiple}
        accept={`${accept}${endingsOf(accept)}`}
        aria-label={label}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          // Choosing the same file again, after it was fixed, must count as a change.
          event.target.value = '';
          onFiles(files);
        }}
      />
    </>
  );
}

function endingsOf(accept: string): string {
  return Object.entries(pickedEndings)
    .filter(([types]) => accept.includes(types))
    .map(([, endings]) => endings)
    .join('');
}
