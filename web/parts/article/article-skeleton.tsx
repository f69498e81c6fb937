import { Skeleton } from '#ui/skeleton.tsx'

const widths = ['w-full', 'w-11/12', 'w-full', 'w-4/5', 'w-full', 'w-2/3']

/** Placeholder of a text while it loads. */
export function ArticleSkeleton() {
  return (
    <div aria-busy="true" className="grid gap-3 py-2">
      <Skeleton className="mb-2 h-5 w-3/4" />
      {widths.map((width, position) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: shapes without identity
        <Skeleton className={width} key={position} />
      ))}
    </div>
  )
}
