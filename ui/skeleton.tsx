import { classes } from '#ui/classes.ts'

export interface SkeletonProps {
  readonly shape?: 'line' | 'circle' | 'box' | undefined
  /** Must set the size of the expected content, for example `h-4 w-24`. */
  readonly className?: string | undefined
}

const shapes = { line: 'h-3.5 rounded-8', circle: 'size-8 rounded-full', box: 'rounded-16' } as const

/** Placeholder for loading content. Hidden from screen readers: the surrounding list announces the loading state. */
export function Skeleton({ shape = 'line', className }: SkeletonProps) {
  return <span aria-hidden="true" className={classes('skeleton block shrink-0', shapes[shape], className)} />
}

/** Placeholder of a quote row: logo, two lines, price. */
export function SkeletonRow() {
  return (
    <div className="flex min-h-16 items-center gap-3 px-4 py-3">
      <Skeleton shape="circle" />
      <div className="grid grow gap-2">
        <Skeleton className="w-24" />
        <Skeleton className="h-3 w-32" />
      </div>
      <div className="grid justify-items-end gap-2">
        <Skeleton className="w-16" />
        <Skeleton className="h-4.5 w-16" />
      </div>
    </div>
  )
}
