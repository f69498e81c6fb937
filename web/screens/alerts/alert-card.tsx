import { useId, useState } from 'react'
import type { PriceAlert } from '#contract/calls/alerts.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { Figure } from '#ui/figure.tsx'
import { figureText } from '#ui/figure-format.ts'
import { IconButton } from '#ui/icon-button.tsx'
import type { ListedMarket } from '#web/markets/markets-types.ts'
import { alertText } from '#web/parts/alerts/alert-text.ts'
import type { AlertStart } from '#web/parts/alerts/use-alert-form.ts'
import { useRemoveAlert } from '#web/parts/alerts/use-remove-alert.ts'
import { useDictionary } from '#web/parts/app-parts.tsx'
import { isolateLtr } from '#web/parts/bidi.ts'
import { LateDialog } from '#web/parts/late-code.tsx'
import { MarketLogo, useOpenMarket } from '#web/parts/market/market-list.tsx'
import { useMarketStatus } from '#web/parts/market/market-status.tsx'
import { useDateFormat } from '#web/parts/use-date-format.ts'
import type { AlertGroup } from '#web/screens/alerts/alert-groups.ts'

/** Opens the form with the values of an alert that has ended. */
export type Again = (market: ListedMarket, start: AlertStart) => void

type AlertCardProps = {
  readonly group: AlertGroup
  /** Undefined while the markets load, and for one that is no longer offered. */
  readonly market: ListedMarket | undefined
  readonly onAgain: Again
}

/** A market with its current price, and its alerts. */
export function AlertCard({ group, market, onAgain }: AlertCardProps) {
  const t = useDictionary('alerts')
  return (
    <section className="overflow-hidden rounded-16 border border-line bg-surface">
      {market === undefined ? (
        <h2 className="flex min-h-13 items-center px-4 font-semibold">
          <bdi>{group.showCode}</bdi>
        </h2>
      ) : (
        <MarketHead market={market} />
      )}
      <ul aria-label={t('alerts.list.market', { market: group.showCode })}>
        {group.alerts.map((alert) => (
          <li className="border-t border-line" key={alert.id}>
            <AlertRow alert={alert} market={market} onAgain={onAgain} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Opens the chart of the market. */
function MarketHead({ market }: { readonly market: ListedMarket }) {
  const t = useDictionary('alerts')
  const open = useOpenMarket()
  const { quote, isFresh } = useMarketStatus(market.id)
  return (
    <h2>
      <button
        className="flex min-h-13 w-full flex-wrap items-center gap-x-3 px-4 py-2 text-start transition-colors hover:bg-hover active:bg-hover focus-visible:-outline-offset-2"
        onClick={() => open(market)}
        type="button"
      >
        <MarketLogo src={market.logo} />
        <span className="sr-only">{t('alerts.list.open', { market: market.showCode })}</span>
        <span aria-hidden="true" className="min-w-0 grow font-semibold">
          <bdi>{market.showCode}</bdi>
        </span>
        <span className="sr-only">{t('alerts.bid')} </span>
        <Figure
          className={classes('text-17 font-semibold', !isFresh && 'text-dim')}
          decimals={market.precision}
          flash
          value={quote?.bid}
        />
      </button>
    </h2>
  )
}

type AlertRowProps = Pick<AlertCardProps, 'market' | 'onAgain'> & { readonly alert: PriceAlert }

function AlertRow({ alert, market, onAgain }: AlertRowProps) {
  const t = useDictionary('alerts')
  const { active, condition, price, percent, repeats } = alert
  const [isAsking, setIsAsking] = useState(false)
  const textId = useId()
  const setAgain = () => {
    if (market !== undefined)
      onAgain(market, { condition, price: price ?? '', percent: percent ?? '', repeats })
  }
  return (
    <div className="flex items-center gap-2 py-2 ps-4 pe-1">
      <div className="min-w-0 grow">
        <p
          className={classes('flex flex-wrap items-center gap-x-2 font-semibold', !active && 'text-dim')}
          id={textId}
        >
          {alertText(t, alert)}
          {active ? null : <Badge>{t('alerts.hit')}</Badge>}
        </p>
        <AlertNotes alert={alert} />
        {active || market === undefined ? null : (
          <Button aria-describedby={textId} className="-ms-3" onClick={setAgain} size="small" variant="quiet">
            {t('alerts.again')}
          </Button>
        )}
      </div>
      <IconButton
        className="text-dim"
        icon="trash"
        label={t('alerts.remove.one', { alert: alertText(t, alert) })}
        onSelect={() => setIsAsking(true)}
      />
      <RemoveDialog alert={alert} isOpen={isAsking} setIsOpen={setIsAsking} />
    </div>
  )
}

/** Whether it repeats, and when it was set or reached. */
function AlertNotes({ alert }: { readonly alert: PriceAlert }) {
  const t = useDictionary('alerts')
  const dates = useDateFormat()
  const { repeats, created_at, hit_at, hit_price } = alert
  const price = isolateLtr(figureText(hit_price))
  return (
    <p className="text-12 text-dim">
      {t(repeats ? 'alerts.repeats' : 'alerts.once')}
      {' · '}
      {hit_at === null
        ? t('alerts.set_at', { time: dates.dateTime(created_at) })
        : t('alerts.hit_at', { time: dates.dateTime(hit_at), price })}
    </p>
  )
}

type RemoveDialogProps = {
  readonly alert: PriceAlert
  readonly isOpen: boolean
  readonly setIsOpen: (isOpen: boolean) => void
}

function RemoveDialog({ alert, isOpen, setIsOpen }: RemoveDialogProps) {
  const t = useDictionary('alerts')
  const { isBusy, remove } = useRemoveAlert(() => setIsOpen(false))
  return (
    <LateDialog
      busy={isBusy}
      cancelLabel={t('alerts.cancel')}
      confirmLabel={t('alerts.remove')}
      isOpen={isOpen}
      onConfirm={() => remove(alert.id)}
      setIsOpen={setIsOpen}
      text={alert.active ? t('alerts.remove.text') : undefined}
      title={t('alerts.remove.title')}
      tone="danger"
    >
      <p className="font-semibold">{alertText(t, alert)}</p>
    </LateDialog>
  )
}
