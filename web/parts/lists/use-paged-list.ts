import { useEffect, useState } from 'react'
import type { Call } from '#web/calls/call-request.ts'
import { useParts, useStore } from '#web/parts/app-parts.tsx'
import { createPagedList, type Page, type PagedList, type PagedState } from '#web/parts/lists/paged-list.ts'

type ReadPage<Answer> = (call: Call, page: number, signal: AbortSignal) => Promise<Answer>

/** A list of pages that begins with the screen and ends with it. When it is to be `of` something else, it is another. */
export function usePagedList<Item, Answer extends Page<Item> = Page<Item>>(
  readPage: ReadPage<Answer>,
  keyOf: (item: Item) => string,
  of = '',
): { readonly list: PagedList<Item, Answer>; readonly state: PagedState<Item, Answer> } {
  const { caller } = useParts()
  const make = () => {
    const read = (page: number, signal: AbortSignal) => readPage(caller.call, page, signal)
    return { of, list: createPagedList<Item, Answer>({ readPage: read, keyOf }) }
  }
  const [made, setMade] = useState(make)
  if (made.of !== of) setMade(make())
  const { list } = made
  useEffect(() => {
    list.refresh()
    return list.stop
  }, [list])
  return { list, state: useStore(list.state) }
}
