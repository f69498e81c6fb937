import { useLocation } from 'wouter'
import type { LogRow as Entry } from '#contract/calls/account.ts'
import { Figure } from '#ui/figure.tsx'
import { Icon } from '#ui/icon.tsx'
import { Pressable } from '#ui/pressable.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useBook } from '#web/parts/app-parts.tsx'
import { useMomentWords } from '#web/parts/use-date-format.ts'
import { entryIcon, entryText, orderPath } from '#web/screens/history/log-entry.ts'

export type LogRowProps = {
  readonly entry: Entry
  readonly openIds: ReadonlySet<number>
  /** Said above the first entry of each day. */
  readonly day: string | undefined
}

const rowLook = 'flex min-h-16 w-full items-center gap-3 px-4 py-3 text-start'

/** With large letters the largest value is as wide as a small phone, and no wider. */
const valueLook = 'ms-auto text-[min(0.9375rem,5vw)] font-semibold'

/** One change of the balance: what it was, when, how much, and the way to the order it came from. */
export function LogRow({ entry, openIds, day }: LogRowProps) {
  const [, go] = useLocation()
  const path = orderPath(entry, openIds)
  return (
    <>
      {day === undefined ? null : (
        <h3 className="border-b border-line px-4 pt-4 pb-2 text-12 font-semibold text-dim">{day}</h3>
      )}
      {path === undefined ? (
        <div className={rowLook}>
          <RowBody entry={entry} />
        </div>
      ) : (
        <Pressable
          className={`${rowLook} transition-colors hover:bg-hover active:bg-hover focus-visible:-outline-offset-2`}
          href={path}
          onSelect={() => go(path)}
        >
          <RowBody entry={entry} />
        </Pressable>
      )}
    </>
  )
}

function RowBody({ entry }: { entry: Entry }) {
  const t = useBook('history')
  const { time } = useMomentWords()
  return (
    <>
      <span className="grid size-9 shrink-0 place-items-center rounded-full border border-line bg-surface text-dim">
        <Icon name={entryIcon(entry)} size={18} />
      </span>
      {/* Beside large letters the value has no room, and goes below. */}
      <span className="flex min-w-0 grow flex-wrap items-center gap-x-3">
        <span className="min-w-0 grow basis-[7rem] break-words hyphens-auto">
          {entryText(entry)}
          <span className="flex flex-wrap items-center gap-x-1.5 text-12 text-dim tabular-nums">
            {time(entry.CreatedAt)}
            {entry.OrderId === null ? null : (
              <span className="inline-flex items-center text-accent">
                {t('history.order', { id: String(entry.OrderId) })}
                <Icon name="chevron-forward" size={14} />
              </span>
            )}
          </span>
        </span>
        <Figure className={valueLook} plus tone="sign" value={entry.Value} />
      </span>
    </>
  )
}

export function LogRowSkeleton() {
  return (
    <div className={rowLook}>
      <Skeleton className="size-9" shape="circle" />
      <div className="grid grow gap-2">
        <Skeleton className="w-32" />
        <Skeleton className="h-3 w-28" />
      </div>
      <Skeleton className="w-24" />
    </div>
  )
}
