import { useCallback, useEffect, useRef, useState } from 'react'
import { figureText } from '#ui/figure-format.ts'
import { isCallFailure } from '#web/calls/call-failure.ts'
import { useBook, useParts } from '#web/parts/app-parts.tsx'
import { saveFile } from '#web/parts/csv/save-file.ts'
import type { DateRange } from '#web/parts/date-range/date-range.ts'
import { ordersCsv, ordersFileName } from '#web/screens/order/history/orders-csv.ts'
import { mostRows, readAllHistory } from '#web/screens/order/history/read-all-history.ts'

export type Export = {
  /** From 0 to 1 while it runs. */
  readonly done: number | undefined
  readonly start: () => void
  readonly stop: () => void
}

/** Fetches every order of these days and hands them over as a file. One at a time, and none once the screen is left. */
export function useExport(range: DateRange): Export {
  const { caller, toasts, now } = useParts()
  const t = useBook('orders')
  const [done, setDone] = useState<number>()
  const running = useRef<AbortController>(undefined)
  const stop = useCallback(() => {
    running.current?.abort()
    running.current = undefined
    setDone(undefined)
  }, [])
  useEffect(() => stop, [stop])

  async function save(signal: AbortSignal): Promise<void> {
    const nowMs = now()
    const found = await readAllHistory(caller.call, { range, nowMs, signal, onProgress: setDone })
    if (signal.aborted) return
    saveFile(ordersFileName(found.orders, range, nowMs), ordersCsv(found.orders), 'text/csv;charset=utf-8')
    const count = found.orders.length
    if (found.isCut) toasts.show({ text: t('orders.csv.cut', { count: figureText(mostRows) }), tone: 'warn' })
    else toasts.show({ text: t('orders.csv.done', { count }), tone: 'good' })
  }
  async function run(signal: AbortSignal): Promise<void> {
    try {
      await save(signal)
    } catch (failure) {
      if (!isCallFailure(failure)) throw failure
      if (!signal.aborted) toasts.show({ text: t('orders.csv.failed'), tone: 'danger' })
    } finally {
      if (!signal.aborted) stop()
    }
  }
  const start = () => {
    if (running.current !== undefined) return
    running.current = new AbortController()
    setDone(0)
    void run(running.current.signal)
  }
  return { done, start, stop }
}
