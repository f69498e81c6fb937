import { useId } from 'react'
import { useLocation } from 'wouter'
import type { DrawRecord } from '#contract/calls/funds.ts'
import { ButtonLink } from '#ui/button.tsx'
import { compareDecimals } from '#ui/decimal.ts'
import { Figure } from '#ui/figure.tsx'
import { Panel } from '#ui/panel.tsx'
import { readWithdrawals } from '#web/calls/funds.ts'
import { useDictionary } from '#web/parts/app-parts.tsx'
import { usdDecimal } from '#web/parts/funds/amount-text.ts'
import { useOnAccountChange } from '#web/parts/funds/use-funds.ts'
import { useServerQuery } from '#web/parts/server-query.ts'
import { useDateFormat } from '#web/parts/use-date-format.ts'
import { withdrawRecordsPath } from '#web/screens/withdraw/withdraw-address.ts'
import { withdrawStatus } from '#web/screens/withdraw/withdraw-steps.tsx'

/**
 * Withdrawals that are on their way, newest first. Read again whenever the form opens: the user may have sent one
 * without getting an answer, on this device or another.
 */
export function useOpenWithdrawals() {
  const query = useServerQuery({
    key: ['withdrawals', 'open'],
    read: async (call, signal) => {
      const lists = await Promise.all([1, 2].map((type) => readWithdrawals(call, { type, page: 1 }, signal)))
      return lists
        .flatMap(({ data }) => data)
        .filter((record) => withdrawStatus(record) < 2)
        .sort((one, other) => other.id - one.id)
    },
    isForgotten: true,
  })
  useOnAccountChange(() => void query.refetch())
  return query
}

/** An open withdrawal of the same amount: the user may believe that it was never sent. */
export function equalWithdrawal(amount: string, open: readonly DrawRecord[]): DrawRecord | undefined {
  return open.find(({ number }) => compareDecimals(number, amount) === 0)
}

const mostShown = 3

/** Renders nothing without an open withdrawal. */
export function OpenWithdrawals({ open }: { open: readonly DrawRecord[] }) {
  const t = useDictionary('funds')
  const { dateTime } = useDateFormat()
  const [, go] = useLocation()
  const titleId = useId()
  const [newest] = open
  if (newest === undefined) return null
  const path = withdrawRecordsPath(newest.type)
  return (
    <section aria-labelledby={titleId}>
      <Panel className="grid grid-cols-1 gap-2">
        <h2 className="text-13 font-semibold" id={titleId}>
          {t('withdraw.open', { count: open.length })}
        </h2>
        <ul className="grid grid-cols-1 gap-1">
          {open.slice(0, mostShown).map((record) => (
            <li className="flex flex-wrap items-baseline justify-between gap-x-3" key={record.id}>
              <Figure unit="USD" value={usdDecimal(record.number)} />
              <span className="text-12 text-dim">
                {t(`withdraw.status.${withdrawStatus(record)}`)} · {dateTime(record.created_at)}
              </span>
            </li>
          ))}
        </ul>
        <ButtonLink
          className="-ms-3 -mb-2 justify-self-start"
          href={path}
          onSelect={() => go(path)}
          size="small"
          variant="quiet"
        >
          {t('withdraw.records')}
        </ButtonLink>
      </Panel>
    </section>
  )
}
