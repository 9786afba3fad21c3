import { ensureS3Programs, type S3Server, startS3Server } from './s3Server.ts';
import { type SharedProgram, sharedProgram } from './sharedProgram.ts';

/** The S3 server of the suite; undefined, after printing why, if it cannot be found, installed or started. */
export async function sharedS3(): Promise<S3Server | undefined> {
  const address = await sharedProgram('s3', start);
  if (typeof address === 'object') return address;
  console.warn(`Tests on S3 are skipped: ${address}`);
  return undefined;
}

/** Starts the server. The address is the reason if there is none. */
async function start(folder: string): Promise<SharedProgram<S3Server | string>> {
  const without = (why: string) => ({ address: why, pids: [], signal: 'SIGKILL' as const });
  if (!(await ensureS3Programs())) return without('Ceph’s radosgw is not installed, and may not be.');
  try {
    const { server, pids } = await startS3Server(folder);
    return { address: server, pids, signal: 'SIGKILL' };
  } catch (error) {
    return without(`the server did not start: ${error instanceof Error ? error.message : error}`);
  }
}
