import { useRef } from 'react';
import { openFiles } from '../state/desk.ts';
import { showFailure } from '../state/notices.ts';

interface Props {
  className: string;
  children: React.ReactNode;
}

/** A button that asks for a project file and its media. */
export function FileButton({ className, children }: Props) {
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
        multiple
        accept=".json,application/json,image/*,video/*,audio/*"
        aria-label="Project file and media"
        onChange={(event) => {
          openFiles([...(event.target.files ?? [])]).catch(showFailure);
          // The same file chosen again, mended meanwhile, must count as a change.
          event.target.value = '';
        }}
      />
    </>
  );
}
