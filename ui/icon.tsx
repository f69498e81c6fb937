import { classes } from '#ui/classes.ts'
import { directionalIcons, type IconName, iconPaths } from '#ui/icon-paths.ts'

export interface IconProps {
  readonly name: IconName
  /** Width and height in CSS pixels. */
  readonly size?: number | undefined
  readonly strokeWidth?: number | undefined
  readonly className?: string | undefined
}

/** Hidden from screen readers: the surrounding component provides the accessible name. */
export function Icon({ name, size = 22, strokeWidth = 1.7, className }: IconProps) {
  return (
    <svg
      aria-hidden="true"
      className={classes('shrink-0', directionalIcons.has(name) && 'rtl:-scale-x-100', className)}
      fill="none"
      height={size}
      stroke="currentColor"
      strokeLinecap="round"
      strokeLinejoin="round"
      strokeWidth={strokeWidth}
      viewBox="0 0 24 24"
      width={size}
    >
      <path d={iconPaths[name]} />
    </svg>
  )
}
