/** Text that screen readers announce when it changes. Round progress values, or they are announced constantly. */
export function LiveRegion({ children }: { children: string }) {
  return (
    <p className="unseen" role="status">
      {children}
    </p>
  );
}

/** Formats a share in steps of ten percent. @param value 0 to 1. */
export function tenths(value: number): string {
  return `${Math.floor(value * 10 + 1e-9) * 10} percent`;
}
