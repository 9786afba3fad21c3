import { type ReactNode, useRef } from 'react';
import { addFiles } from './state/files.ts';

interface Props {
  className: string;
  children: ReactNode;
  /** Which files are offered; pictures, videos and project files unless given. */
  accept?: string;
  multiple?: boolean;
  /** Takes the files; by default they become layers. */
  onFiles?: (files: File[]) => void;
}

/** A button that asks for files of this device. */
export function PickFiles({
  className,
  children,
  accept = 'image/*,video/*,.zip,.json',
  multiple = true,
  onFiles = (files) => void addFiles(files),
}: Props) {
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
        accept={accept}
        aria-label="Files of this device"
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          // The same file chosen again must count as a change.
          event.target.value = '';
          onFiles(files);
        }}
      />
    </>
  );
}
