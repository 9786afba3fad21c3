import { execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import net from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { installPackages } from '../../cli/setup/apt.mjs';
import { systemOf } from '../../cli/setup/programs.mjs';

const run = promisify(execFile);

/** An in-memory S3 server for tests, on loopback: Ceph, as packaged by Debian. */
export interface S3Server {
  endpoint: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

const programs = ['ceph-mon', 'ceph-mgr', 'ceph-osd', 'radosgw'];
const packages = [...programs, 'ceph-common'];

/** Whether the server's programs are installed, after trying to install them as root on Debian or Ubuntu. */
export async function ensureS3Programs(): Promise<boolean> {
  const areThere = () => programs.every((name) => existsSync(join('/usr/bin', name)));
  if (areThere()) return true;
  if (process.getuid?.() !== 0 || !['debian', 'ubuntu'].includes(systemOf())) return false;
  await installPackages(packages);
  return areThere();
}

/**
 * Starts the server: monitor, manager, an in-memory store, and the S3 gateway. Its processes outlive this one.
 * @param folder new folder for its files.
 */
export async function startS3Server(folder: string): Promise<{ server: S3Server; pids: number[] }> {
  await mkdir(folder);
  const pids: number[] = [];
  try {
    const ports = await freePorts(3);
    const settings = await configure(folder, ports);
    const start = (program: string, ...args: string[]) => {
      const child = spawn(program, ['-f', '-c', settings, ...args], { stdio: 'ignore', detached: true });
      child.unref();
      if (child.pid !== undefined) pids.push(child.pid);
    };
    const ceph = (...args: string[]) => run('ceph', ['-c', settings, '--connect-timeout', '30', ...args]);
    start('ceph-mon', '-i', 'a');
    start('ceph-mgr', '-i', 'x');
    const id = randomUUID();
    await ceph('osd', 'new', id, '0');
    await run('ceph-osd', ['-c', settings, '-i', '0', '--mkfs', '--osd-uuid', id]);
    await ceph('osd', 'crush', 'add', 'osd.0', '1.0', 'host=here', 'root=default');
    start('ceph-osd', '-i', '0');
    start('radosgw', '-n', 'client.rgw');
    const endpoint = `http://127.0.0.1:${ports[2]}`;
    await answering(endpoint);
    const server = { endpoint, region: 'us-east-1', accessKeyId: 'testkey', secretAccessKey: 'testsecret' };
    const keys = ['--access-key', server.accessKeyId, '--secret-key', server.secretAccessKey];
    const user = ['--uid', 'cutroom', '--display-name', 'Cutroom', '--max-buckets', '0'];
    await run('radosgw-admin', ['-c', settings, 'user', 'create', ...user, ...keys]);
    return { server, pids };
  } catch (error) {
    for (const pid of pids) endProcess(pid);
    throw error;
  }
}

/** Writes settings and keys of a single-node cluster. @returns the path of the settings. */
async function configure(folder: string, [one, two, gateway]: number[]): Promise<string> {
  for (const name of ['mon', 'mgr', 'osd', 'rgw']) await mkdir(join(folder, name));
  const fsid = randomUUID();
  const monitor = `[v2:127.0.0.1:${one},v1:127.0.0.1:${two}]`;
  const [settings, keyring, map] = ['ceph.conf', 'keyring', 'monmap'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const lines = {
    ...{ fsid, 'mon host': monitor, 'public addr': '127.0.0.1', 'cluster addr': '127.0.0.1', keyring },
    ...{ 'osd pool default size': 1, 'osd pool default min size': 1, 'mon allow pool size one': true },
    ...{ 'osd pool default pg num': 1, 'osd pool default pgp num': 1, 'osd pool default pg autoscale mode': 'off' },
    ...{ 'osd crush chooseleaf type': 0, 'mon data avail warn': 1, 'mon data avail crit': 1 },
    ...{ 'osd objectstore': 'memstore', 'memstore device bytes': 4 * 1024 ** 3 },
    ...{ 'run dir': folder, 'admin socket': join(folder, '$name.asok'), 'pid file': join(folder, '$name.pid') },
    ...{ 'log file': join(folder, '$name.log'), 'mon cluster log file': join(folder, 'cluster.log') },
    ...{ 'mon data': join(folder, 'mon'), 'mgr data': join(folder, 'mgr'), 'osd data': join(folder, 'osd') },
    ...{ 'rgw data': join(folder, 'rgw'), 'rgw frontends': `beast endpoint=127.0.0.1:${gateway}` },
    ...{ 'mon initial members': 'a', 'mgr initial modules': '' },
  };
  const text = Object.entries(lines).map(([name, value]) => `${name} = ${value}`);
  await writeFile(settings, `[global]\n${text.join('\n')}\n`);
  const any = ['--cap', 'mon', 'allow *', '--cap', 'osd', 'allow *', '--cap', 'mgr', 'allow *'];
  await run('ceph-authtool', ['--create-keyring', keyring, '--gen-key', '-n', 'mon.', '--cap', 'mon', 'allow *']);
  for (const name of ['client.admin', 'mgr.x', 'osd.0', 'client.rgw'])
    await run('ceph-authtool', [keyring, '--gen-key', '-n', name, ...any]);
  await run('monmaptool', ['--create', '--clobber', '--addv', 'a', monitor, '--fsid', fsid, map]);
  await run('ceph-mon', ['-c', settings, '--mkfs', '-i', 'a', '--monmap', map, '--keyring', keyring]);
  return settings;
}

async function answering(endpoint: string): Promise<void> {
  for (const end = Date.now() + 60_000; ; ) {
    const answer = await fetch(endpoint, { signal: AbortSignal.timeout(2000) }).catch(() => undefined);
    if (answer?.ok) return;
    if (Date.now() > end) throw new Error('The S3 server did not start.');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Kills a process of the server, which needs no orderly shutdown. @returns whether it existed. */
function endProcess(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL');
  } catch {
    return false;
  }
}

async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => net.createServer());
  const ports = await Promise.all(
    servers.map(
      (server) =>
        new Promise<number>((resolve) => {
          server.listen(0, '127.0.0.1', () => resolve((server.address() as net.AddressInfo).port));
        }),
    ),
  );
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}
