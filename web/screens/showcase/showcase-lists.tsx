import { useState } from 'react'
import { Badge } from '#ui/badge.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Figure } from '#ui/figure.tsx'
import { List } from '#ui/list.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { ShowcaseSection } from '#web/screens/showcase/showcase-section.tsx'

type State = 'ready' | 'loading' | 'empty' | 'failed' | 'outdated'

const pageSize = 12
const pageCount = 4

/** A list in each of its states. The ready state has four pages, the outdated one has none. */
export function ShowcaseLists() {
  const [state, setState] = useState<State>('ready')
  const [count, setCount] = useState(pageSize)
  const [isLoadingMore, setIsLoadingMore] = useState(false)
  const isOutdated = state === 'outdated'
  const items =
    state === 'ready' || isOutdated ? Array.from({ length: count }, (_, position) => 10_000 + position) : []
  const loadMore = () => {
    setIsLoadingMore(true)
    setTimeout(() => {
      setCount((before) => before + pageSize)
      setIsLoadingMore(false)
    }, 300)
  }
  return (
    <ShowcaseSection title="List">
      <Segmented
        items={(['ready', 'loading', 'empty', 'failed', 'outdated'] as const).map((value) => ({
          value,
          label: value,
        }))}
        label="State of the list"
        onChange={setState}
        value={state}
      />
      <div className="-mx-4">
        <List
          empty={<EmptyState title="Nothing here" />}
          failedText="The list could not be fetched"
          hasMore={count < pageSize * pageCount}
          items={items}
          keyOf={String}
          label="Orders"
          onMore={isOutdated ? undefined : loadMore}
          onRetry={() => setState('ready')}
          rowPx={64}
          skeletonCount={3}
          state={listState(state, isLoadingMore)}
        >
          {(item) => (
            <div className="flex min-h-16 items-center gap-3 px-4 py-3">
              <div className="grow">
                <div className="font-semibold">EUR/USD</div>
                <div className="text-12 text-dim">
                  No. <Figure grouped={false} value={item} />
                </div>
              </div>
              <div className="grid justify-items-end gap-1">
                <Figure className="font-semibold" fraction="pip" value="1.08427" />
                <Badge className="min-w-16" tone="rise">
                  <Figure plus unit="%" value="0.31" />
                </Badge>
              </div>
            </div>
          )}
        </List>
      </div>
    </ShowcaseSection>
  )
}

function listState(state: State, isLoadingMore: boolean): 'ready' | 'loading' | 'failed' {
  if (state === 'ready') return isLoadingMore ? 'loading' : 'ready'
  if (state === 'empty') return 'ready'
  return state === 'outdated' ? 'failed' : state
}
