import type { Command } from 'commander';
import { environment } from '../../api/system/environment.ts';
import { createFilesPrivately } from '../../api/system/privateFolder.ts';
import { type Call, type Context, setAction } from '../context.ts';
import { exitCodes } from '../output.ts';
import { serveSettings } from '../serveSettings.ts';

interface RestoreFlags {
  check?: boolean;
  data?: string;
}

/** Adds `cutroom restore`. */
export function addRestore(program: Command, context: Context): void {
  const command = program
    .command('restore')
    .description('For who runs a server: puts a backup into an empty data folder.')
    .argument('<backup>', 'folder of the backup')
    .option('--check', 'only reads the backup, and tells whether it is whole')
    .option('--data <folder>', 'data folder, not there yet or empty (default: DATA_DIR, else ./data)');
  setAction(context, command, restoreBackup);
}

async function restoreBackup([from]: [string], { options, output, signal }: Call<RestoreFlags>): Promise<number> {
  createFilesPrivately();
  const { dataDir, databaseUrl } = serveSettings(environment(), options);
  const { checkBackup, restore } = await import('../../api/backup/restore.ts');
  const isCheck = options.check === true;
  const made = isCheck ? await checkBackup(from, signal) : await restore({ from, dataDir, databaseUrl, signal });
  const { release, madeAt, files, database, bucket } = made;
  output.line(
    `${isCheck ? 'Whole' : `Restored to ${dataDir}`}: ${files.length} files of ${madeAt}, Cutroom ${release}`,
  );
  if (bucket !== null) output.note(`Results and uploads are not in the backup: they lie in ${bucket}.`);
  output.data({
    ok: true,
    ...(isCheck ? {} : { data: dataDir }),
    files: files.length,
    release,
    madeAt,
    database,
    bucket,
  });
  return exitCodes.good;
}
