import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB } from 'idb';
import type { UploadUris } from '../../../api/contract/upload.ts';
import type { ChosenMedia } from '../../../engine/edit/newLayers.ts';
import type { OwnFace } from '../../../engine/formats/fontFace.ts';
import { ownName } from '../page/owner.ts';

/** A saved project without its content, for lists. */
export interface SavedHead {
  id: string;
  name: string;
  /** Milliseconds since 1970. */
  savedAt: number;
  /** Incremented by every save, from any tab. */
  revision: number;
  /** Size of the canvas, in pixels. */
  width: number;
  height: number;
  sceneCount: number;
  thumbnail?: Blob;
}

/** Bytes in the database. Some browsers cannot store a Blob, such as Safari in private windows. */
export type StoredBlob = Blob | { type: string; data: ArrayBuffer };

/** A file that the user added, as stored in the database. */
export interface StoredFile {
  /** Relative path that layers use. */
  url: string;
  id: string;
  name: string;
  type: string;
  blob: StoredBlob;
  /** Milliseconds since 1970. */
  addedAt: number;
  facts?: ChosenMedia;
  readUrl?: string;
  /** URLs of its upload session, from its start. */
  session?: UploadUris;
  shown: boolean;
}

/** The last save of a project by one page. */
export interface PageSave {
  /** Time of the state it wrote, in milliseconds since 1970. */
  savedAt: number;
  /** Resulting revision. */
  revision: number;
  /** Id of the version with the page's own state, if the list got a merge with others' work. */
  given?: string;
}

/** A saved project's head, as stored. */
export interface StoredHead extends Omit<SavedHead, 'thumbnail'> {
  /** Relative media paths that the project uses. */
  mediaUrls: string[];
  /** Milliseconds since 1970; present while the removal can be undone. */
  removedAt?: number;
  /** Last save of each page, by page id. */
  lastSaves?: Record<string, PageSave>;
  /** Id of the thumbnail, so that versions can share it. */
  thumbnailId?: string;
  thumbnail?: StoredBlob;
}

/** An earlier version of a project, as stored: references to its parts. */
export interface StoredVersion {
  /** id:revision, with another id in place of the revision if it never was one. */
  id: string;
  projectId: string;
  /** Milliseconds since 1970. */
  savedAt: number;
  name: string;
  width: number;
  height: number;
  sceneCount: number;
  /** true: later versions may lack some of its content. */
  isApart: boolean;
  /** Its texts in order, with their lengths in characters. */
  parts: { key: string; size: number }[];
  /** Its thumbnail among the parts, with its bytes. */
  picture?: { key: string; size: number };
  /** Relative media paths that it uses. */
  mediaUrls: string[];
}

/** A brand logo, as stored. */
export interface StoredLogo {
  id: string;
  /** File name and MIME type. */
  name: string;
  type: string;
  blob: StoredBlob;
  /** Milliseconds since 1970. */
  addedAt: number;
  /** URL of its upload. */
  readUrl?: string;
}

/** A brand font, as stored; its file is among the media. */
export interface StoredFont {
  /** Relative path that texts use. */
  url: string;
  /** Milliseconds since 1970. */
  addedAt: number;
  /** Font face of the file; absent: derived from its name. */
  face?: OwnFace;
}

/** A template, as stored. */
export interface StoredTemplate extends Omit<SavedHead, 'revision' | 'thumbnail'> {
  thumbnail?: StoredBlob;
  /** The project as JSON. */
  body: string;
  /** Relative media paths that it uses. */
  mediaUrls: string[];
}

/** Last version of a project on which server and browser agreed. */
export interface StoredAgreement {
  id: string;
  /** Revision on the server. */
  revision: number;
  /** Revision in the list of saved projects. */
  localRevision: number;
  /** Id of the thumbnail that the server has. */
  thumbnailId?: string;
  /** Ids of versions that stand apart and are on the server too. */
  apart: string[];
  /** Paths of files that the server lacks. */
  waiting: string[];
  /** Why the server rejects the project; absent if it does not. */
  refusal?: string;
}

/** Sync status of a template, logo, font or color. */
export interface StoredKit {
  id: string;
  /** Why the server rejects it; absent: both sides have had it. */
  refusal?: string;
}

/** Server URL of a file that a project of the account uses. */
export interface StoredRemote {
  path: string;
  url: string;
}

/** A project's undo history in serialized form. Projects refer to shared scenes by their index in `scenes`. */
export interface SerializedHistory {
  projectId: string;
  scenes: string[];
  past: SerializedStep[];
  present: SerializedStep;
  future: SerializedStep[];
}

/** One project of a history. */
export interface SerializedStep {
  /** The project without its scenes, as JSON. */
  frame: string;
  scenes: number[];
}

/** A project's undo history, as stored. */
export interface StoredHistory extends SerializedHistory {
  /** Project id:id of the visit that wrote it. */
  id: string;
  /** Relative media paths that its steps use. */
  mediaUrls: string[];
}

/** Tables of the database. Heads and bodies are separate, so that a list need not read whole projects. */
export interface StudioTables extends DBSchema {
  media: { key: string; value: StoredFile };
  heads: { key: string; value: StoredHead };
  /** Projects as JSON, by project id. */
  bodies: { key: string; value: string };
  versions: { key: string; value: StoredVersion; indexes: { byProject: string } };
  /** Texts and thumbnails of versions, each stored once, by hash or id. */
  parts: { key: string; value: string | StoredBlob };
  logos: { key: string; value: StoredLogo };
  fonts: { key: string; value: StoredFont };
  templates: { key: string; value: StoredTemplate };
  /** By project id. */
  agreements: { key: string; value: StoredAgreement };
  /** Agreed versions as JSON, by project id. */
  agreed: { key: string; value: string };
  remotes: { key: string; value: StoredRemote };
  kit: { key: string; value: StoredKit };
  histories: { key: string; value: StoredHistory; indexes: { byMedia: string } };
}

/** The Studio's IndexedDB database. */
export type StudioDatabase = IDBPDatabase<StudioTables>;

/** Tables that a save writes. */
export const SAVE_TABLES = ['heads', 'bodies', 'versions', 'parts'] as const;
/** Atomic transaction on those tables; transactions of several tabs are serialized. */
export type SaveTransaction = IDBPTransaction<StudioTables, typeof SAVE_TABLES, 'readwrite'>;

/** Timeout for opening the database, in milliseconds; after that, the page works without it. */
const OPEN_MS = 5000;

/** Name of the database used without an account. */
export const ANONYMOUS_DATABASE = 'cutroom-studio';
/** Name of this page's database. */
export const DATABASE = ownName(ANONYMOUS_DATABASE);

let opened: Promise<StudioDatabase | undefined> | undefined;

/**
 * Opens the database, once.
 * @returns undefined if the browser has none or denies access (private windows, settings).
 */
export function openDatabase(): Promise<StudioDatabase | undefined> {
  opened ??= Promise.race([
    openNamed(DATABASE, forget),
    new Promise<undefined>((give) => setTimeout(give, OPEN_MS)),
  ]).catch(() => undefined);
  return opened;
}

function forget(): void {
  opened = undefined;
}

/** Opens a database by name. @param onGone called when it is closed, for a newer page or by the browser. */
export async function openNamed(name: string, onGone?: () => void): Promise<StudioDatabase> {
  const database: StudioDatabase = await openDB<StudioTables>(name, 8, {
    upgrade(made, before) {
      if (before < 1) {
        made.createObjectStore('media', { keyPath: 'url' });
        made.createObjectStore('heads', { keyPath: 'id' });
        made.createObjectStore('bodies');
      }
      if (before < 2) {
        made.createObjectStore('versions', { keyPath: 'id' }).createIndex('byProject', 'projectId');
        made.createObjectStore('parts');
      }
      if (before < 3) made.createObjectStore('logos', { keyPath: 'id' });
      if (before < 4) made.createObjectStore('fonts', { keyPath: 'url' });
      if (before < 5) made.createObjectStore('templates', { keyPath: 'id' });
      if (before < 6) {
        made.createObjectStore('agreements', { keyPath: 'id' });
        made.createObjectStore('agreed');
        made.createObjectStore('remotes', { keyPath: 'path' });
      }
      if (before < 7) made.createObjectStore('kit', { keyPath: 'id' });
      if (before < 8) {
        made
          .createObjectStore('histories', { keyPath: 'id' })
          .createIndex('byMedia', 'mediaUrls', { multiEntry: true });
      }
    },
    // A newer page is waiting to upgrade the tables; this one continues without a database.
    blocking() {
      database.close();
      onGone?.();
    },
    terminated() {
      onGone?.();
    },
  });
  return database;
}

/** Returns the database. @throws Error with a message if there is none. */
export async function needDatabase(): Promise<StudioDatabase> {
  const database = await openDatabase();
  if (!database) throw new Error('This browser does not save projects for this page.');
  return database;
}
