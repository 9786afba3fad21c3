import { execFileSync, spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { probeLimits as limits, runProcess } from '../../../api/system/process.ts';
import { type Sockets, seccompFilter } from '../../../api/system/seccomp.ts';

/** Runs a filter as BPF specifies. @returns the error number for a system call, or 0 if it is allowed. */
function verdict(program: Buffer, call: { number: number; machine: number; args?: number[] }): number {
  const data = Buffer.alloc(64);
  data.writeUInt32LE(call.number, 0);
  data.writeUInt32LE(call.machine, 4);
  for (const [i, arg] of (call.args ?? []).entries()) data.writeUInt32LE(arg, 16 + 8 * i);
  let value = 0;
  for (let at = 0; at < program.length / 8; at += 1) {
    const [code, ifTrue, ifFalse] = [program.readUInt16LE(8 * at), program[8 * at + 2] ?? 0, program[8 * at + 3] ?? 0];
    const operand = program.readUInt32LE(8 * at + 4);
    if (code === 0x20) value = data.readUInt32LE(operand);
    else if (code === 0x15) at += value === operand ? ifTrue : ifFalse;
    else if (code === 0x35) at += value >= operand ? ifTrue : ifFalse;
    else if (code === 0x45) at += (value & operand) !== 0 ? ifTrue : ifFalse;
    else if (code === 0x06) return operand === 0x7fff0000 ? 0 : operand & 0xffff;
    else throw new Error(`There is no instruction ${code}.`);
  }
  throw new Error('The filter has no end.');
}

const [EPERM, ENOSYS, EAFNOSUPPORT] = [1, 38, 97];
const machines = [
  {
    ...{ name: 'x64', machine: 0xc000003e, other: 0x40000003 },
    ...{ read: 0, ptrace: 101, clone: 56, clone3: 435, socket: 41, ioctl: 16, mount: 165, bpf: 321, keyctl: 250 },
  },
  {
    ...{ name: 'arm64', machine: 0xc00000b7, other: 0x40000028 },
    ...{ read: 63, ptrace: 117, clone: 220, clone3: 435, socket: 198, ioctl: 29, mount: 40, bpf: 280, keyctl: 219 },
  },
];

describe.each(machines)('the filter for $name', ({ name, machine, other, ...calls }) => {
  const filter = (sockets: Sockets = 'local') => seccompFilter(sockets, name) as Buffer;
  const judge = (number: number, args: number[] = [], sockets?: Sockets) =>
    verdict(filter(sockets), { number, machine, args });

  it('denies calls that attack the kernel or other processes, and allows those that decoders use', () => {
    for (const denied of [calls.ptrace, calls.mount, calls.bpf, calls.keyctl, 425]) expect(judge(denied)).toBe(EPERM);
    expect(judge(calls.read)).toBe(0);
    expect(judge(calls.clone3)).toBe(ENOSYS);
  });

  it('allows threads but no namespaces', () => {
    // The flags that the C library uses for threads, and CLONE_NEWUSER with SIGCHLD.
    expect(judge(calls.clone, [0x3d0f00])).toBe(0);
    expect(judge(calls.clone, [0x10000011])).toBe(EPERM);
    for (const bit of [0x20000, 0x2000000, 0x4000000, 0x8000000, 0x20000000, 0x40000000])
      expect(judge(calls.clone, [bit])).toBe(EPERM);
  });

  it('allows local sockets, and Internet sockets only on request', () => {
    const [unix, inet, inet6, netlink, packet, vsock, alg] = [1, 2, 10, 16, 17, 40, 38];
    expect(judge(calls.socket, [unix])).toBe(0);
    for (const family of [inet, inet6, netlink, packet, vsock, alg])
      expect(judge(calls.socket, [family])).toBe(EAFNOSUPPORT);
    for (const family of [unix, inet, inet6, netlink]) expect(judge(calls.socket, [family], 'internet')).toBe(0);
    for (const family of [packet, vsock, alg]) expect(judge(calls.socket, [family], 'internet')).toBe(EAFNOSUPPORT);
  });

  it('denies input to a terminal', () => {
    expect([judge(calls.ioctl, [0, 0x5401]), judge(calls.ioctl, [0, 0x5412])]).toEqual([0, EPERM]);
  });

  it('denies calls of another ABI, whose numbers have other meanings', () => {
    expect(verdict(filter(), { number: calls.read, machine: other })).toBe(EPERM);
    if (name === 'x64') expect(judge(0x40000000 + calls.read)).toBe(EPERM);
  });
});

it('there is no filter for an unknown architecture', () => {
  expect(seccompFilter('local', 'riscv64')).toBeUndefined();
});

const canLock = spawnSync('bwrap', ['--unshare-all', '--ro-bind', '/', '/', 'true']).status === 0;
const filter = seccompFilter('local');

/** Makes each system call of the table for this machine directly from Perl. */
it.skipIf(!canLock || !filter || spawnSync('perl', ['-e', '1']).status !== 0)(
  'the kernel accepts the filter and denies those calls',
  async () => {
    const names = machines.find(({ name }) => name === process.arch) as (typeof machines)[number];
    const numbers = [names.ptrace, names.mount, names.bpf, names.keyctl, 425];
    const script = `print join ",", map { $! = 0; syscall($_, 0, 0, 0, 0, 0); $! + 0 } (${numbers.join(',')})`;
    const words = ['bwrap', '--unshare-all', '--ro-bind', '/', '/', '--dev', '/dev', '--seccomp', '3', '--'];
    const run = (command: string, args: string[]) =>
      runProcess(command, args, { limits, confinement: { words, filter } });
    expect(await run('perl', ['-e', script])).toBe(numbers.map(() => EPERM).join(','));
    await expect(run('unshare', ['--user', 'true'])).rejects.toThrow('Operation not permitted');
    // Threads and the usual library calls still work.
    const picture = ['-v', 'error', '-f', 'lavfi', '-i', 'testsrc2=d=1', '-c:v', 'libx264', '-f', 'null', '-'];
    expect(await run('ffmpeg', picture)).toBe('');
    expect(await run(process.execPath, ['-p', '6 * 7'])).toBe('42\n');
    expect(execFileSync('perl', ['-e', script], { encoding: 'utf8' })).not.toBe(numbers.map(() => EPERM).join(','));
  },
);
