import { useCallback, useEffect, useRef, useState } from 'react'
import { isCallFailure } from '#browser/calls/call-failure.ts'
import { saveFile } from '#browser/files/save-file.ts'
import { useParts } from '#web/parts/app-parts.tsx'
import { type Page, type PageRequest, readAllPages } from '#web/parts/lists/paged-list.ts'

type CsvExport<Item> = {
  readonly readPage: (request: PageRequest, signal: AbortSignal) => Promise<Page<Item>>
  readonly keyOf: (item: Item) => string
  readonly toFile: (items: readonly Item[]) => { readonly name: string; readonly text: string }
  readonly messages: {
    /** Optional: without it only the download itself shows success. */
    readonly done?: (count: number) => string
    readonly truncated: (count: number) => string
    readonly failed: () => string
  }
}

export type CsvExportState = {
  /** From 0 to 1 while the export runs. */
  readonly done: number | undefined
  readonly start: () => void
  readonly stop: () => void
}

/**
 * Reads a whole list and downloads it as a CSV file. Calls `createExport` at the start, so that later filter changes
 * do not affect it. Runs one export at a time and aborts it when the screen closes.
 */
export function useCsvExport<Item>(createExport: () => CsvExport<Item>): CsvExportState {
  const { toasts } = useParts()
  const [done, setDone] = useState<number>()
  const running = useRef<AbortController>(undefined)
  const stop = useCallback(() => {
    running.current?.abort()
    running.current = undefined
    setDone(undefined)
  }, [])
  useEffect(() => stop, [stop])

  async function save({ readPage, keyOf, toFile, messages }: CsvExport<Item>, signal: AbortSignal) {
    const read = (request: PageRequest) => readPage(request, signal)
    const { items, isTruncated } = await readAllPages({ readPage: read, keyOf, onProgress: setDone })
    if (signal.aborted) return
    const { name, text } = toFile(items)
    saveFile(name, new Blob([text], { type: 'text/csv;charset=utf-8' }))
    if (isTruncated) toasts.show({ text: messages.truncated(items.length), tone: 'warn' })
    else if (messages.done !== undefined) toasts.show({ text: messages.done(items.length), tone: 'good' })
  }
  async function run(csv: CsvExport<Item>, signal: AbortSignal): Promise<void> {
    try {
      await save(csv, signal)
    } catch (failure) {
      if (!isCallFailure(failure)) throw failure
      // List calls show no toast of their own.
      if (!signal.aborted) toasts.show({ text: csv.messages.failed(), tone: 'danger' })
    } finally {
      if (!signal.aborted) stop()
    }
  }
  const start = () => {
    if (running.current !== undefined) return
    running.current = new AbortController()
    setDone(0)
    void run(createExport(), running.current.signal)
  }
  return { done, start, stop }
}
