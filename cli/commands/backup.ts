import type { Command } from 'commander';
import { environment } from '../../api/system/environment.ts';
import { type Call, type Context, setAction } from '../context.ts';
import { exitCodes } from '../output.ts';
import { serveSettings } from '../serveSettings.ts';

interface BackupFlags {
  out: string;
  data?: string;
}

/** Adds `cutroom backup`. */
export function addBackup(program: Command, context: Context): void {
  const command = program
    .command('backup')
    .description('For who runs a server: saves its database and all its files into a folder.')
    .requiredOption('-o, --out <folder>', 'folder of the backup, not there yet or empty')
    .option('--data <folder>', 'data folder of the server, which must be stopped (default: DATA_DIR, else ./data)');
  setAction(context, command, backup);
}

async function backup(_args: [], { options, output, signal }: Call<BackupFlags>): Promise<number> {
  const { dataDir, databaseUrl, s3 } = serveSettings(environment(), options);
  const { backUp } = await import('../../api/backup/backUp.ts');
  const { files, bucket, database } = await backUp({ dataDir, databaseUrl, s3, out: options.out, signal });
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  output.line(`${files.length} files, ${(bytes / 1e6).toFixed(1)} MB: ${options.out}`);
  if (bucket !== null) output.note(`Results and uploads lie in ${bucket} and are not in the backup.`);
  output.data({ ok: true, out: options.out, files: files.length, bytes, database, bucket });
  return exitCodes.good;
}
