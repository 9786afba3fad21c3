import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterFile } from '../../support/afterFile.ts';
import { temporaryFolder } from './files.ts';

const run = promisify(execFile);

/** A local npm registry. */
export interface TestRegistry {
  url: string;
  /** Requested paths. */
  asked: string[];
  /** Adds the package of a font family. */
  add(id: string, tarball: Buffer): void;
  /** Answers everything with 500 from now on. */
  fail(): void;
}

/** Starts a registry that ends after the test file. */
export async function startRegistry(): Promise<TestRegistry> {
  const packages = new Map<string, Buffer>();
  const asked: string[] = [];
  let isBroken = false;
  const server = createServer((request, response) => {
    const where = decodeURIComponent(request.url ?? '');
    asked.push(where);
    const id = /^\/@fontsource(?:-variable)?\/([^/]+?)(\.tgz)?$/.exec(where)?.[1] ?? '';
    const tarball = packages.get(id);
    if (isBroken) response.writeHead(500).end('{}');
    else if (!tarball) response.writeHead(404, { 'content-type': 'application/json' }).end('{}');
    else if (where.endsWith('.tgz'))
      response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(tarball);
    else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(packument(id, tarball)));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  afterFile(() => server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const packument = (id: string, tarball: Buffer) => {
    const name = `@fontsource/${id}`;
    const dist = {
      tarball: `${url}/@fontsource/${id}.tgz`,
      integrity: `sha512-${createHash('sha512').update(tarball).digest('base64')}`,
    };
    return { name, 'dist-tags': { latest: '5.0.0' }, versions: { '5.0.0': { name, version: '5.0.0', dist } } };
  };
  return {
    url,
    asked,
    add: (id, tarball) => void packages.set(id, tarball),
    fail: () => {
      isBroken = true;
    },
  };
}

/** A package as npm creates it. @param files content of its folder `files`. */
export async function packFont(id: string, files: Record<string, Buffer>): Promise<Buffer> {
  const folder = await temporaryFolder();
  await mkdir(path.join(folder, 'files'));
  await writeFile(path.join(folder, 'package.json'), JSON.stringify({ name: `@fontsource/${id}`, version: '5.0.0' }));
  await writeFile(path.join(folder, 'LICENSE'), 'Open Font License');
  for (const [name, bytes] of Object.entries(files)) await writeFile(path.join(folder, 'files', name), bytes);
  await run('npm', ['pack', '--ignore-scripts'], { cwd: folder });
  return readFile(path.join(folder, `fontsource-${id}-5.0.0.tgz`));
}

/** A tarball of arbitrary entries. @param size size in the header, if it is to be wrong. */
export function tarball(entries: readonly { name: string; bytes: Buffer; size?: number; type?: string }[]): Buffer {
  const blocks = entries.flatMap(({ name, bytes, size = bytes.length, type = '0' }) => {
    const header = Buffer.alloc(512);
    header.write(name, 0, 100);
    header.write('0000644\0', 100);
    header.write(`${size.toString(8).padStart(11, '0')}\0`, 124);
    header.write('        ', 148);
    header.write(type, 156);
    header.write('ustar\0' + '00', 257);
    const sum = header.reduce((total, byte) => total + byte, 0);
    header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
    return [header, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)];
  });
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(1024)]));
}
