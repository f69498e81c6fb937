import type { ChargeRecord } from '#contract/calls/funds.ts'
import { Badge, type BadgeTone } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Figure } from '#ui/figure.tsx'
import { List } from '#ui/list.tsx'
import { Panel } from '#ui/panel.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { readDeposits } from '#web/calls/funds.ts'
import { useDictionary } from '#web/parts/app-parts.tsx'
import { ComplainLink } from '#web/parts/complaints/complain-link.tsx'
import { shortDecimal, usdDecimal } from '#web/parts/funds/amount-text.ts'
import { SummaryLine } from '#web/parts/funds/funds-lines.tsx'
import { useOnAccountChange } from '#web/parts/funds/use-funds.ts'
import { usePagedList } from '#web/parts/lists/use-paged-list.ts'
import { useDateFormat } from '#web/parts/use-date-format.ts'

const keyOf = ({ id }: ChargeRecord) => String(id)

/** Status 0 to 3. A status that a newer server sends shows as under review. */
const tones: readonly BadgeTone[] = ['warn', 'good', 'danger', 'neutral']
const statusOf = ({ status }: ChargeRecord) => (status === 1 || status === 2 || status === 3 ? status : 0)

type DepositRecordsProps = {
  /** 0 coin, 1 bank. */
  readonly type: 0 | 1
  readonly onVoucher: (record: ChargeRecord) => void
}

/** Deposits of one kind, newest first. */
export function DepositRecords({ type, onVoucher }: DepositRecordsProps) {
  const t = useDictionary('funds')
  const list = usePagedList<ChargeRecord>({
    key: ['deposits', type],
    readPage: (call, page, signal) => readDeposits(call, { type, page }, signal),
    keyOf,
  })
  useOnAccountChange(list.prependNew)
  return (
    <List
      empty={
        <EmptyState icon="deposit" text={t('deposit.records.none_text')} title={t('deposit.records.none')} />
      }
      failedText={t('deposit.records.failed')}
      hasMore={list.hasMore}
      items={list.items}
      keyOf={keyOf}
      label={t('deposit.records')}
      onMore={list.loadMore}
      onRefresh={list.refresh}
      onRetry={list.retry}
      skeleton={<RecordSkeleton />}
      skeletonCount={4}
      state={list.status}
      variant="cards"
    >
      {(record) => <DepositCard onVoucher={() => onVoucher(record)} record={record} />}
    </List>
  )
}

function DepositCard({ record, onVoucher }: { record: ChargeRecord; onVoucher: () => void }) {
  const t = useDictionary('funds')
  const { dateTime } = useDateFormat()
  const status = statusOf(record)
  const { currency_code, protocol_code, number, credited, created_at, remark, proofImg } = record
  return (
    <Panel>
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <Figure className="text-17 font-semibold" unit={currency_code} value={shortDecimal(number)} />
        <Badge tone={tones[status]}>{t(`deposit.status.${status}`)}</Badge>
      </div>
      <p className="flex flex-wrap gap-x-2 text-12 text-dim tabular-nums">
        <span>{dateTime(created_at)}</span>
        {protocol_code === '' ? null : <span className="ltr-isolate">{protocol_code}</span>}
      </p>
      {status > 1 ? null : (
        <dl className="mt-1">
          <SummaryLine label={t(status === 1 ? 'deposit.record.credited' : 'deposit.record.to_credit')}>
            <Figure tone={status === 1 ? 'rise' : 'neutral'} unit="USD" value={usdDecimal(credited)} />
          </SummaryLine>
        </dl>
      )}
      {remark === '' ? null : (
        <p className="mt-2 rounded-8 bg-danger-soft px-3 py-2 text-13 text-danger">
          <span className="block font-semibold">{t('deposit.record.remark')}</span>
          <span className="block break-words whitespace-pre-line" dir="auto">
            {remark}
          </span>
        </p>
      )}
      <div className="-mx-3 -mb-2 mt-1 flex flex-wrap justify-between">
        {proofImg === '' ? null : (
          <Button icon="eye" onClick={onVoucher} size="small" variant="quiet">
            {t('deposit.record.voucher')}
          </Button>
        )}
        <ComplainLink about={{ kind: 'deposit', id: record.id }} />
      </div>
    </Panel>
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
        <Skeleton className="h-3 w-40" />
        <Skeleton className="h-4 w-full" />
        <Skeleton className="h-4 w-24" />
      </Panel>
    </div>
  )
}
