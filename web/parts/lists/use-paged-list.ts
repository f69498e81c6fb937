import { useEffect, useState } from 'react'
import type { Call } from '#browser/calls/call-request.ts'
import { useParts, useStore } from '#web/parts/app-parts.tsx'
import { createPagedList, type Page, type PagedList, type PagedState } from '#web/parts/lists/paged-list.ts'

type ReadPage<Answer> = (call: Call, page: number, signal: AbortSignal) => Promise<Answer>

/** A paged list that lives as long as the screen. A change of `of`, such as another filter, starts a new list. */
export function usePagedList<Item, Answer extends Page<Item> = Page<Item>>(
  readPage: ReadPage<Answer>,
  keyOf: (item: Item) => string,
  of = '',
): { readonly list: PagedList<Item, Answer>; readonly state: PagedState<Item, Answer> } {
  const { caller } = useParts()
  const create = () => {
    const read = (page: number, signal: AbortSignal) => readPage(caller.call, page, signal)
    return { of, list: createPagedList<Item, Answer>({ readPage: read, keyOf }) }
  }
  const [current, setCurrent] = useState(create)
  if (current.of !== of) setCurrent(create())
  const { list } = current
  useEffect(() => {
    list.refresh()
    return list.stop
  }, [list])
  return { list, state: useStore(list.state) }
}
