import type { ReactNode } from 'react'
import { reasonOf } from '#browser/calls/call-failure.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Panel } from '#ui/panel.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { useDictionary, useParts } from '#web/parts/app-parts.tsx'
import { SummaryLine } from '#web/parts/funds/funds-lines.tsx'
import type { KeptRequest, KeptRequests } from '#web/parts/requests/kept-requests.ts'
import { useShowFailure } from '#web/parts/requests/use-requests.ts'
import { useDateFormat } from '#web/parts/use-date-format.ts'
import { useSingleFlight } from '#web/parts/use-single-flight.ts'

export type RecordsCheck = 'checking' | 'found' | 'missing' | 'failed'

type UnconfirmedRequestProps<Inputs, Answers extends Readonly<Record<keyof Inputs & string, unknown>>> = {
  readonly requests: KeptRequests<Inputs, Answers>
  readonly sent: KeptRequest<Inputs>
  /** What the records say about the request. Nothing is offered before they are read. */
  readonly check: RecordsCheck
  readonly onCheckAgain: () => void
  /** The outcome is known now. */
  readonly onDone: () => void
  /** SummaryLine elements that say which request it is. */
  readonly children?: ReactNode
}

const texts = {
  found: 'funds.unconfirmed.found',
  missing: 'funds.unconfirmed.text',
  failed: 'funds.unconfirmed.failed',
} as const

/** Replaces the form while the outcome of a request is unknown. */
export function UnconfirmedRequest<Inputs, Answers extends Readonly<Record<keyof Inputs & string, unknown>>>(
  props: UnconfirmedRequestProps<Inputs, Answers>,
) {
  const { requests, sent, check, onCheckAgain, onDone, children } = props
  const t = useDictionary('funds')
  const { toasts } = useParts()
  const showFailure = useShowFailure()
  const { isBusy, run } = useSingleFlight()
  const { dateTime } = useDateFormat()
  const again = () =>
    run(async () => {
      const outcome = await requests.repeat(sent)
      if (outcome.kind === 'done') return onDone()
      if (reasonOf(outcome.failure) === 'code_required')
        return void toasts.show({ text: t('funds.unconfirmed.code'), tone: 'warn' })
      showFailure(outcome.failure)
      if (outcome.kind === 'unknown') onCheckAgain()
    })
  return (
    <Panel className="grid gap-3">
      <h2 className="flex items-center gap-2 font-semibold">
        <Icon className="text-warn" name="warning" size={20} />
        {t('funds.unconfirmed')}
      </h2>
      <p aria-live="polite" className="flex items-center gap-2 text-13 text-dim">
        {check === 'checking' ? <Spinner size={16} /> : null}
        {check === 'checking' ? t('funds.unconfirmed.checking') : t(texts[check])}
      </p>
      <dl>
        {children}
        <SummaryLine label={t('funds.unconfirmed.sent_at')}>
          {dateTime(new Date(sent.sentAtMs).toISOString())}
        </SummaryLine>
      </dl>
      {check === 'checking' ? null : (
        <Choices
          check={check}
          isBusy={isBusy}
          onAgain={() => void again()}
          onCheckAgain={onCheckAgain}
          onDrop={() => {
            requests.forget(sent.key)
            if (check === 'found') onDone()
          }}
        />
      )}
    </Panel>
  )
}

type ChoicesProps = {
  readonly check: Exclude<RecordsCheck, 'checking'>
  readonly isBusy: boolean
  readonly onAgain: () => void
  readonly onDrop: () => void
  readonly onCheckAgain: () => void
}

/** The request is offered again only after the records have been read. */
function Choices({ check, isBusy, onAgain, onDrop, onCheckAgain }: ChoicesProps) {
  const t = useDictionary('funds')
  if (check === 'failed') {
    return (
      <Button icon="refresh" onClick={onCheckAgain} variant="secondary">
        {t('list.retry')}
      </Button>
    )
  }
  const isFound = check === 'found'
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-3">
      <Button disabled={isBusy} onClick={onDrop} variant={isFound ? 'primary' : 'secondary'}>
        {t(isFound ? 'funds.unconfirmed.done' : 'funds.unconfirmed.drop')}
      </Button>
      <Button busy={isBusy} onClick={onAgain} variant={isFound ? 'secondary' : 'primary'}>
        {t('funds.unconfirmed.again')}
      </Button>
    </div>
  )
}
