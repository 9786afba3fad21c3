import type { ReactNode } from 'react';
import { PickFiles } from '../../media/PickFiles.tsx';
import { MEDIA_AND_PROJECTS } from '../../media/UploadWidget.tsx';
import { addFiles } from '../state/addFiles.ts';

interface Props {
  className: string;
  children: ReactNode;
  /** File types for `accept`; by default images, videos and project files. */
  accept?: string;
  multiple?: boolean;
  /** Handles the files; by default they become layers. */
  onFiles?: (files: File[]) => void;
}

/** A button that picks local files and adds them as layers. */
export function AddFiles({ accept = MEDIA_AND_PROJECTS, onFiles, ...rest }: Props) {
  return (
    <PickFiles
      {...rest}
      label="Files from this device"
      accept={accept}
      onFiles={onFiles ?? ((files) => void addFiles(files))}
    />
  );
}
