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

interface ProgressBarProps {
  /** 0 to 1; undefined if unknown. */
  value?: number | undefined;
  /** Accessible name. */
  label: string;
  thin?: boolean;
}

/** Horizontal progress bar. */
export function ProgressBar({ value, label, thin = false }: ProgressBarProps) {
  const known = value === undefined ? {} : { 'aria-valuenow': Math.round(value * 100) };
  const style = value === undefined ? {} : { transform: `scaleX(${Math.min(1, Math.max(0, value))})` };
  return (
    <div
      className={`bar ${thin ? 'thin' : ''} ${value === undefined ? 'unknown' : ''}`}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      {...known}
    >
      <span style={style} />
    </div>
  );
}
