import { useEffect, useState } from 'react'
import type { Call } from '#web/calls/call-request.ts'
import { useParts } from '#web/parts/app-parts.tsx'
import { createPagedList, type Page, type PagedList, type PagedState } from '#web/parts/mine/paged-list.ts'
import { useStore } from '#web/parts/use-store.ts'

type ReadPage<Answer> = (call: Call, page: number, signal: AbortSignal) => Promise<Answer>

/** A list of pages that begins with the screen and ends with it. */
export function usePagedList<Item, Answer extends Page<Item> = Page<Item>>(
  readPage: ReadPage<Answer>,
  keyOf: (item: Item) => string,
): { readonly list: PagedList<Item, Answer>; readonly state: PagedState<Item, Answer> } {
  const { caller } = useParts()
  const [list] = useState(() =>
    createPagedList<Item, Answer>({ readPage: (page, signal) => readPage(caller.call, page, signal), keyOf }),
  )
  useEffect(() => {
    list.refresh()
    return list.stop
  }, [list])
  return { list, state: useStore(list.state) }
}
