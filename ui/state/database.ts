import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB } from 'idb';
import type { UploadUris } from '../../api/contract/upload.ts';
import type { ChosenMedia } from '../../engine/edit/newLayers.ts';
import type { OwnFace } from '../../engine/project/fontFace.ts';
import { ownName } from './owner.ts';

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

/** Bytes as the browser's database keeps them: some browsers keep no Blob, such as private windows of Safari. */
export type StoredBlob = Blob | { type: string; data: ArrayBuffer };

/** A file that a person added, as the browser's database keeps it. */
export interface StoredFile {
  /** The relative path that layers name it by. */
  url: string;
  id: string;
  name: string;
  type: string;
  blob: StoredBlob;
  /** Milliseconds since 1970. */
  addedAt: number;
  facts?: ChosenMedia;
  readUrl?: string;
  /** Addresses of its upload, from its beginning on. */
  session?: UploadUris;
  shown: boolean;
}

/** The last save of a project by one page. */
export interface PageSave {
  /** When what it wrote was the newest there, milliseconds since 1970. */
  savedAt: number;
  /** The revision that came of it. */
  revision: number;
  /** The version that has what the page gave, where the list got that merged with the work of others. */
  given?: string;
}

/** A saved project's head, as kept. */
export interface StoredHead extends Omit<SavedHead, 'thumbnail'> {
  /** Relative media paths that the project names. */
  mediaUrls: string[];
  /** Milliseconds since 1970; there while a removal can still be undone. */
  removedAt?: number;
  /** By page that has written it: its last save. */
  lastSaves?: Record<string, PageSave>;
  /** Names the thumbnail, so that versions can share it. */
  thumbnailId?: string;
  thumbnail?: StoredBlob;
}

/** An earlier version of a project, as kept: which parts it is put together from. */
export interface StoredVersion {
  /** The project's id and the revision, or another name, for what never was one: id:revision. */
  id: string;
  projectId: string;
  /** Milliseconds since 1970. */
  savedAt: number;
  name: string;
  width: number;
  height: number;
  sceneCount: number;
  /** true: what came after it may not have all that is in it. */
  isApart: boolean;
  /** The texts of it, in order; characters of each. */
  parts: { key: string; size: number }[];
  /** Its picture among the parts; bytes. */
  picture?: { key: string; size: number };
  /** Relative media paths that it names. */
  mediaUrls: string[];
}

/** A logo of the person's own brand, as kept. */
export interface StoredLogo {
  id: string;
  /** The file's name and MIME type. */
  name: string;
  type: string;
  blob: StoredBlob;
  /** Milliseconds since 1970. */
  addedAt: number;
  /** The address of its upload. */
  readUrl?: string;
}

/** A font of the person's own brand, as kept: its file is among the media. */
export interface StoredFont {
  /** The relative path that texts name it by. */
  url: string;
  /** Milliseconds since 1970. */
  addedAt: number;
  /** Which face it holds; absent: what its name tells. */
  face?: OwnFace;
}

/** A template, as kept. */
export interface StoredTemplate extends Omit<SavedHead, 'revision' | 'thumbnail'> {
  thumbnail?: StoredBlob;
  /** The project as JSON text. */
  body: string;
  /** Relative paths of files that it names. */
  mediaUrls: string[];
}

/** When the server and this browser last agreed on a project. */
export interface StoredAgreement {
  id: string;
  /** The server's revision. */
  revision: number;
  /** The revision in the list of saved projects. */
  localRevision: number;
  /** Names the picture that the server has. */
  thumbnailId?: string;
  /** Versions that stand apart and are on the server too. */
  apart: string[];
  /** Files that the server does not have. */
  waiting: string[];
  /** Why the server does not take it, in words; absent where it does. */
  refusal?: string;
}

/** What this browser knows of the server about a template, logo, font or color, as both know it. */
export interface StoredKit {
  id: string;
  /** Why the server does not take it, in words; absent: both had it. */
  refusal?: string;
}

/** A file that a project of the account names, and where the server has it. */
export interface StoredRemote {
  path: string;
  url: string;
}

/** The tables of the browser's database. Heads and contents are apart, so that a list need not read whole projects. */
export interface StudioTables extends DBSchema {
  media: { key: string; value: StoredFile };
  heads: { key: string; value: StoredHead };
  /** By the project's id: the project as JSON text. */
  bodies: { key: string; value: string };
  versions: { key: string; value: StoredVersion; indexes: { byProject: string } };
  /** Texts and pictures of versions, each once, by a hash or a name. */
  parts: { key: string; value: string | StoredBlob };
  logos: { key: string; value: StoredLogo };
  fonts: { key: string; value: StoredFont };
  templates: { key: string; value: StoredTemplate };
  /** By the project's id. */
  agreements: { key: string; value: StoredAgreement };
  /** By the project's id: what was agreed on, as JSON text. */
  agreed: { key: string; value: string };
  remotes: { key: string; value: StoredRemote };
  kit: { key: string; value: StoredKit };
}

/** The browser's database of the Studio. */
export type StudioDatabase = IDBPDatabase<StudioTables>;

/** The tables that a save writes. */
export const SAVE_TABLES = ['heads', 'bodies', 'versions', 'parts'] as const;
/** A change of those tables, whole or not at all; changes of several tabs come one after the other. */
export type SaveTransaction = IDBPTransaction<StudioTables, typeof SAVE_TABLES, 'readwrite'>;

/** A database that does not open in this time is taken as none, milliseconds. */
const OPEN_MS = 5000;

/** Name of the database of whoever has not signed in. */
export const ANONYMOUS_DATABASE = 'cutroom-studio';
/** Name of this page's database. */
export const DATABASE = ownName(ANONYMOUS_DATABASE);

let opened: Promise<StudioDatabase | undefined> | undefined;

/**
 * Opens the database, once.
 * @returns undefined where the browser has none or does not let this page use it (private windows, settings).
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

/** Opens a database of that name. @param onGone it was closed, for a newer page or by the browser. */
export async function openNamed(name: string, onGone?: () => void): Promise<StudioDatabase> {
  const database: StudioDatabase = await openDB<StudioTables>(name, 7, {
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
    },
    // A newer page waits to change the tables; this one goes on without them rather than hold it up.
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

/** The database, where it is needed. @throws Error with a sentence where there is none. */
export async function needDatabase(): Promise<StudioDatabase> {
  const database = await openDatabase();
  if (!database) throw new Error('This browser does not save projects for this page.');
  return database;
}
