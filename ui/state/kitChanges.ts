const listeners = new Set<() => void>();

/** Calls back when sync added or deleted templates, logos, fonts or colors, or a sign-in moved them to the account. */
export function watchKit(listener: () => void): void {
  listeners.add(listener);
}

/** Notifies all listeners. */
export function notifyKit(): void {
  for (const listener of listeners) listener();
}
