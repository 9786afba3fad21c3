import type { ReactNode } from 'react';
import { showFailure } from '../../client/page/notices.ts';
import { PickFiles } from '../../media/PickFiles.tsx';

interface Props {
  className: string;
  children: ReactNode;
}

/** A button that opens a project file and its media. */
export function FileButton({ className, children }: Props) {
  return (
    <PickFiles
      className={className}
      label="Project file and media"
      accept=".json,application/json,image/*,video/*,audio/*"
      onFiles={(files) => void open(files).catch(showFailure)}
    >
      {children}
    </PickFiles>
  );
}

async function open(files: File[]): Promise<void> {
  const { openFiles } = await import('./homeProject.ts');
  await openFiles(files);
}
