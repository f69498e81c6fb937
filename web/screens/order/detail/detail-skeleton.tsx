import { Skeleton } from '#ui/skeleton.tsx'
import { useUiWords } from '#ui/ui-words.tsx'

const facts = [
  'kind',
  'status',
  'lots',
  'leverage',
  'open',
  'asked',
  'now',
  'profit',
  'loss',
  'gain',
  'margin',
  'fee',
]

/** The shape of what is being fetched. */
export function DetailSkeleton() {
  const words = useUiWords()
  return (
    <div aria-label={words.loading} className="grid gap-4" role="status">
      <div className="grid gap-2">
        <Skeleton className="h-6 w-40" />
        <Skeleton className="w-52" />
      </div>
      <div className="grid grid-cols-2 gap-x-4 gap-y-3">
        {facts.map((fact) => (
          <span className="grid gap-1.5" key={fact}>
            <Skeleton className="h-3 w-20" />
            <Skeleton className="w-28" />
          </span>
        ))}
      </div>
      <Skeleton className="h-28" shape="box" />
    </div>
  )
}
