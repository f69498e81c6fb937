import { useState } from 'react'
import { isCallFailure } from '#browser/calls/call-failure.ts'
import type { DrawRecord } from '#contract/calls/funds.ts'
import { Badge, type BadgeTone } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Figure } from '#ui/figure.tsx'
import { figureText } from '#ui/figure-format.ts'
import { List } from '#ui/list.tsx'
import { Panel } from '#ui/panel.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { cancelWithdrawal, readWithdrawals } from '#web/calls/funds.ts'
import { useDictionary, useParts } from '#web/parts/app-parts.tsx'
import { isolateLtr } from '#web/parts/bidi.ts'
import { ComplainLink } from '#web/parts/complaints/complain-link.tsx'
import { shortDecimal, usdDecimal } from '#web/parts/funds/amount-text.ts'
import { CopyLine, StackedLine, SummaryLine } from '#web/parts/funds/funds-lines.tsx'
import { useOnAccountChange } from '#web/parts/funds/use-funds.ts'
import { LateDialog } from '#web/parts/late-code.tsx'
import { usePagedList } from '#web/parts/lists/use-paged-list.ts'
import { SupportButton } from '#web/parts/support/support-button.tsx'
import { useSingleFlight } from '#web/parts/use-single-flight.ts'
import { WithdrawSteps, withdrawStatus } from '#web/screens/withdraw/withdraw-steps.tsx'

const keyOf = ({ id }: DrawRecord) => String(id)
const tones: readonly BadgeTone[] = ['accent', 'warn', 'good', 'danger', 'neutral']

/** Withdrawals of one type, newest first. 1 coin, 2 bank. */
export function WithdrawRecords({ type }: { type: 1 | 2 }) {
  const t = useDictionary('funds')
  const list = usePagedList<DrawRecord>({
    key: ['withdrawals', type],
    readPage: (call, page, signal) => readWithdrawals(call, { type, page }, signal),
    keyOf,
  })
  useOnAccountChange(list.prependNew)
  return (
    <List
      empty={
        <EmptyState
          icon="withdraw"
          text={t('withdraw.records.none_text')}
          title={t('withdraw.records.none')}
        />
      }
      failedText={t('withdraw.records.failed')}
      hasMore={list.hasMore}
      items={list.items}
      keyOf={keyOf}
      label={t('withdraw.records')}
      onMore={list.loadMore}
      onRefresh={list.refresh}
      onRetry={list.retry}
      skeleton={<RecordSkeleton />}
      skeletonCount={3}
      state={list.status}
      variant="cards"
    >
      {(record) => <WithdrawCard onChanged={list.prependNew} record={record} />}
    </List>
  )
}

function usdText(amount: string): string {
  return isolateLtr(figureText(usdDecimal(amount)))
}

type WithdrawCardProps = { readonly record: DrawRecord; readonly onChanged: () => void }

function WithdrawCard({ record, onChanged }: WithdrawCardProps) {
  const t = useDictionary('funds')
  const status = withdrawStatus(record)
  const { number, fee, real_number, draw_currency, address, payee_account, notes, transaction, missing } =
    record
  const { code, protocol } = draw_currency
  return (
    <Panel className="grid grid-cols-1 gap-2">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <Figure className="text-17 font-semibold" unit="USD" value={usdDecimal(number)} />
        <Badge tone={tones[status]}>{t(`withdraw.status.${status}`)}</Badge>
      </div>
      <WithdrawSteps record={record} />
      <dl>
        <SummaryLine label={t('withdraw.fee')}>
          <Figure unit="USD" value={usdDecimal(fee)} />
        </SummaryLine>
        <SummaryLine label={t('withdraw.received')}>
          <Figure unit={code} value={shortDecimal(real_number)} />
        </SummaryLine>
        <StackedLine label={t('withdraw.to')}>
          {address === '' ? payee_account : address}
          {protocol === '' ? '' : ` (${protocol})`}
        </StackedLine>
      </dl>
      {missing === null ? null : <Missing missing={missing} />}
      {notes === '' ? null : (
        <p className="rounded-8 bg-danger-soft px-3 py-2 text-13 text-danger">
          <span className="block font-semibold">{t('withdraw.note')}</span>
          <span className="block break-words whitespace-pre-line" dir="auto">
            {notes}
          </span>
        </p>
      )}
      {transaction === '' ? null : (
        <ul className="-mx-4 -mb-2 border-t border-line">
          <CopyLine isCode label={t('withdraw.transaction')} value={transaction} />
        </ul>
      )}
      {status === 0 ? <CancelButton onChanged={onChanged} record={record} /> : null}
      <ComplainLink
        about={{ kind: 'withdrawal', id: record.id }}
        className="-ms-3 -mb-2 justify-self-start"
      />
    </Panel>
  )
}

function Missing({ missing }: { missing: string }) {
  const t = useDictionary('funds')
  const known = missing === 'identity' || missing === 'second_operator' ? missing : 'other'
  return (
    <div className="rounded-8 bg-warn-soft px-3 py-2 text-13 text-warn">
      <p>
        <span className="font-semibold">{t('withdraw.missing')}</span> {t(`withdraw.missing.${known}`)}
      </p>
      {known === 'other' ? <SupportButton className="-ms-3" /> : null}
    </div>
  )
}

function CancelButton({ record, onChanged }: WithdrawCardProps) {
  const t = useDictionary('funds')
  const { caller, portfolio } = useParts()
  const [isAsking, setIsAsking] = useState(false)
  const { isBusy, run } = useSingleFlight()
  // The list is read again after a failure, too: the review may have begun meanwhile.
  const cancel = () =>
    run(async () => {
      try {
        await cancelWithdrawal(caller.call, record.id)
        void portfolio.refresh()
      } catch (failure) {
        if (!isCallFailure(failure)) throw failure
      }
      onChanged()
      setIsAsking(false)
    })
  return (
    <>
      <Button onClick={() => setIsAsking(true)} variant="secondary">
        {t('withdraw.cancel')}
      </Button>
      <LateDialog
        busy={isBusy}
        cancelLabel={t('withdraw.cancel.keep')}
        confirmLabel={t('withdraw.cancel')}
        isOpen={isAsking}
        onConfirm={() => void cancel()}
        setIsOpen={setIsAsking}
        text={t('withdraw.cancel.text', { amount: usdText(record.number) })}
        title={t('withdraw.cancel.title')}
        tone="danger"
      />
    </>
  )
}

function RecordSkeleton() {
  return (
    <div className="px-4 pb-3">
      <Panel className="grid gap-3">
        <div className="flex justify-between">
          <Skeleton className="h-5 w-32" />
          <Skeleton className="h-5 w-20" />
        </div>
        <Skeleton className="h-10 w-full" />
        <Skeleton className="h-4 w-full" />
        <Skeleton className="h-4 w-full" />
      </Panel>
    </div>
  )
}
