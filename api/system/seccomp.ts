import os from 'node:os';

/** Socket families that a program may open: between processes only, or also of the Internet. */
export type Sockets = 'local' | 'internet';

/**
 * System calls that decoders never need, with their numbers on x86-64 and arm64 (Linux 6.1, asm/unistd_64.h and
 * asm-generic/unistd.h).
 */
const denied: readonly (readonly [name: string, x64: number | undefined, arm64: number | undefined])[] = [
  // Other processes and their memory.
  ['ptrace', 101, 117],
  ['process_vm_readv', 310, 270],
  ['process_vm_writev', 311, 271],
  ['process_madvise', 440, 440],
  ['kcmp', 312, 272],
  ['pidfd_getfd', 438, 438],
  ['move_pages', 279, 239],
  ['migrate_pages', 256, 238],
  // Keys.
  ['add_key', 248, 217],
  ['request_key', 249, 218],
  ['keyctl', 250, 219],
  // Large kernel interfaces with frequent vulnerabilities.
  ['bpf', 321, 280],
  ['userfaultfd', 323, 282],
  ['perf_event_open', 298, 241],
  ['io_uring_setup', 425, 425],
  ['io_uring_enter', 426, 426],
  ['io_uring_register', 427, 427],
  ['fanotify_init', 300, 262],
  ['memfd_secret', 447, 447],
  ['vmsplice', 278, 75],
  ['modify_ldt', 154, undefined],
  ['uselib', 134, undefined],
  ['personality', 135, 92],
  ['lookup_dcookie', 212, 18],
  ['_sysctl', 156, undefined],
  ['nfsservctl', 180, 42],
  // Namespaces and mounts.
  ['unshare', 272, 97],
  ['setns', 308, 268],
  ['mount', 165, 40],
  ['umount2', 166, 39],
  ['pivot_root', 155, 41],
  ['chroot', 161, 51],
  ['open_tree', 428, 428],
  ['move_mount', 429, 429],
  ['fsopen', 430, 430],
  ['fsconfig', 431, 431],
  ['fsmount', 432, 432],
  ['fspick', 433, 433],
  ['mount_setattr', 442, 442],
  ['name_to_handle_at', 303, 264],
  ['open_by_handle_at', 304, 265],
  ['quotactl', 179, 60],
  ['quotactl_fd', 443, 443],
  // The machine.
  ['kexec_load', 246, 104],
  ['kexec_file_load', 320, 294],
  ['init_module', 175, 105],
  ['finit_module', 313, 273],
  ['delete_module', 176, 106],
  ['reboot', 169, 142],
  ['swapon', 167, 224],
  ['swapoff', 168, 225],
  ['acct', 163, 89],
  ['syslog', 103, 116],
  ['vhangup', 153, 58],
  ['iopl', 172, undefined],
  ['ioperm', 173, undefined],
  ['settimeofday', 164, 170],
  ['clock_settime', 227, 112],
  ['clock_adjtime', 305, 266],
  ['adjtimex', 159, 171],
  ['sethostname', 170, 161],
  ['setdomainname', 171, 162],
];

/**
 * Numbers of calls that are denied for some arguments only, and the kernel's id of the architecture (linux/audit.h).
 */
const machines: Readonly<
  Record<string, { audit: number; clone: number; clone3: number; socket: number; ioctl: number; column: 1 | 2 }>
> = {
  x64: { audit: 0xc000003e, clone: 56, clone3: 435, socket: 41, ioctl: 16, column: 1 },
  arm64: { audit: 0xc00000b7, clone: 220, clone3: 435, socket: 198, ioctl: 29, column: 2 },
};

/** CLONE_NEWNS, …CGROUP, …UTS, …IPC, …USER, …PID, …NET (linux/sched.h). */
const newNamespaces = 0x7e020000;
/**
 * AF_UNIX; AF_INET, AF_INET6, and AF_NETLINK, which resolvers use to list addresses. Nothing else: some families, such
 * as AF_VSOCK, ignore network namespaces.
 */
const families: Record<Sockets, readonly number[]> = { local: [1], internet: [1, 2, 10, 16] };
/** TIOCSTI and TIOCLINUX inject terminal input. */
const terminalRequests = [0x5412, 0x541c];
/** Calls of the x32 ABI have this bit. */
const x32 = 0x40000000;

/** Offsets in struct seccomp_data, in bytes; for arguments, of the lower half. */
const [numberAt, machineAt] = [0, 4];
const argumentAt = (index: number) => 16 + 8 * index;

const returned = { allow: 0x7fff0000, error: 0x00050000 };
const [EPERM, ENOSYS, EAFNOSUPPORT] = [1, 38, 97];

/** A BPF instruction: code, number of instructions to skip if its test is true or false, and operand. */
type Instruction = readonly [code: number, ifTrue: number, ifFalse: number, operand: number];

const load = (at: number): Instruction => [0x20, 0, 0, at];
const giveBack = (value: number): Instruction => [0x06, 0, 0, value];
const fail = (code: number) => giveBack(returned.error | code);
const skipUnless = (equal: number, count: number): Instruction => [0x15, 0, count, equal];
const skipIf = (equal: number, count: number): Instruction => [0x15, count, 0, equal];
const skipIfNone = (bits: number, count: number): Instruction => [0x45, 0, count, bits];
const skipBelow = (least: number, count: number): Instruction => [0x35, 0, count, least];

/**
 * Builds a filter for `bwrap --seccomp` that denies calls which decoders never make and kernel exploits do.
 * @param architecture as in `process.arch`.
 * @returns undefined for architectures without known numbers.
 */
export function seccompFilter(sockets: Sockets, architecture: string = process.arch): Buffer | undefined {
  const machine = machines[architecture];
  if (!machine || os.endianness() !== 'LE') return undefined;
  const instructions: Instruction[] = [
    ...[load(machineAt), skipIf(machine.audit, 1), fail(EPERM), load(numberAt)],
    ...(architecture === 'x64' ? [skipBelow(x32, 1), fail(EPERM)] : []),
    ...denied.flatMap((call) => {
      const number = call[machine.column];
      return number === undefined ? [] : [skipUnless(number, 1), fail(EPERM)];
    }),
    // Its flags are in memory, which filters cannot read; libraries fall back to clone.
    ...[skipUnless(machine.clone3, 1), fail(ENOSYS)],
    ...[skipUnless(machine.clone, 4), load(argumentAt(0)), skipIfNone(newNamespaces, 1), fail(EPERM), load(numberAt)],
    ...onArgument(
      machine.ioctl,
      1,
      terminalRequests.flatMap((request) => [skipUnless(request, 1), fail(EPERM)]),
    ),
    ...onArgument(machine.socket, 0, [
      ...families[sockets].flatMap((family) => [skipUnless(family, 1), giveBack(returned.allow)]),
      fail(EAFNOSUPPORT),
    ]),
    giveBack(returned.allow),
  ];
  return encoded(instructions);
}

/** Tests an argument of one call. */
function onArgument(call: number, index: number, looks: readonly Instruction[]): Instruction[] {
  return [skipUnless(call, looks.length + 2), load(argumentAt(index)), ...looks, load(numberAt)];
}

/** Encodes instructions as struct sock_filter. */
function encoded(instructions: readonly Instruction[]): Buffer {
  const bytes = Buffer.alloc(8 * instructions.length);
  for (const [i, [code, ifTrue, ifFalse, operand]] of instructions.entries()) {
    bytes.writeUInt16LE(code, 8 * i);
    bytes.writeUInt8(ifTrue, 8 * i + 2);
    bytes.writeUInt8(ifFalse, 8 * i + 3);
    bytes.writeUInt32LE(operand, 8 * i + 4);
  }
  return bytes;
}
