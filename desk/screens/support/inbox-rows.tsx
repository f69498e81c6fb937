import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { nowMs } from '#browser/platform/clock.ts'
import type { DeskSupportThread } from '#contract/desk/support.ts'
import { DataTable } from '#desk/parts/data-table.tsx'
import { useParts, useStore } from '#desk/parts/desk-parts.tsx'
import type { InboxState } from '#desk/screens/support/inbox-list.ts'
import { createSettledRows, type SettledRows } from '#desk/screens/support/settled-rows.ts'
import { threadPath, useThreadColumns } from '#desk/screens/support/thread-columns.tsx'

type InboxRowsProps = {
  readonly label: string
  readonly state: InboxState
  readonly threads: readonly DeskSupportThread[]
  readonly email: string
  /** Whether a message stands above the list, which moves it. */
  readonly isBelowNotice: boolean
}

/** The threads of a page. Rows do not move under the pointer. Mount a new one for another page. */
export function InboxRows({ label, state, threads, email, isBelowNotice }: InboxRowsProps) {
  const { timers } = useParts()
  const [, go] = useLocation()
  const [settled] = useState(() => createSettledRows(threads, { timers, now: nowMs }))
  useEffect(() => settled.update(threads), [settled, threads])
  const wasBelowNotice = useRef(isBelowNotice)
  useLayoutEffect(() => {
    if (wasBelowNotice.current !== isBelowNotice) settled.moved()
    wasBelowNotice.current = isBelowNotice
  }, [settled, isBelowNotice])
  const area = useRef<HTMLDivElement>(null)
  useUse(area, settled)
  const { user, language, waiting, unread, assigned, last } = useThreadColumns(email)
  const columns = [user, ...(state === 'closed' ? [] : [waiting, unread]), language, assigned, last]
  return (
    <div className="min-w-0" ref={area}>
      <DataTable
        columns={columns}
        keyOf={({ thread }) => thread.id}
        label={label}
        onOpen={({ thread }) => go(threadPath(thread))}
        rows={useStore(settled).map((thread) => ({ thread }))}
      />
    </div>
  )
}

const uses = ['pointermove', 'pointerdown', 'wheel', 'scroll', 'touchmove', 'keydown', 'focusin'] as const

/** Watches whether the list is in use, and swallows a press on a row that has just come under the pointer. */
function useUse(area: RefObject<HTMLElement | null>, settled: SettledRows<DeskSupportThread>): void {
  useEffect(() => {
    const { current: element } = area
    if (element === null) return
    const press = (event: MouseEvent) => {
      if (!settled.hasJustMoved()) return
      event.preventDefault()
      event.stopPropagation()
    }
    const options = { capture: true, passive: true }
    for (const name of uses) element.addEventListener(name, settled.used, options)
    element.addEventListener('click', press, true)
    return () => {
      for (const name of uses) element.removeEventListener(name, settled.used, options)
      element.removeEventListener('click', press, true)
      settled.stop()
    }
  }, [area, settled])
}
