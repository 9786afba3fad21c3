import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { knownMigrations } from '../db/migrations/list.ts';
import { isMissing } from '../system/ifMissing.ts';

/** File of a backup that lists all others; written last, so a backup without it is incomplete. */
export const BACKUP_FILE = 'backup.json';

/** Name of the PostgreSQL dump in a backup, next to the folder `data/`. */
export const DUMP_FILE = 'database.dump';

/** Whether a path stays inside the backup's data folder. */
const isInside = (text: string) => {
  const [top, ...below] = text.split(/[\\/]/);
  return top === 'data' && below.every((part) => !['', '.', '..'].includes(part));
};

/** Permission bits, without setuid, setgid and sticky. */
const mode = z.number().int().min(0).max(0o777);

const manifestSchema = z.strictObject({
  format: z.literal('cutroom-backup'),
  version: z.literal(1),
  /** Release of Cutroom that created it. */
  release: z.string(),
  madeAt: z.iso.datetime(),
  /** Migrations that the release knew. */
  migrations: z.array(z.string()),
  database: z.enum(['embedded', 'postgresql']),
  /** Bucket of results and uploads that are not part of the backup; null if they are. */
  bucket: z.string().nullable(),
  folders: z.array(z.object({ path: z.string().refine(isInside), mode })),
  files: z.array(
    z.object({
      path: z.string().refine((text) => text === DUMP_FILE || isInside(text)),
      ...{ mode, size: z.number().int(), sha256: z.string() },
    }),
  ),
});

/** Manifest of a backup: its origin, and every folder and file. */
export type BackupManifest = z.infer<typeof manifestSchema>;

/** Reads a backup's manifest. @throws Error if it is missing, invalid, or from a newer release. */
export async function readManifest(folder: string): Promise<BackupManifest> {
  const text = await readFile(path.join(folder, BACKUP_FILE), 'utf8').catch((error: unknown) => {
    if (!isMissing(error)) throw error;
    throw new Error(`${folder} is not a complete backup: it has no ${BACKUP_FILE}, which is written last.`);
  });
  const read = manifestSchema.safeParse(parsed(text));
  if (!read.success) throw new Error(`The ${BACKUP_FILE} of ${folder} is damaged, or belongs to another program.`);
  const unknown = read.data.migrations.find((name) => !knownMigrations.has(name));
  if (unknown === undefined) return read.data;
  throw new Error(
    `The backup was created by a newer release of Cutroom, ${read.data.release}. Restore it with that release or a later one.`,
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
