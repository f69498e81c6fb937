import { Skeleton } from '#ui/skeleton.tsx'

/** Placeholder of a few messages. */
export function ChatSkeleton() {
  return (
    <div className="column grid gap-3 px-4 py-4">
      <Skeleton className="h-14 w-3/5" shape="box" />
      <Skeleton className="ms-auto h-10 w-1/2" shape="box" />
      <Skeleton className="h-20 w-4/5" shape="box" />
      <Skeleton className="ms-auto h-14 w-2/3" shape="box" />
    </div>
  )
}
