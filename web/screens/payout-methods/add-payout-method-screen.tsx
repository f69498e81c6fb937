import { useId } from 'react'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Screen } from '#ui/screen.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { readPayoutMethods } from '#web/calls/funds.ts'
import { useDictionary, useParts } from '#web/parts/app-parts.tsx'
import type { SentRequest } from '#web/parts/funds/funds-requests.ts'
import { UnconfirmedFunds } from '#web/parts/funds/unconfirmed-funds.tsx'
import { useUnconfirmed } from '#web/parts/funds/use-funds.ts'
import { LoadFailed } from '#web/parts/load-failed.tsx'
import { useBack } from '#web/parts/navigation.ts'
import type { ScreenProps } from '#web/parts/screen-props.ts'
import { useQueryClient, useServerQuery } from '#web/parts/server-query.ts'
import { PayoutMethodForm } from '#web/screens/payout-methods/payout-method-form.tsx'
import { type PayoutType, payoutTypeOf } from '#web/screens/payout-methods/payout-method-state.ts'
import { usePayoutMethodForm } from '#web/screens/payout-methods/use-payout-method-form.ts'

const methodKinds = ['payout_method'] as const

/** Adds a coin address or a bank account. Leads back to where the user came from. */
export function AddPayoutMethodScreen({ search }: ScreenProps) {
  const t = useDictionary('funds')
  const type = payoutTypeOf(search)
  const back = useBack(type === 1 ? '/mine/coin-address-list' : '/mine/bank-card-list')
  const client = useQueryClient()
  const id = useId()
  const sent = useUnconfirmed(methodKinds)
  const onSaved = () => {
    void client.invalidateQueries()
    back.onSelect?.()
  }
  const form = usePayoutMethodForm(type, search, onSaved)
  const { data, isFetching, refetch } = form.currencies
  const status =
    data !== undefined ? (data.length === 0 ? 'none' : 'ready') : isFetching ? 'loading' : 'failed'
  return (
    <Screen
      back={back}
      footer={
        status === 'ready' && sent === undefined ? (
          <Button busy={form.isBusy} form={id} full size="large" type="submit">
            {t('method.submit')}
          </Button>
        ) : undefined
      }
      title={t(`method.add.${type}`)}
    >
      <div className="px-4 pt-1 pb-6">
        {sent !== undefined ? <UnconfirmedMethod onDone={onSaved} sent={sent} /> : null}
        {sent === undefined && status === 'loading' ? <Skeleton className="h-80 w-full" shape="box" /> : null}
        {sent === undefined && status === 'failed' ? (
          <LoadFailed
            onRetry={async () => void (await refetch())}
            text={t('funds.load_failed.text')}
            title={t('funds.load_failed')}
          />
        ) : null}
        {sent === undefined && status === 'none' ? (
          <EmptyState
            icon="card"
            text={t('withdraw.no_channel.text')}
            title={t(`withdraw.no_channel.${type}`)}
          />
        ) : null}
        {sent === undefined && status === 'ready' ? (
          <PayoutMethodForm form={form} id={id} type={type} />
        ) : null}
      </div>
    </Screen>
  )
}

function UnconfirmedMethod({ sent, onDone }: { sent: SentRequest; onDone: () => void }) {
  const { caller } = useParts()
  const input = 'draw_id' in sent.input ? sent.input : undefined
  const type: PayoutType = input?.type === 2 ? 2 : 1
  const { data, isFetching, isError, refetch } = useServerQuery({
    key: ['payout_methods', 'check', sent.key],
    read: (_, signal) => readPayoutMethods(caller.call, { draw_type: type }, signal),
    isForgotten: true,
  })
  const isSaved = (data ?? []).some(({ dc_address, payee_account, draw_currency }) => {
    const isSame = type === 1 ? dc_address === input?.dc_address : payee_account === input?.payee_account
    return isSame && draw_currency.id === input?.draw_id
  })
  return (
    <UnconfirmedFunds
      check={isFetching ? 'checking' : isError ? 'failed' : isSaved ? 'found' : 'missing'}
      onCheckAgain={() => void refetch()}
      onDone={onDone}
      sent={sent}
    />
  )
}
