import { useCallback, useEffect, useRef, useState } from 'react'
import { isCallFailure } from '#web/calls/call-failure.ts'
import { useParts } from '#web/parts/app-parts.tsx'
import { type Page, type PageRequest, readAllPages } from '#web/parts/lists/paged-list.ts'
import { browserTimers } from '#web/platform/timers.ts'

/** A list to be kept as a file: how it is read, and what becomes of it. */
type CsvExport<Item> = {
  readonly readPage: (asked: PageRequest, signal: AbortSignal) => Promise<Page<Item>>
  readonly keyOf: (item: Item) => string
  readonly toFile: (items: readonly Item[]) => { readonly name: string; readonly text: string }
  readonly messages: {
    /** Left out where the file itself says enough. */
    readonly done?: (count: number) => string
    /** There were more than one file may have. */
    readonly cut: (count: number) => string
    readonly failed: () => string
  }
}

export type CsvExportState = {
  /** From 0 to 1 while it runs. */
  readonly done: number | undefined
  readonly start: () => void
  readonly stop: () => void
}

/**
 * Fetches all of a list and hands it over as a file. What is wanted is asked at the start, and stays so. One at a time,
 * and none once the screen is left.
 */
export function useCsvExport<Item>(wanted: () => CsvExport<Item>): CsvExportState {
  const { toasts } = useParts()
  const [done, setDone] = useState<number>()
  const running = useRef<AbortController>(undefined)
  const stop = useCallback(() => {
    running.current?.abort()
    running.current = undefined
    setDone(undefined)
  }, [])
  useEffect(() => stop, [stop])

  async function save(
    { readPage, keyOf, toFile: fileOf, messages: words }: CsvExport<Item>,
    signal: AbortSignal,
  ) {
    const read = (asked: PageRequest) => readPage(asked, signal)
    const { items, isTruncated: isCut } = await readAllPages({ readPage: read, keyOf, onProgress: setDone })
    if (signal.aborted) return
    const { name, text } = fileOf(items)
    downloadFile(name, text, 'text/csv;charset=utf-8')
    if (isCut) toasts.show({ text: words.cut(items.length), tone: 'warn' })
    else if (words.done !== undefined) toasts.show({ text: words.done(items.length), tone: 'good' })
  }
  async function run(csv: CsvExport<Item>, signal: AbortSignal): Promise<void> {
    try {
      await save(csv, signal)
    } catch (failure) {
      if (!isCallFailure(failure)) throw failure
      // Lists are quiet: why it failed makes no difference here, that it did does.
      if (!signal.aborted) toasts.show({ text: csv.messages.failed(), tone: 'danger' })
    } finally {
      if (!signal.aborted) stop()
    }
  }
  const start = () => {
    if (running.current !== undefined) return
    running.current = new AbortController()
    setDone(0)
    void run(wanted(), running.current.signal)
  }
  return { done, start, stop }
}

/** By then the browser has taken it, and the memory is given back. */
const keptMs = 60_000

/** Hands the browser a text to be kept as a file, as if it had been downloaded. */
function downloadFile(name: string, text: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  browserTimers.after(keptMs, () => URL.revokeObjectURL(address))
}
