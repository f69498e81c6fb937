import { type TradeAction, tradeActionPaths } from '#web/calls/trading.ts'
import { isRecord, parseRecord } from '#web/platform/parse-record.ts'
import type { StoredText, TextStorage } from '#web/stores/stored-text.ts'
import type { SentAction } from '#web/trade-actions/action-state.ts'
import { actionKeyPrefix } from '#web/trade-actions/storage-keys.ts'

/** The acts whose outcome has not been told yet, shared by all tabs of the browser. */
export type ActionStorage = {
  readonly all: () => readonly SentAction[]
  readonly keep: (sent: SentAction) => void
  readonly remove: (key: string) => void
}

/** Of all accounts together; beyond that the oldest are dropped. */
export const maxStoredActions = 200
/** Enough for the ids of a close of 500 orders. */
const maxTextLength = 20_000

export function createActionStorage(storage: TextStorage | undefined): ActionStorage {
  /** Only acts that the storage would not take: a private window may refuse it. Those last as long as the page. */
  const unstored = new Map<string, SentAction>()

  function read(name: string): SentAction | undefined {
    const sent = parseSentAction(storage?.getItem(name) ?? '')
    if (sent !== undefined && name === actionKeyPrefix + sent.key) return sent
    storage?.removeItem(name)
    return undefined
  }
  function stored(): readonly SentAction[] {
    try {
      const names = Object.keys(storage ?? {}).filter((name) => name.startsWith(actionKeyPrefix))
      return names.flatMap((name) => read(name) ?? [])
    } catch {
      // Storage that was taken away holds nothing.
      return []
    }
  }
  function all(): readonly SentAction[] {
    return [...stored(), ...unstored.values()].toSorted((one, other) => one.sentAtMs - other.sentAtMs)
  }
  function remove(key: string): void {
    unstored.delete(key)
    try {
      storage?.removeItem(actionKeyPrefix + key)
    } catch {
      // There is nothing left to remove.
    }
  }
  return {
    all,
    remove,
    keep(sent) {
      for (const { key } of all().slice(0, -(maxStoredActions - 1))) remove(key)
      try {
        if (storage === undefined) unstored.set(sent.key, sent)
        else storage.setItem(actionKeyPrefix + sent.key, JSON.stringify(sent))
      } catch {
        unstored.set(sent.key, sent)
      }
    },
  }
}

/** Undefined for text that this app did not write, or that was cut short. */
export function parseSentAction(text: string): SentAction | undefined {
  const parsed = (text.length <= maxTextLength ? parseRecord(text) : undefined) ?? {}
  const { key, act, userId = null, mark, seenAtMs, sentAtMs, market = null } = parsed
  if (typeof key !== 'string' || !/^[\w.:-]{8,128}$/.test(key) || typeof mark !== 'string') return undefined
  if (!isTime(seenAtMs) || !isTime(sentAtMs) || !isTradeAction(act)) return undefined
  if (userId !== null && typeof userId !== 'number') return undefined
  return {
    key,
    action: act,
    userId,
    sessionHash: mark,
    seenAtMs,
    sentAtMs,
    market: typeof market === 'string' ? market : null,
  }
}

/** The one order that an earlier version of the app kept in the tab, under 'openlot.sent_order'. It is taken out. */
export function readLegacyOrder(legacy: StoredText): SentAction | undefined {
  const { input, sentAtMs, ...rest } = parseRecord(legacy.read() ?? '') ?? {}
  legacy.write(undefined)
  const sent = { ...rest, act: { kind: 'place', input }, sentAtMs, seenAtMs: sentAtMs }
  return parseSentAction(JSON.stringify(sent))
}

function isTime(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0
}

/** Looks only as deep as the browser uses it: the input is never sent again. */
function isTradeAction(value: unknown): value is TradeAction {
  const { kind, input } = isRecord(value) ? value : {}
  if (!isRecord(input) || !Object.hasOwn(tradeActionPaths, String(kind))) return false
  if (kind === 'place') return typeof input['forex_id'] === 'number' && typeof input['cont'] === 'string'
  if (kind === 'close_many') return Array.isArray(input['ids']) || typeof input['ids'] === 'string'
  return kind === 'reset' || typeof input['id'] === 'number'
}
