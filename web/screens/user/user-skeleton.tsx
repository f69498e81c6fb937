import { Panel } from '#ui/panel.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useUiWords } from '#ui/ui-words.tsx'

const places = [1, 2, 3, 4]

/** The profile, the card and the group of a real account, as large as they will be. */
export function UserSkeleton() {
  const words = useUiWords()
  return (
    <div aria-label={words.loading} className="grid grid-cols-1 gap-4" role="status">
      <div className="flex items-center gap-3">
        <Skeleton className="size-11" shape="circle" />
        <div className="grid grow gap-2">
          <Skeleton className="w-36" />
          <Skeleton className="h-3 w-28" />
        </div>
        <Skeleton className="h-4.5 w-20" />
      </div>
      <Panel className="grid gap-4">
        <div className="flex justify-between">
          <Skeleton className="w-28" />
          <Skeleton className="h-4.5 w-20" />
        </div>
        <Skeleton className="h-10 w-44" />
        <div className="grid grid-cols-3 gap-2">
          {places.slice(1).map((place) => (
            <Skeleton className="h-8 w-16" key={place} />
          ))}
        </div>
        <Skeleton className="h-3 w-56" />
        <div className="grid grid-cols-4 gap-2">
          {places.map((place) => (
            <div className="grid justify-items-center gap-2" key={place}>
              <Skeleton className="size-12" shape="box" />
              <Skeleton className="h-3 w-12" />
            </div>
          ))}
        </div>
      </Panel>
      <div className="grid gap-2">
        <Skeleton className="ms-4 w-24" />
        <Skeleton className="h-54" shape="box" />
      </div>
    </div>
  )
}
