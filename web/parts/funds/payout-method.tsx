import { useEffect, useState } from 'react'
import type { PayoutMethodAnswer } from '#contract/calls/funds.ts'
import { Badge } from '#ui/badge.tsx'
import { useDictionary, useParts } from '#web/parts/app-parts.tsx'
import { isolateLtr } from '#web/parts/bidi.ts'
import { waitingTime } from '#web/parts/funds/waiting-time.ts'

/** The address, or the account number. */
export function accountOf({ dc_address, payee_account }: PayoutMethodAnswer): string {
  return dc_address === '' ? payee_account : dc_address
}

/** Currency with its network, or currency and bank. */
export function PayoutMethodText({ method }: { method: PayoutMethodAnswer }) {
  const { draw_currency, bank_name, payee_name } = method
  const { code, protocol } = draw_currency
  return (
    <>
      <span className="flex flex-wrap items-center gap-x-2 font-semibold">
        <span className="ltr-isolate">{protocol === '' ? code : `${code} · ${protocol}`}</span>
        {bank_name === '' ? null : <bdi>{bank_name}</bdi>}
      </span>
      <span className="flex flex-wrap gap-x-2 text-13 text-dim">
        <span className="min-w-0 break-all ltr-isolate">{accountOf(method)}</span>
        {payee_name === '' ? null : <bdi className="min-w-0 break-words">{payee_name}</bdi>}
      </span>
    </>
  )
}

/** Counts down until a new method can be used. Renders nothing once it can. */
export function WaitingBadge({ until, onOver }: { until: string; onOver?: () => void }) {
  const t = useDictionary('funds')
  const left = useWaitingTime(until, onOver)
  if (left === undefined) return null
  return (
    <Badge className="tabular-nums" tone="warn">
      {t('method.usable_in', { time: isolateLtr(left) })}
    </Badge>
  )
}

/** Undefined once the time has come. */
function useWaitingTime(until: string, onOver: (() => void) | undefined): string | undefined {
  const { now } = useParts()
  const [left, setLeft] = useState(() => waitingTime(until, now()))
  const isWaiting = left !== undefined
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(() => {
      const next = waitingTime(until, now())
      setLeft(next)
      if (next === undefined) onOver?.()
    }, 1000)
    return () => clearInterval(timer)
  }, [until, now, isWaiting, onOver])
  return left
}
