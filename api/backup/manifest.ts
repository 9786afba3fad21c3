import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { migrations } from '../db/migrations/list.ts';

/** The file of a backup that lists all others; it is written last, so that a backup without it is not whole. */
export const BACKUP_FILE = 'backup.json';

/** What a dump of PostgreSQL is called in a backup; beside the files of the data folder, which are in `data/`. */
export const DUMP_FILE = 'database.dump';

/** A path below the backup: never one that leads out of it, or out of the data folder. */
const isInside = (text: string) => {
  const [top, ...below] = text.split(/[\\/]/);
  return top === 'data' && below.every((part) => !['', '.', '..'].includes(part));
};

/** Who may do what with a file or folder; never as whom a program runs. */
const mode = z.number().int().min(0).max(0o777);

const manifestSchema = z.strictObject({
  format: z.literal('cutroom-backup'),
  version: z.literal(1),
  /** Release of Cutroom that made it. */
  release: z.string(),
  madeAt: z.iso.datetime(),
  /** The forms of the tables that the release knew. */
  migrations: z.array(z.string()),
  database: z.enum(['embedded', 'postgresql']),
  /** Where results and uploads lie that are not in the backup; null where they are in it. */
  bucket: z.string().nullable(),
  folders: z.array(z.object({ path: z.string().refine(isInside), mode })),
  files: z.array(
    z.object({
      path: z.string().refine((text) => text === DUMP_FILE || isInside(text)),
      ...{ mode, size: z.number().int(), sha256: z.string() },
    }),
  ),
});

/** What a backup says of itself: where it is from, and every folder and file in it. */
export type BackupManifest = z.infer<typeof manifestSchema>;

/** Something is no whole backup, or none that this release can restore. `message` is a sentence for the person at the terminal. */
export class BackupError extends Error {
  override name = 'BackupError';
}

/** Reads what a backup says of itself. @throws BackupError where it is none, not whole, or of a newer release. */
export async function readManifest(folder: string): Promise<BackupManifest> {
  const text = await readFile(path.join(folder, BACKUP_FILE), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
    throw new BackupError(`${folder} is no whole backup: it has no ${BACKUP_FILE}, which is written last.`);
  });
  const read = manifestSchema.safeParse(parsed(text));
  if (!read.success) throw new BackupError(`The ${BACKUP_FILE} of ${folder} is damaged, or of another program.`);
  const unknown = read.data.migrations.find((name) => !(name in migrations));
  if (unknown === undefined) return read.data;
  throw new BackupError(
    `The backup was made by a newer release of Cutroom, ${read.data.release}. Restore it with that one or a later one.`,
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
