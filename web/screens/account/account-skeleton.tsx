import { Panel } from '#ui/panel.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useUiLabels } from '#ui/ui-labels.tsx'

const four = [1, 2, 3, 4]
const three = four.slice(1)

/** Has the size of a real account's header, card and menu, so that nothing moves when the account loads. */
export function AccountSkeleton() {
  const words = useUiLabels()
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
      <CardSkeleton />
      <div>
        <div className="h-6.5 px-4">
          <Skeleton className="w-24" />
        </div>
        <Skeleton className="h-55.75" shape="box" />
      </div>
    </div>
  )
}

function CardSkeleton() {
  return (
    <Panel>
      <div className="flex h-9 items-center justify-between">
        <Skeleton className="w-28" />
        <Skeleton className="h-4.5 w-20" />
      </div>
      <div className="h-12.5">
        <Skeleton className="h-10 w-44" />
      </div>
      <div className="mt-3 grid grid-cols-3 gap-2">
        {three.map((key) => (
          <Skeleton className="h-8.5 w-16" key={key} />
        ))}
      </div>
      <div className="mt-4 grid grid-cols-4 gap-2">
        {four.map((key) => (
          <div className="grid justify-items-center gap-2" key={key}>
            <Skeleton className="size-12" shape="box" />
            <Skeleton className="h-4 w-12" />
          </div>
        ))}
      </div>
    </Panel>
  )
}
