import { classes } from '#ui/classes.ts'

/** Hidden from screen readers: the surrounding element announces the busy state. */
export function Spinner({
  size = 20,
  className,
}: {
  size?: number | undefined
  className?: string | undefined
}) {
  return (
    <svg
      aria-hidden="true"
      className={classes('spin shrink-0', className)}
      fill="none"
      height={size}
      stroke="currentColor"
      strokeLinecap="round"
      strokeWidth="2.5"
      viewBox="0 0 24 24"
      width={size}
    >
      <circle cx="12" cy="12" opacity=".25" r="9" />
      <path d="M21 12a9 9 0 0 0-9-9" />
    </svg>
  )
}
