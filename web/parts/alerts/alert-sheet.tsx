import { type ReactNode, useState } from 'react'
import { useLocation } from 'wouter'
import type { CallFailure } from '#browser/calls/call-failure.ts'
import { failureMessage } from '#browser/calls/caller.ts'
import type { PriceAlert } from '#contract/calls/alerts.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Figure } from '#ui/figure.tsx'
import { Notice } from '#ui/notice.tsx'
import { Sheet } from '#ui/sheet.tsx'
import type { ListedMarket } from '#web/markets/markets-types.ts'
import { AlertFormFields } from '#web/parts/alerts/alert-form-fields.tsx'
import { alertText } from '#web/parts/alerts/alert-text.ts'
import { type AlertFormState, type AlertStart, useAlertForm } from '#web/parts/alerts/use-alert-form.ts'
import { useAlerts } from '#web/parts/alerts/use-alerts.ts'
import { useRemoveAlert } from '#web/parts/alerts/use-remove-alert.ts'
import { useDictionary, useParts, useStore, useToken } from '#web/parts/app-parts.tsx'
import { loginPath } from '#web/parts/navigation.ts'
import { useDateFormat } from '#web/parts/use-date-format.ts'

/** What the sheet shows: the form of a new alert, or an alert of the list. */
export type AlertRequest =
  | { readonly kind: 'new'; readonly start: AlertStart }
  | { readonly kind: 'one'; readonly id: number }

type AlertSheetProps = {
  readonly market: ListedMarket
  /** Undefined while the sheet is closed. Each opening passes a new object. */
  readonly request: AlertRequest | undefined
  readonly onClose: () => void
}

/** Sets a price alert, or shows one and removes it. */
export function AlertSheet({ market, request, onClose }: AlertSheetProps) {
  const [last, setLast] = useState({ request, count: 0 })
  if (request !== undefined && request !== last.request) setLast({ request, count: last.count + 1 })
  // Keeps the last request during the closing animation.
  const shown = request ?? last.request
  if (shown === undefined) return null
  const sheet = { market, onClose, isOpen: request !== undefined }
  return shown.kind === 'new' ? (
    <NewAlertSheet {...sheet} key={last.count} start={shown.start} />
  ) : (
    <OneAlertSheet {...sheet} id={shown.id} key={last.count} />
  )
}

type SheetProps = Pick<AlertSheetProps, 'market' | 'onClose'> & { readonly isOpen: boolean }

function NewAlertSheet({ market, start, isOpen, onClose }: SheetProps & { readonly start: AlertStart }) {
  const t = useDictionary('alerts')
  const state = useAlertForm(market, start, onClose)
  const isVisitor = useToken() === undefined
  return (
    <Sheet
      dismissible={!state.isBusy}
      footer={isVisitor ? <LoginButton /> : <FormFooter onClose={onClose} state={state} />}
      onOpenChange={(open) => (open || state.isBusy ? undefined : onClose())}
      open={isOpen}
      swipe="title"
      title={t('alerts.sheet.new')}
    >
      <MarketLine market={market} />
      <AlertFormFields market={market} state={state} />
    </Sheet>
  )
}

/** The market and its bid, by which alerts are judged. */
function MarketLine({ market }: { market: ListedMarket }) {
  const t = useDictionary('alerts')
  const { markets } = useParts()
  const quote = useStore(markets.quote(market.id))
  return (
    <p className="flex flex-wrap items-baseline justify-between gap-x-3 pb-3">
      <bdi className="font-semibold">{market.showCode}</bdi>
      <span className="text-13 text-dim">
        {t('alerts.bid')}{' '}
        <Figure className="text-15 font-semibold text-text" decimals={market.precision} value={quote?.bid} />
      </span>
    </p>
  )
}

function FormFooter({ state, onClose }: { readonly state: AlertFormState; readonly onClose: () => void }) {
  const t = useDictionary('alerts')
  return (
    <div className="grid grid-cols-1 gap-2">
      <FailureNotice failure={state.failure} />
      <Button busy={state.isBusy} full onClick={state.submit} size="large">
        {t('alerts.set')}
      </Button>
      <AllAlertsLink onClose={onClose} />
    </div>
  )
}

/** A failure that belongs to no field. */
function FailureNotice({ failure }: { readonly failure: CallFailure | undefined }) {
  const t = useDictionary('alerts')
  if (failure === undefined) return null
  if (failure.kind === 'refused' && (failure.field === 'price' || failure.field === 'percent')) return null
  const message = failureMessage(failure, () => t('alerts.unanswered'))
  return message === '' ? null : (
    <Notice icon="warning" live tone="danger">
      {message}
    </Notice>
  )
}

function AllAlertsLink({ onClose }: { readonly onClose: () => void }) {
  const t = useDictionary('alerts')
  const [, go] = useLocation()
  const open = () => {
    onClose()
    go(alertsPath)
  }
  return (
    <ButtonLink full href={alertsPath} onSelect={open} variant="quiet">
      {t('alerts.all')}
    </ButtonLink>
  )
}

const alertsPath = '/mine/alerts'

function LoginButton() {
  const t = useDictionary('alerts')
  const [, go] = useLocation()
  const login = loginPath('/trade')
  return (
    <ButtonLink full href={login} onSelect={() => go(login)} size="large" variant="primary">
      {t('alerts.login')}
    </ButtonLink>
  )
}

function OneAlertSheet({ market, id, isOpen, onClose }: SheetProps & { readonly id: number }) {
  const t = useDictionary('alerts')
  const alert = useAlerts().data?.find((one) => one.id === id)
  // Keeps the alert during the closing animation.
  const [last, setLast] = useState(alert)
  if (alert !== undefined && alert !== last) setLast(alert)
  const shown = alert ?? (isOpen ? undefined : last)
  const { isBusy, remove } = useRemoveAlert(onClose)
  return (
    <Sheet
      dismissible={!isBusy}
      footer={
        <div className="grid grid-cols-1 gap-2">
          {shown === undefined ? null : (
            <Button busy={isBusy} full icon="trash" onClick={() => remove(id)} variant="secondary">
              {t('alerts.remove')}
            </Button>
          )}
          <AllAlertsLink onClose={onClose} />
        </div>
      }
      onOpenChange={(open) => (open || isBusy ? undefined : onClose())}
      open={isOpen}
      title={t('alerts.sheet.one')}
    >
      <MarketLine market={market} />
      {shown === undefined ? (
        <EmptyState icon="bell" title={t('alerts.gone')} />
      ) : (
        <AlertFacts alert={shown} />
      )}
    </Sheet>
  )
}

function AlertFacts({ alert }: { readonly alert: PriceAlert }) {
  const t = useDictionary('alerts')
  const dates = useDateFormat()
  return (
    <div className="grid grid-cols-1 gap-1 pb-2">
      <p className="text-20 font-semibold">{alertText(t, alert)}</p>
      <Fact>{t(alert.repeats ? 'alerts.repeat.on' : 'alerts.repeat.off')}</Fact>
      <Fact>{t('alerts.set_at', { time: dates.dateTime(alert.created_at) })}</Fact>
    </div>
  )
}

function Fact({ children }: { readonly children: ReactNode }) {
  return <p className="text-13 text-dim">{children}</p>
}
