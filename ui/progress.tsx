export interface ProgressProps {
  readonly label: string
  /** From 0 to 1; omitted while unknown. */
  readonly done?: number | undefined
}

/** A progress bar. */
export function Progress({ label, done }: ProgressProps) {
  return (
    <progress
      aria-label={label}
      className="progress block h-1 w-full appearance-none overflow-hidden rounded-full"
      max={1}
      value={done}
    />
  )
}
