import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** What ffmpeg and ffprobe accessed since the last check. */
export interface Reach {
  /** Opened paths, with links resolved, outside the system and the allowed folders. */
  files: string[];
  /** Internet addresses that they connected to. */
  network: string[];
}

/** Follows children, and stops them only at the traced calls. */
const following = ['-f', '--seccomp-bpf'];

/** Whether system calls can be traced here. */
export const canTrace = spawnSync('strace', [...following, '-o', '/dev/null', 'true']).status === 0;

const system = /^\/(usr|lib|lib64|etc|proc|sys|dev|opt|nix)(\/|$)/;

/**
 * Traces ffmpeg and ffprobe with strace from now on, in this process: FFMPEG_PATH and FFPROBE_PATH refer to wrappers.
 * @param folder for them and their logs. @param allowed folders in which anything may be opened.
 * @returns a function that returns and clears what was accessed; nothing without strace.
 */
export function watchPrograms(folder: string, allowed: readonly string[]): () => Reach {
  if (!canTrace) return () => ({ files: [], network: [] });
  const logs = join(folder, 'logs');
  mkdirSync(logs, { recursive: true });
  for (const name of ['ffmpeg', 'ffprobe']) {
    const path = join(folder, name);
    const calls = 'open,openat,openat2,creat,connect';
    writeFileSync(
      path,
      `#!/bin/sh\npwd > '${logs}'/$$.folder\nexec strace ${following.join(' ')} -qq -xx -s 4096 -e trace=${calls} -o '${logs}'/$$ ${name} "$@"\n`,
    );
    chmodSync(path, 0o755);
    process.env[`${name.toUpperCase()}_PATH`] = path;
  }
  return () => {
    const read = (name: string) => {
      const text = readFileSync(join(logs, name), 'utf8');
      rmSync(join(logs, name));
      return text;
    };
    const runs = readdirSync(logs)
      .filter((name) => !name.endsWith('.folder'))
      .map((name) => ({ lines: read(name).split('\n'), cwd: read(`${name}.folder`).trim() }));
    const opened = runs.flatMap(({ lines, cwd }) =>
      lines
        .flatMap((line) => /open\w*\((?:AT_FDCWD, )?"(.*?)", .* = \d+$/.exec(line)?.[1] ?? [])
        .map((path) => real(resolve(cwd, unhex(path)))),
    );
    const files = [...new Set(opened)].filter(
      (path) => !system.test(path) && !allowed.some((root) => path.startsWith(`${root}/`)),
    );
    const lines = runs.flatMap((run) => run.lines);
    return { files, network: lines.filter((line) => /AF_INET/.test(line)) };
  };
}

/** strace writes each byte as \xNN, so that no name can imitate other output. */
function unhex(text: string): string {
  return Buffer.from(text.replaceAll('\\x', ''), 'hex').toString();
}

function real(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    // A working file that was deleted.
    return path;
  }
}
