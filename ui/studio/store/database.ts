import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { ChosenMedia } from '../../../engine/edit/newLayers.ts';
import type { SavedHead } from './types.ts';

/** A file that a person added, as the browser's database keeps it. */
export interface KeptFile {
  /** The relative path that layers name it by. */
  url: string;
  id: string;
  name: string;
  type: string;
  blob: Blob;
  /** Milliseconds since 1970. */
  addedAt: number;
  facts?: ChosenMedia;
  readUrl?: string;
  shown: boolean;
}

/** A saved project's head, as kept. */
export interface KeptHead extends SavedHead {
  /** Relative media paths that the project names. */
  mediaUrls: string[];
  /** Milliseconds since 1970; there while a removal can still be undone. */
  removedAt?: number;
}

/** The tables of the browser's database. Heads and contents are apart, so that a list need not read whole projects. */
export interface StudioTables extends DBSchema {
  media: { key: string; value: KeptFile };
  heads: { key: string; value: KeptHead };
  /** By the project's id: the project as JSON text. */
  bodies: { key: string; value: string };
}

/** The browser's database of the Studio. */
export type StudioDatabase = IDBPDatabase<StudioTables>;

/** A database that does not open in this time is taken as none, milliseconds. */
const OPEN_MS = 5000;

let opened: Promise<StudioDatabase | undefined> | undefined;

/**
 * Opens the database, once.
 * @returns undefined where the browser has none or does not let this page use it (private windows, settings).
 */
export function openDatabase(): Promise<StudioDatabase | undefined> {
  opened ??= Promise.race([open(), new Promise<undefined>((give) => setTimeout(give, OPEN_MS))]).catch(() => undefined);
  return opened;
}

async function open(): Promise<StudioDatabase> {
  const database: StudioDatabase = await openDB<StudioTables>('cutroom-studio', 1, {
    upgrade(made) {
      made.createObjectStore('media', { keyPath: 'url' });
      made.createObjectStore('heads', { keyPath: 'id' });
      made.createObjectStore('bodies');
    },
    // A newer page waits to change the tables; this one goes on without them rather than hold it up.
    blocking() {
      database.close();
      opened = undefined;
    },
    terminated() {
      opened = undefined;
    },
  });
  return database;
}
