/** Words for a screen reader, said when they change. For progress: give rounded words, or it never stops talking. */
export function LiveRegion({ children }: { children: string }) {
  return (
    <p className="unseen" role="status">
      {children}
    </p>
  );
}

/** A share as words that change every tenth only. @param value 0 to 1. */
export function tenths(value: number): string {
  return `${Math.floor(value * 10 + 1e-9) * 10} percent`;
}
