/**
 * Begins to count the processor time of this process: what a work costs is about the same however busy the machine is.
 * @returns what tells how much was spent since, milliseconds.
 */
export function cpuTime(): () => number {
  const begun = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(begun);
    return (user + system) / 1000;
  };
}
