interface Props {
  /** 0 to 1; undefined if unknown. */
  value?: number | undefined;
  /** Accessible name. */
  label: string;
  thin?: boolean;
}

/** Horizontal progress bar. */
export function ProgressBar({ value, label, thin = false }: Props) {
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
