import { useState } from 'react'
import { useLocation } from 'wouter'
import { isCallFailure } from '#browser/calls/call-failure.ts'
import type { PayoutMethodAnswer } from '#contract/calls/funds.ts'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { List } from '#ui/list.tsx'
import { Panel } from '#ui/panel.tsx'
import { Screen } from '#ui/screen.tsx'
import { deletePayoutMethod, readPayoutMethods } from '#web/calls/funds.ts'
import { useDictionary, useParts } from '#web/parts/app-parts.tsx'
import { isolateLtr } from '#web/parts/bidi.ts'
import { accountOf, PayoutMethodText, WaitingBadge } from '#web/parts/funds/payout-method.tsx'
import { LateDialog } from '#web/parts/late-code.tsx'
import { useBack } from '#web/parts/navigation.ts'
import type { ScreenProps } from '#web/parts/screen-props.ts'
import { useServerQuery } from '#web/parts/server-query.ts'
import { useSingleFlight } from '#web/parts/use-single-flight.ts'

/** Saved coin addresses, or saved bank accounts. */
export function PayoutMethodsScreen({ name }: ScreenProps) {
  const t = useDictionary('funds')
  const [, go] = useLocation()
  const back = useBack('/mine/wallet')
  const type = name === 'bank_card_list' ? 2 : 1
  const addPath = `/mine/withdraw-way?type=${type}`
  const query = useServerQuery({
    key: ['payout_methods', type],
    read: (call, signal) => readPayoutMethods(call, { draw_type: type }, signal),
  })
  const refresh = async () => void (await query.refetch())
  const add = { href: addPath, onSelect: () => go(addPath) }
  return (
    <Screen
      actions={<IconButton {...add} icon="plus" label={t(`method.add.${type}`)} />}
      back={back}
      title={t(`title.${name}`)}
    >
      <div className="pt-1 pb-6">
        <List
          empty={
            <EmptyState
              action={<ButtonLink {...add}>{t(`method.add.${type}`)}</ButtonLink>}
              icon={type === 1 ? 'wallet' : 'card'}
              text={t('method.none.text')}
              title={t(`method.none.${type}`)}
            />
          }
          failedText={t('method.failed')}
          items={query.data ?? []}
          keyOf={({ id }) => String(id)}
          label={t(`title.${name}`)}
          onRefresh={() => void refresh()}
          onRetry={() => void refresh()}
          skeletonCount={3}
          state={query.data !== undefined ? 'ready' : query.isFetching ? 'loading' : 'failed'}
          variant="cards"
        >
          {(method) => <PayoutMethodCard method={method} onDeleted={refresh} />}
        </List>
      </div>
    </Screen>
  )
}

type PayoutMethodCardProps = {
  readonly method: PayoutMethodAnswer
  readonly onDeleted: () => Promise<void>
}

function PayoutMethodCard({ method, onDeleted }: PayoutMethodCardProps) {
  const t = useDictionary('funds')
  const [isAsking, setIsAsking] = useState(false)
  return (
    <Panel className="flex items-start gap-2 pe-2">
      <div className="grid min-w-0 grow justify-items-start gap-1">
        <PayoutMethodText method={method} />
        <WaitingBadge until={method.usable_at} />
      </div>
      <IconButton
        className="-my-2 text-dim"
        icon="trash"
        label={t('method.delete', { name: isolateLtr(accountOf(method)) })}
        onSelect={() => setIsAsking(true)}
      />
      <DeleteDialog isOpen={isAsking} method={method} onDeleted={onDeleted} setIsOpen={setIsAsking} />
    </Panel>
  )
}

type DeleteDialogProps = PayoutMethodCardProps & {
  readonly isOpen: boolean
  readonly setIsOpen: (isOpen: boolean) => void
}

function DeleteDialog({ method, onDeleted, isOpen, setIsOpen }: DeleteDialogProps) {
  const t = useDictionary('account', 'funds')
  const { caller } = useParts()
  const { isBusy, run } = useSingleFlight()
  // The list is read again after a failure, too: the method may be gone.
  const confirm = () =>
    run(async () => {
      await deletePayoutMethod(caller.call, method.id).catch((failure: unknown) => {
        if (!isCallFailure(failure)) throw failure
      })
      await onDeleted()
      setIsOpen(false)
    })
  return (
    <LateDialog
      busy={isBusy}
      cancelLabel={t('mine.cancel')}
      confirmLabel={t('method.delete.confirm')}
      isOpen={isOpen}
      onConfirm={() => void confirm()}
      setIsOpen={setIsOpen}
      text={t('method.delete.text')}
      title={t('method.delete.title')}
      tone="danger"
    >
      <p className="break-all text-13">
        <span className="ltr-isolate">{accountOf(method)}</span>
      </p>
    </LateDialog>
  )
}
