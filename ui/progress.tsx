export interface ProgressProps {
  readonly label: string
  /** From 0 to 1; left out while it is not known. */
  readonly done?: number | undefined
}

/** How far a long work has come. */
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
