/**
 * Starts measuring the CPU time of this process, which hardly depends on other load.
 * @returns a function that returns the CPU time since then, in milliseconds.
 */
export function cpuTime(): () => number {
  const begun = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(begun);
    return (user + system) / 1000;
  };
}
