const listeners = new Set<() => void>();

/** Tells when templates, logos, fonts or colors have come from, or were taken out at, another machine, or were taken over at a sign-in. */
export function watchKit(listener: () => void): void {
  listeners.add(listener);
}

/** Tells all who watch. */
export function tellKit(): void {
  for (const listener of listeners) listener();
}
