import type { Layer } from '../../../engine/project/layers.ts';
import type { Problem } from '../../../engine/project/problems.ts';
import type { Project, Scene } from '../../../engine/project/project.ts';
import type { OnProgress } from '../../state/stoppable.ts';

/** A saved project without its content, for a list of them. */
export interface SavedHead {
  id: string;
  name: string;
  /** Milliseconds since 1970. */
  savedAt: number;
  /** Grows by one with every save, from any tab. */
  revision: number;
  /** Pixels of the canvas. */
  width: number;
  height: number;
  sceneCount: number;
  thumbnail?: Blob;
}

/** What work builds on: the project as it was in the list. */
export interface SavedBase {
  revision: number;
  project: Project;
}

/** What a save did. */
export interface SaveAnswer {
  head: SavedHead;
  /** What is in the list now: the project that was given, or that merged with what others had saved meanwhile. */
  project: Project;
  /** true: others had changed the same things. What gave way is among the versions. */
  isConflict: boolean;
}

/** An earlier version of a project, without its content. */
export interface VersionHead {
  id: string;
  projectId: string;
  name: string;
  /** Milliseconds since 1970. */
  savedAt: number;
  width: number;
  height: number;
  sceneCount: number;
  /** true: what came after it may not have all that is in it. */
  isApart: boolean;
  thumbnail?: Blob;
}

/** A change in the list of saved projects. */
export interface SavedChange {
  id: string;
  what: 'saved' | 'removed' | 'restored' | 'purged';
  /** Revision after the change; 0 once purged. */
  revision: number;
  /** false: another tab did it. */
  here: boolean;
}

/** Where in the Studio a person is. */
export interface StudioPlace {
  selectedSceneId: string;
  selectedSceneIndex: number;
  /** A layer's id, 'background', or null: nothing. */
  selectedLayerId: string | null;
  /** Seconds. */
  studioTime: number;
  showCanvas: boolean;
}

/** What is kept under the key `state`: the project's own fields, and where the person is. */
export type StoredState = Project &
  StudioPlace & {
    /** Id of the project in the list of saved ones. */
    projectId: string;
    /** When the project was changed last, milliseconds since 1970. */
    savedAt: number;
    /** The revision in the list that it builds on; absent where there is none. */
    revision?: number;
    /** The page that wrote it. */
    writer?: string;
    stateVersion: 1;
  };

/** Why something that was kept or handed over cannot be opened. */
export interface Unreadable {
  ok: false;
  problems: Problem[];
  /** The text as it was, for download and to show the place of a problem. */
  text: string;
}

/**
 * What was found of an earlier visit. 'saved': the browser's small store was full, the project is in the list of
 * saved ones under that id; restoreStudio fetches it.
 */
export type Restored =
  | { ok: true; state: StoredState }
  | { ok: 'saved'; projectId: string; savedAt: number }
  | Unreadable;

/** A project file that was opened. */
export type Imported =
  | {
      ok: true;
      project: Project;
      /** Media that the project names and that did not come with it. */
      missing: string[];
    }
  | Unreadable;

/** A project as one file. */
export interface Exported {
  blob: Blob;
  /** Such as "Summer.zip". */
  fileName: string;
  /** Media that could not be put in: lost here, or not to be had from the server. */
  missing: string[];
}

/** What the Studio's clipboard can hold, and plain text that a person copied elsewhere. */
export type StudioClip =
  | { itemType: 'layer'; item: Layer }
  | { itemType: 'scene'; item: Scene }
  | { itemType: 'files'; item: File[] }
  | { itemType: 'text'; item: string };

/** How packing and unpacking a project file is followed and stopped. */
export interface FileOptions {
  /** Bytes done of bytes to do. */
  onProgress?: OnProgress;
  signal?: AbortSignal;
}
