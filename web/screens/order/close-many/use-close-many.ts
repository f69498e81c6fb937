import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import type { ReadableStore } from '#browser/platform/value-store.ts'
import type { CompletedAction } from '#web/calls/trading.ts'
import { type AppParts, useParts, useStore } from '#web/parts/app-parts.tsx'
import { orderActionsOf } from '#web/parts/order-actions/order-actions.ts'
import { useConfirmedAction } from '#web/parts/order-actions/use-order-actions.ts'
import {
  type CloseChoice,
  type CloseManyResult,
  type CloseSelection,
  closeChoices,
  closeManyResult,
  type OpenOrder,
  selectionOfIds,
} from '#web/screens/order/close-many/close-selection.ts'
import { type ActionState, closedOrderIds, unsettledKind } from '#web/trade-actions/action-state.ts'

type CloseManyStep =
  | { readonly kind: 'choose'; readonly choices: readonly CloseChoice[] }
  | { readonly kind: 'confirm'; readonly selection: CloseSelection; readonly count: number }
  | { readonly kind: 'done'; readonly outcome: CloseManyResult }

export type CloseMany = {
  readonly step: CloseManyStep
  readonly state: ActionState
  readonly isBusy: boolean
  /** The call is in progress, or its outcome is unknown. */
  readonly isLocked: boolean
  /** Freezes the order ids of the choice: the same ids are confirmed and sent, even if profits change meanwhile. */
  readonly choose: (choice: CloseChoice) => void
  readonly back: () => void
  readonly confirm: () => void
  readonly checkOutcome: () => void
}

export function useCloseMany(isOpen: boolean): CloseMany {
  const parts = useParts()
  const action = useMemo(() => orderActionsOf(parts).many, [parts])
  const state = useStore(action)
  const open = useOpenOrders(isOpen)
  const [chosen, setChosen] = useState<readonly number[]>()
  const [sent, setSent] = useState<CloseSelection>()
  const [outcome, setOutcome] = useState<CloseManyResult>()
  useEffect(() => (isOpen ? action.watch() : undefined), [action, isOpen])
  const unsettled = unsettledIds(state)
  const ids = unsettled ?? chosen
  function settle(done: CompletedAction | undefined): void {
    if (done?.kind !== 'close_many') return
    const known = open.map(({ order }) => order)
    setOutcome(closeManyResult(done.answer, known))
  }
  useConfirmedAction({ state, dismiss: action.dismiss }, isOpen, settle)
  function currentStep(): CloseManyStep {
    if (outcome !== undefined) return { kind: 'done', outcome }
    if (ids === undefined) return { kind: 'choose', choices: closeChoices(open) }
    // The orders of a sent call end one by one before its answer arrives. The list keeps all confirmed orders.
    const isSent = unsettled !== undefined && sent !== undefined
    const selection = isSent ? sent : selectionOfIds(open, ids)
    return { kind: 'confirm', selection, count: unsettled?.length ?? selection.orders.length }
  }
  const step = currentStep()
  return {
    ...{ step, state, isBusy: state.kind === 'busy', isLocked: unsettled !== undefined },
    choose: ({ selection }) => setChosen(selection.orders.map(({ order }) => order.id)),
    back() {
      setChosen(undefined)
      action.dismiss()
    },
    confirm() {
      if (step.kind !== 'confirm' || step.selection.input === undefined) return
      setSent(step.selection)
      void action.submit({ kind: 'close_many', input: step.selection.input }).then(settle)
    },
    checkOutcome: action.checkOutcomes,
  }
}

/** Follows prices only while the sheet is open. A closed sheet keeps its last list for the closing animation. */
function useOpenOrders(isOpen: boolean): readonly OpenOrder[] {
  const parts = useParts()
  const store = useMemo(() => createOpenOrdersStore(parts), [parts])
  return useSyncExternalStore(
    isOpen ? store.subscribe : neverCalls,
    isOpen ? store.getSnapshot : store.lastRead,
  )
}

const neverCalls = () => () => undefined

function unsettledIds(state: ActionState): readonly number[] | undefined {
  if (unsettledKind(state) === undefined || !('request' in state)) return undefined
  return state.request.kind === 'close_many' ? closedOrderIds(state.request.input) : undefined
}

type Parts = Pick<AppParts, 'portfolio' | 'markets'>

type OpenOrdersStore = ReadableStore<readonly OpenOrder[]> & {
  /** The value that `getSnapshot` returned last, without reading again. Empty before the first call. */
  readonly lastRead: () => readonly OpenOrder[]
}

/**
 * All open orders with their floating profits as one value, so that counts and sums match. The value changes
 * only when an order, a profit or a market state changes.
 */
function createOpenOrdersStore({ portfolio, markets }: Parts): OpenOrdersStore {
  let last: readonly OpenOrder[] = []

  function read(): readonly OpenOrder[] {
    return portfolio.activeOrders.getSnapshot().open.map((order) => {
      const state = markets.quote(order.market.id).getSnapshot()?.state
      return {
        order,
        profit: portfolio.figures(order.id).getSnapshot()?.profit ?? order.profit,
        // If the market is not loaded, the order is not blocked here, and the server decides.
        isBlocked: state === 'closed' || state === 'stale',
      }
    })
  }
  return {
    getSnapshot() {
      const next = read()
      if (!isSame(last, next)) last = next
      return last
    },
    lastRead: () => last,
    subscribe(listener) {
      const marketIds = new Set(portfolio.activeOrders.getSnapshot().open.map(({ market }) => market.id))
      const unsubscribers = [
        // Funds change with every account push, so this subscription also covers every change of a profit.
        portfolio.funds.subscribe(listener),
        ...[...marketIds].map((id) => markets.quote(id).subscribe(listener)),
      ]
      return () => {
        for (const unsubscribe of unsubscribers) unsubscribe()
      }
    },
  }
}

function isSame(before: readonly OpenOrder[], next: readonly OpenOrder[]): boolean {
  return (
    before.length === next.length &&
    before.every((one, index) => {
      const other = next[index]
      return one.order === other?.order && one.profit === other.profit && one.isBlocked === other.isBlocked
    })
  )
}
