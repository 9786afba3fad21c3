// Serves a disk image by FUSE: node cuttableDiskMain.mjs FOLDER BYTES. See cuttableDisk.ts.

import { execFile, spawn } from 'node:child_process';
import fs from 'node:fs';
import { promisify } from 'node:util';

/** Commands of the parent process. Each is answered with the number of flushes so far. */
export type DiskCommand = { do: 'cut'; seed: number } | { do: 'restore' | 'stop' };

/** The only file in the folder. */
export const FILE = 'image';

const run = promisify(execFile);

/** Bytes that a disk writes atomically. */
const SECTOR = 512;
const PAGE = 4096;

type Device = ReturnType<typeof createDevice>;

/** The bytes of a disk: as read, and as stored permanently. */
function createDevice(size: number) {
  const current = Buffer.alloc(size);
  const stored = Buffer.alloc(size);
  let unflushed: { at: number; bytes: Buffer }[] = [];
  let cutImage = stored;
  let flushes = 0;
  return {
    size,
    flushes: () => flushes,
    read: (at: number, length: number) => current.subarray(at, Math.min(size, at + length)),
    write(at: number, bytes: Buffer) {
      bytes.copy(current, at);
      unflushed.push({ at, bytes: Buffer.from(bytes) });
    },
    flush() {
      for (const { at, bytes } of unflushed) bytes.copy(stored, at);
      unflushed = [];
      flushes += 1;
    },
    /** Loses a random share of all unflushed sectors or pages. */
    cut(random: () => number): void {
      cutImage = Buffer.from(stored);
      const share = random();
      const unit = random() < 0.5 ? SECTOR : PAGE;
      for (const { at, bytes } of unflushed)
        for (let done = 0; done < bytes.length; done += unit)
          if (random() < share) bytes.subarray(done, done + unit).copy(cutImage, at + done);
    },
    /** Continues with what the last cut left. */
    restore() {
      cutImage.copy(current);
      cutImage.copy(stored);
      unflushed = [];
    },
  };
}

/** Opcodes of the FUSE protocol, see <linux/fuse.h>. */
const op = { lookup: 1, forget: 2, getattr: 3, open: 14, read: 15, write: 16, statfs: 17, release: 18, fsync: 20 };
const moreOps = { flush: 25, init: 26, opendir: 27, releasedir: 29, interrupt: 36, destroy: 38, batchForget: 42 };
const ENOENT = 2;
const ENOSYS = 38;
const MAX_WRITE = 128 * 1024;
const IN_HEADER = 40;

/** Mounts a folder by FUSE with one file in it. @returns a function that unmounts it. */
async function serveFile(folder: string, device: Device): Promise<() => Promise<void>> {
  const fuse = fs.openSync('/dev/fuse', 'r+');
  const serving = serve(fuse, device);
  const options = 'fd=3,rootmode=40000,user_id=0,group_id=0';
  const mounting = spawn('mount', ['-i', '-t', 'fuse', '-o', options, 'cuttable', folder], {
    stdio: ['ignore', 'ignore', 'inherit', fuse],
  });
  const code = await new Promise((resolve) => mounting.once('exit', resolve));
  if (code !== 0) throw new Error('FUSE could not be mounted.');
  return async () => {
    await run('umount', [folder]).catch(() => run('umount', ['--lazy', folder]));
    await serving;
    fs.closeSync(fuse);
  };
}

async function serve(fuse: number, device: Device): Promise<void> {
  const read = promisify(fs.read);
  const request = Buffer.alloc(MAX_WRITE + PAGE);
  for (;;) {
    const { bytesRead } = await read(fuse, request, 0, request.length, null).catch((error: NodeJS.ErrnoException) => {
      // Unmounted; otherwise an interrupted request.
      if (error.code === 'ENODEV') return { bytesRead: 0 };
      return { bytesRead: -1 };
    });
    if (bytesRead === 0) return;
    if (bytesRead < 0) continue;
    const opcode = request.readUInt32LE(4);
    const answer = answerTo(opcode, request.subarray(0, bytesRead), device);
    if (answer === undefined) continue;
    const isError = typeof answer === 'number';
    const header = Buffer.alloc(16);
    header.writeUInt32LE(16 + (isError ? 0 : answer.length), 0);
    header.writeInt32LE(isError ? -answer : 0, 4);
    request.copy(header, 8, 8, 16);
    fs.writeSync(fuse, isError ? header : Buffer.concat([header, answer]));
  }
}

/** @returns the body of the response, an error number, or undefined for no response. */
function answerTo(opcode: number, request: Buffer, device: Device): Buffer | number | undefined {
  const body = request.subarray(IN_HEADER);
  switch (opcode) {
    case moreOps.init: {
      const answer = Buffer.alloc(64);
      [7, 31, MAX_WRITE, 1 << 5].forEach((value, index) => void answer.writeUInt32LE(value, index * 4));
      answer.writeUInt16LE(16, 16);
      answer.writeUInt16LE(12, 18);
      answer.writeUInt32LE(MAX_WRITE, 20);
      answer.writeUInt32LE(1, 24);
      return answer;
    }
    case op.lookup: {
      if (body.toString('utf8', 0, body.indexOf(0)) !== FILE) return ENOENT;
      const answer = Buffer.alloc(128);
      answer.writeBigUInt64LE(2n, 0);
      attributes(2n, device).copy(answer, 40);
      return answer;
    }
    case op.getattr: {
      const answer = Buffer.alloc(104);
      attributes(request.readBigUInt64LE(16), device).copy(answer, 16);
      return answer;
    }
    case op.open:
    case moreOps.opendir: {
      const answer = Buffer.alloc(16);
      // Uncached, so that the loop device reads the state after a cut.
      answer.writeUInt32LE(opcode === op.open ? 1 : 0, 8);
      return answer;
    }
    case op.read:
      return device.read(Number(body.readBigUInt64LE(8)), body.readUInt32LE(16));
    case op.write: {
      const size = body.readUInt32LE(16);
      device.write(Number(body.readBigUInt64LE(8)), body.subarray(40, 40 + size));
      const answer = Buffer.alloc(8);
      answer.writeUInt32LE(size, 0);
      return answer;
    }
    case op.fsync:
      device.flush();
      return Buffer.alloc(0);
    case op.statfs:
      return Buffer.alloc(80);
    case op.release:
    case moreOps.releasedir:
    case moreOps.flush:
    case moreOps.destroy:
      return Buffer.alloc(0);
    case op.forget:
    case moreOps.batchForget:
    case moreOps.interrupt:
      return undefined;
    default:
      return ENOSYS;
  }
}

/** Returns the attributes of the folder (1) or the file. */
function attributes(node: bigint, device: Device): Buffer {
  const answer = Buffer.alloc(88);
  const isFolder = node === 1n;
  answer.writeBigUInt64LE(node, 0);
  answer.writeBigUInt64LE(isFolder ? 0n : BigInt(device.size), 8);
  answer.writeUInt32LE(isFolder ? 0o40700 : 0o100600, 60);
  answer.writeUInt32LE(1, 64);
  answer.writeUInt32LE(PAGE, 80);
  return answer;
}

/** Returns a seeded generator of numbers from 0 to 1 (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const [folder = '', bytes] = process.argv.slice(2);
if (folder !== '') {
  const device = createDevice(Number(bytes));
  const stop = await serveFile(folder, device);
  process.on('message', async (command: DiskCommand) => {
    if (command.do === 'cut') device.cut(randomOf(command.seed));
    if (command.do === 'restore') device.restore();
    if (command.do === 'stop') await stop();
    process.send?.(device.flushes());
    if (command.do === 'stop') process.disconnect();
  });
  process.send?.(0);
}
