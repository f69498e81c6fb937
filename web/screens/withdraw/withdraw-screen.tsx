import { useId } from 'react'
import { useLocation } from 'wouter'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Screen } from '#ui/screen.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { readWithdrawals } from '#web/calls/funds.ts'
import { reviewStatusOf } from '#web/parts/account/review-status.ts'
import { useAccount, useDictionary, useParts } from '#web/parts/app-parts.tsx'
import { isZero } from '#web/parts/funds/funds-amounts.ts'
import type { SentRequest } from '#web/parts/funds/funds-requests.ts'
import { isProbablyRecorded } from '#web/parts/funds/recorded-request.ts'
import { UnconfirmedFunds } from '#web/parts/funds/unconfirmed-funds.tsx'
import { useDrawConditions, useUnconfirmed } from '#web/parts/funds/use-funds.ts'
import { useLateOverlay } from '#web/parts/late-code.tsx'
import { LoadFailed } from '#web/parts/load-failed.tsx'
import { useBack } from '#web/parts/navigation.ts'
import type { ScreenProps } from '#web/parts/screen-props.ts'
import { useServerQuery } from '#web/parts/server-query.ts'
import {
  equalWithdrawal,
  OpenWithdrawals,
  useOpenWithdrawals,
} from '#web/screens/withdraw/open-withdrawals.tsx'
import { useWithdraw } from '#web/screens/withdraw/use-withdraw.ts'
import { recordsType, withdrawRecordsPath } from '#web/screens/withdraw/withdraw-address.ts'
import { WaysOut, WithdrawFooter, WithdrawForm } from '#web/screens/withdraw/withdraw-form.tsx'
import { WithdrawRecords } from '#web/screens/withdraw/withdraw-records.tsx'
import { createTypedWithdrawal, nothingTyped } from '#web/screens/withdraw/withdraw-typed.ts'

export function WithdrawScreen({ search }: ScreenProps) {
  const type = recordsType(search)
  return type === undefined ? <NewWithdrawal search={search} /> : <Records type={type} />
}

const withdrawalKinds = ['withdrawal'] as const

const confirmCode = {
  load: async () => (await import('#web/screens/withdraw/confirm-withdrawal.tsx')).ConfirmWithdrawal,
}

function NewWithdrawal({ search }: { search: string }) {
  const t = useDictionary('funds')
  const [, go] = useLocation()
  const back = useBack('/user')
  const id = useId()
  const conditions = useDrawConditions()
  const open = useOpenWithdrawals()
  const withdrawal = useWithdraw(search, conditions.data, () => void open.refetch())
  const sent = useUnconfirmed(withdrawalKinds)
  const { form, confirmation, isConfirming, typed } = withdrawal
  const Confirm = useLateOverlay(confirmCode, isConfirming, withdrawal.closeConfirmation)
  const records = withdrawRecordsPath(typed.type)
  const block = useBlock(conditions, open)
  return (
    <Screen
      actions={
        <IconButton
          href={records}
          icon="history"
          label={t('withdraw.records')}
          onSelect={() => go(records)}
        />
      }
      back={back}
      footer={
        sent === undefined && block === undefined && form !== undefined ? (
          <WithdrawFooter form={form} id={id} />
        ) : undefined
      }
      title={t('title.withdraw')}
    >
      <div className="grid grid-cols-1 gap-4 px-4 pt-1 pb-6">
        {sent !== undefined ? (
          <UnconfirmedWithdrawal sent={sent} />
        ) : block !== undefined ? (
          <>
            <OpenWithdrawals open={open.data ?? []} />
            <Block
              block={block}
              onRetry={async () => void (await Promise.all([conditions.refetch(), open.refetch()]))}
            />
          </>
        ) : (
          <>
            <OpenWithdrawals open={open.data ?? []} />
            <Segmented
              items={(['1', '2'] as const).map((value) => ({ value, label: t(`withdraw.type.${value}`) }))}
              label={t('withdraw.type')}
              onChange={(next) =>
                withdrawal.change({ type: next === '2' ? 2 : 1, currencyId: undefined, methodId: undefined })
              }
              value={String(typed.type) === '2' ? '2' : '1'}
            />
            <FormOfType id={id} withdrawal={withdrawal} />
          </>
        )}
      </div>
      {Confirm === undefined || confirmation === undefined ? null : (
        <Confirm
          confirmation={confirmation}
          equal={equalWithdrawal(confirmation.draft.amount, open.data ?? [])}
          isBusy={withdrawal.isBusy || open.isFetching}
          isOpen={isConfirming}
          onClose={withdrawal.closeConfirmation}
          onConfirm={withdrawal.confirm}
        />
      )}
    </Screen>
  )
}

type Blocked = 'loading' | 'failed' | 'identity' | 'waiting' | 'empty'

/** Why no withdrawal can be requested now. Undefined if one can. The open ones must have been read. */
function useBlock(
  { data, isError }: ReturnType<typeof useDrawConditions>,
  open: ReturnType<typeof useOpenWithdrawals>,
): Blocked | undefined {
  const account = useAccount()
  if (open.data === undefined && open.isError) return 'failed'
  if (data === undefined || account.kind !== 'known') return isError ? 'failed' : 'loading'
  if (open.data === undefined) return 'loading'
  if (data.needs_identity === 1)
    return reviewStatusOf(account.user.review_status) === 1 ? 'waiting' : 'identity'
  return isZero(data.available) ? 'empty' : undefined
}

/** Each has a way out. */
function Block({ block, onRetry }: { block: Blocked; onRetry: () => Promise<void> }) {
  const t = useDictionary('funds')
  const [, go] = useLocation()
  if (block === 'loading') return <Skeleton className="h-96 w-full" shape="box" />
  if (block === 'failed')
    return <LoadFailed onRetry={onRetry} text={t('funds.load_failed.text')} title={t('funds.load_failed')} />
  if (block === 'empty')
    return (
      <EmptyState
        action={<WaysOut />}
        icon="wallet"
        text={t('withdraw.empty.text')}
        title={t('withdraw.empty')}
      />
    )
  return (
    <EmptyState
      action={
        <ButtonLink href="/mine/auth" onSelect={() => go('/mine/auth')}>
          {t('withdraw.identity.link')}
        </ButtonLink>
      }
      icon="id"
      text={t(block === 'waiting' ? 'withdraw.identity.waiting' : 'withdraw.identity.text')}
      title={t('withdraw.identity')}
    />
  )
}

type FormOfTypeProps = { readonly withdrawal: ReturnType<typeof useWithdraw>; readonly id: string }

function FormOfType({ withdrawal, id }: FormOfTypeProps) {
  const t = useDictionary('funds')
  const { currencies, form, typed } = withdrawal
  if (currencies.data?.length === 0)
    return (
      <EmptyState
        icon={typed.type === 1 ? 'wallet' : 'card'}
        text={t('withdraw.no_channel.text')}
        title={t(`withdraw.no_channel.${typed.type}`)}
      />
    )
  if (form !== undefined) return <WithdrawForm form={form} id={id} withdrawal={withdrawal} />
  if (currencies.isError)
    return (
      <LoadFailed
        onRetry={async () => void (await currencies.refetch())}
        text={t('funds.load_failed.text')}
        title={t('funds.load_failed')}
      />
    )
  return <Skeleton className="h-96 w-full" shape="box" />
}

function UnconfirmedWithdrawal({ sent }: { sent: SentRequest }) {
  const [, go] = useLocation()
  const typed = useParts().late.once(createTypedWithdrawal)
  // Both lists: the request does not say of which type it is.
  const { data, isFetching, isError, refetch } = useServerQuery({
    key: ['withdrawals', 'check', sent.key],
    read: (call, signal) =>
      Promise.all([1, 2].map((type) => readWithdrawals(call, { type, page: 1 }, signal))),
    isForgotten: true,
  })
  const records = (data ?? []).flatMap((answer) =>
    answer.data.map((record) => ({ ...record, currency: 'USD' })),
  )
  const found = isProbablyRecorded(sent, records) ? 'found' : 'missing'
  const { type } = typed.getSnapshot()
  return (
    <UnconfirmedFunds
      check={isFetching ? 'checking' : isError ? 'failed' : found}
      onCheckAgain={() => void refetch()}
      onDone={() => {
        typed.set({ ...nothingTyped, type })
        go(withdrawRecordsPath(type), { replace: true })
      }}
      sent={sent}
    />
  )
}

function Records({ type }: { type: 1 | 2 }) {
  const t = useDictionary('funds')
  const [, go] = useLocation()
  const back = useBack('/mine/withdraw')
  return (
    <Screen
      back={back}
      title={t('withdraw.records')}
      top={
        <div className="px-4 pb-3">
          <Segmented
            items={(['1', '2'] as const).map((value) => ({ value, label: t(`withdraw.type.${value}`) }))}
            label={t('withdraw.type')}
            onChange={(next) => go(withdrawRecordsPath(next === '2' ? 2 : 1), { replace: true })}
            value={type === 2 ? '2' : '1'}
          />
        </div>
      }
    >
      <WithdrawRecords key={type} type={type} />
    </Screen>
  )
}
