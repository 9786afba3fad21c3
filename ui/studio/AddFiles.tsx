import type { ReactNode } from 'react';
import { PickFiles } from '../components/PickFiles.tsx';
import { MEDIA_AND_PROJECTS } from '../media/mediaAndProjects.ts';
import { addFiles } from './state/addFiles.ts';

interface Props {
  className: string;
  children: ReactNode;
  /** Which files are offered; pictures, videos and project files unless given. */
  accept?: string;
  multiple?: boolean;
  /** Takes the files; by default they become layers. */
  onFiles?: (files: File[]) => void;
}

/** A button that asks for files of this device and makes them layers. */
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
