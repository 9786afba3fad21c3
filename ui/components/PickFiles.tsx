import { type ReactNode, useRef } from 'react';
import { pickedEndings } from '../media/endings.data.ts';

interface Props {
  className: string;
  children: ReactNode;
  /** What is asked for, for screen readers. */
  label: string;
  /** Which files are offered, as in an input's accept; formats of its kinds are added by their endings. */
  accept: string;
  /** Default true. */
  multiple?: boolean;
  onFiles: (files: File[]) => void;
}

/** A button that asks for files of this device. */
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
          // The same file chosen again, mended meanwhile, must count as a change.
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
