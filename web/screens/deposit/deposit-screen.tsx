import { useId, useState } from 'react'
import { useLocation } from 'wouter'
import type { ChargeRecord } from '#contract/calls/funds.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Screen } from '#ui/screen.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { readDeposits } from '#web/calls/funds.ts'
import { useDictionary, useParts } from '#web/parts/app-parts.tsx'
import type { SentRequest } from '#web/parts/funds/funds-requests.ts'
import { isProbablyRecorded } from '#web/parts/funds/recorded-request.ts'
import { UnconfirmedFunds } from '#web/parts/funds/unconfirmed-funds.tsx'
import { useUnconfirmed } from '#web/parts/funds/use-funds.ts'
import { useLateOverlay } from '#web/parts/late-code.tsx'
import { useBack } from '#web/parts/navigation.ts'
import type { ScreenProps } from '#web/parts/screen-props.ts'
import { useServerQuery } from '#web/parts/server-query.ts'
import { useUrlOverlay } from '#web/parts/url-overlay.ts'
import { depositRecordsPath, recordsType } from '#web/screens/deposit/deposit-address.ts'
import { DepositFooter, DepositForm } from '#web/screens/deposit/deposit-form.tsx'
import { DepositRecords } from '#web/screens/deposit/deposit-records.tsx'
import { useDeposit } from '#web/screens/deposit/use-deposit.ts'

/** A new deposit, or the records. What is typed in the form is kept while the records are shown. */
export function DepositScreen({ search }: ScreenProps) {
  const deposit = useDeposit(search)
  const type = recordsType(search)
  return type === undefined ? <NewDeposit deposit={deposit} /> : <Records search={search} type={type} />
}

const depositKinds = ['coin_deposit', 'wire_deposit'] as const

const confirmCode = {
  load: async () => (await import('#web/screens/deposit/confirm-deposit.tsx')).ConfirmDeposit,
}

function NewDeposit({ deposit }: { deposit: ReturnType<typeof useDeposit> }) {
  const t = useDictionary('funds')
  const { hasSimulatedPrices } = useParts()
  const [, go] = useLocation()
  const back = useBack('/user')
  const id = useId()
  const sent = useUnconfirmed(depositKinds)
  const { form, targets, confirmation, isConfirming } = deposit
  const Confirm = useLateOverlay(confirmCode, isConfirming, deposit.closeConfirmation)
  const records = depositRecordsPath(deposit.kind === 'coin' ? 0 : 1)
  const hasForm = sent === undefined && targets.status === 'ready' && form.target !== undefined
  return (
    <Screen
      actions={
        <IconButton href={records} icon="history" label={t('deposit.records')} onSelect={() => go(records)} />
      }
      back={back}
      footer={
        hasForm && form.target !== undefined ? (
          <DepositFooter amount={form.amount} form={id} target={form.target} />
        ) : undefined
      }
      title={t('title.charge')}
    >
      <div className="grid grid-cols-1 gap-4 px-4 pt-1 pb-6">
        {hasSimulatedPrices ? (
          <Notice icon="warning" tone="danger">
            {t('funds.simulated')}
          </Notice>
        ) : null}
        {sent === undefined ? (
          <DepositForm deposit={deposit} id={id} />
        ) : (
          <UnconfirmedDeposit onDone={deposit.clear} sent={sent} />
        )}
      </div>
      {Confirm === undefined || confirmation === undefined ? null : (
        <Confirm
          confirmation={confirmation}
          isBusy={deposit.isBusy}
          isOpen={isConfirming}
          onClose={deposit.closeConfirmation}
          onConfirm={deposit.confirm}
        />
      )}
    </Screen>
  )
}

function UnconfirmedDeposit({ sent, onDone }: { sent: SentRequest; onDone: () => void }) {
  const [, go] = useLocation()
  const type = sent.kind === 'coin_deposit' ? 0 : 1
  const { data, isFetching, isError, refetch } = useServerQuery({
    key: ['deposits', 'check', sent.key],
    read: (call, signal) => readDeposits(call, { type, page: 1 }, signal),
    isForgotten: true,
  })
  const records = (data?.data ?? []).map((record) => ({ ...record, currency: record.currency_code }))
  const found = isProbablyRecorded(sent, records) ? 'found' : 'missing'
  return (
    <UnconfirmedFunds
      check={isFetching ? 'checking' : isError ? 'failed' : found}
      onCheckAgain={() => void refetch()}
      onDone={() => {
        onDone()
        go(depositRecordsPath(type), { replace: true })
      }}
      sent={sent}
    />
  )
}

const voucherCode = {
  load: async () => (await import('#web/screens/deposit/voucher-sheet.tsx')).VoucherSheet,
}

function Records({ type, search }: { type: 0 | 1; search: string }) {
  const t = useDictionary('funds')
  const [, go] = useLocation()
  const back = useBack('/mine/charge')
  const overlay = useUrlOverlay('/mine/charge', search, 'voucher')
  const [voucher, setVoucher] = useState<ChargeRecord>()
  const isOpen = overlay.value !== undefined && voucher !== undefined
  const Voucher = useLateOverlay(voucherCode, isOpen, overlay.close)
  return (
    <Screen
      back={back}
      title={t('deposit.records')}
      top={
        <div className="px-4 pb-3">
          <Segmented
            items={[
              { value: '0', label: t('deposit.records.coin') },
              { value: '1', label: t('deposit.records.bank') },
            ]}
            label={t('deposit.kind')}
            onChange={(next) => go(depositRecordsPath(next === '1' ? 1 : 0), { replace: true })}
            value={String(type)}
          />
        </div>
      }
    >
      <DepositRecords
        key={type}
        onVoucher={(record) => {
          setVoucher(record)
          overlay.open(String(record.id))
        }}
        type={type}
      />
      {Voucher === undefined ? null : (
        <Voucher onClose={overlay.close} url={isOpen ? voucher.proofImg : undefined} />
      )}
    </Screen>
  )
}
