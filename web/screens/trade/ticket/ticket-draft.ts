import { isRecord, parseRecord } from '#browser/platform/parse-record.ts'
import { createValueStore, type ValueStore } from '#browser/platform/value-store.ts'
import { type StoredText, storedText, tabStorage } from '#browser/storage/stored-text.ts'
import { formatLots, lots } from '#core/money/amounts.ts'
import type { Side } from '#core/order/order.ts'
import type { ListedMarket, MarketTerms } from '#web/markets/markets-types.ts'
import type { AppParts } from '#web/parts/app-parts.tsx'
import { noStop, type StopDraft, type StopKind } from '#web/parts/stops/stop-draft.ts'
import { lotsOf } from '#web/parts/ticket/read-draft.ts'
import type { TicketDraft } from '#web/parts/ticket/ticket-types.ts'
import type { CurrentUser } from '#web/user/current-user.ts'

export function newDraft({ id, terms }: ListedMarket, side: Side): TicketDraft {
  return {
    marketId: id,
    side,
    mode: 'market',
    target: '',
    leverage: defaultLeverage(terms),
    lots: smallestLots(terms),
    stopLoss: noStop,
    takeProfit: noStop,
  }
}

export function setSide(draft: TicketDraft, side: Side): TicketDraft {
  return { ...draft, side }
}

/** A pending order starts with the best price as its order price, unless one was typed before. */
export function setMode(draft: TicketDraft, mode: TicketDraft['mode'], best: string | null): TicketDraft {
  const isFirst = mode === 'pending' && draft.target === ''
  return { ...draft, mode, target: isFirst ? (best ?? '') : draft.target }
}

export function setTarget(draft: TicketDraft, target: string): TicketDraft {
  return { ...draft, target }
}

export function setLots(draft: TicketDraft, typed: string): TicketDraft {
  return { ...draft, lots: typed }
}

export function setLeverage(draft: TicketDraft, leverage: number): TicketDraft {
  return { ...draft, leverage }
}

export function setStop(draft: TicketDraft, kind: StopKind, stop: StopDraft): TicketDraft {
  return kind === 'stop_loss' ? { ...draft, stopLoss: stop } : { ...draft, takeProfit: stop }
}

/** The stored draft if it belongs to this market, otherwise a new one. A leverage no longer offered is replaced. */
export function draftForMarket(
  stored: TicketDraft | undefined,
  market: ListedMarket,
  side: Side,
): TicketDraft {
  const fresh = newDraft(market, side)
  if (stored?.marketId !== market.id) return fresh
  const isOffered = stored.leverage !== undefined && market.terms.leverages.includes(stored.leverage)
  return { ...stored, side, leverage: isOffered ? stored.leverage : fresh.leverage }
}

/** The draft after its order was placed: lots and leverage stay for the next order, order price and stops do not. */
export function draftAfterPlacing(placed: TicketDraft): TicketDraft {
  return { ...placed, mode: 'market', target: '', stopLoss: noStop, takeProfit: noStop }
}

export function serializeDraft(draft: TicketDraft): string {
  return JSON.stringify(draft)
}

/** Undefined for text that this app did not store. */
export function parseDraft(text: string): TicketDraft | undefined {
  const { marketId, side, mode, target, leverage, lots, stopLoss, takeProfit } = recordOf(text)
  if (typeof marketId !== 'number' || !isShort(target) || !isShort(lots)) return undefined
  if ((side !== 'buy' && side !== 'sell') || (mode !== 'market' && mode !== 'pending')) return undefined
  if (!isStopDraft(stopLoss) || !isStopDraft(takeProfit)) return undefined
  const parsedLeverage = typeof leverage === 'number' ? leverage : undefined
  return { marketId, side, mode, target, leverage: parsedLeverage, lots, stopLoss, takeProfit }
}

const preferredLeverage = 100
/** Longer than any amount that can be typed. */
const maxAmountLength = 64
const maxDraftLength = 2_000

function defaultLeverage({ leverages }: MarketTerms): number | undefined {
  return leverages.includes(preferredLeverage) ? preferredLeverage : leverages[0]
}

/** The smallest tradable size, in whole steps. */
function smallestLots({ lotStep, leastLots }: MarketTerms): string {
  const step = lotsOf(lotStep)
  const steps = Math.max(1, Math.ceil(lotsOf(leastLots) / step))
  return formatLots(lots(steps * step))
}

function recordOf(text: string): Readonly<Record<string, unknown>> {
  return (text.length <= maxDraftLength ? parseRecord(text) : undefined) ?? {}
}

function isShort(text: unknown): text is string {
  return typeof text === 'string' && text.length <= maxAmountLength
}

function isStopDraft(stop: unknown): stop is StopDraft {
  if (!isRecord(stop)) return false
  const { isOn, by, text } = stop
  return typeof isOn === 'boolean' && (by === 'price' || by === 'money' || by === 'percent') && isShort(text)
}

/** The ticket draft. It is kept across reloads and a detour to the login screen. */
export type DraftStore = ValueStore<TicketDraft | undefined>

type DraftStoreParts = {
  readonly stored: StoredText
  /** Id of the user who owns the draft; undefined for a visitor's draft. */
  readonly storedUser: StoredText
  readonly currentUser: Pick<CurrentUser, 'getSnapshot' | 'subscribe'>
}

const draftStorageKey = 'openlot.ticket'

/** The draft store of this page. */
export function draftStoreOf({ late }: AppParts): DraftStore {
  return late.once(createStoredDraft)
}

function createStoredDraft({ currentUser }: AppParts): DraftStore {
  const stored = storedText(tabStorage(), draftStorageKey)
  const storedUser = storedText(tabStorage(), `${draftStorageKey}.user`)
  return createDraftStore({ stored, storedUser, currentUser })
}

/** A visitor's draft is kept when they log in. A user's draft is hidden from other users. */
export function createDraftStore({ stored, storedUser, currentUser }: DraftStoreParts): DraftStore {
  const draft = createValueStore(parseDraft(stored.read() ?? ''))
  let ownerId = storedUser.read()

  function isOwnDraft(): boolean {
    const current = currentUser.getSnapshot()
    if (ownerId === undefined) return true
    // A user that is still loading is most likely the same user as before.
    return current.kind === 'known' ? String(current.user.id) === ownerId : current.kind !== 'visitor'
  }
  return {
    getSnapshot: () => (isOwnDraft() ? draft.getSnapshot() : undefined),
    subscribe(listener) {
      const unsubscribers = [draft.subscribe(listener), currentUser.subscribe(listener)]
      return () => {
        for (const unsubscribe of unsubscribers) unsubscribe()
      }
    },
    set(next) {
      const current = currentUser.getSnapshot()
      if (current.kind === 'known') ownerId = String(current.user.id)
      if (current.kind === 'visitor') ownerId = undefined
      storedUser.write(ownerId)
      stored.write(next === undefined ? undefined : serializeDraft(next))
      draft.set(next)
    },
  }
}
