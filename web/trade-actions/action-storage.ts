import { isRecord, parseRecord } from '#browser/platform/parse-record.ts'
import type { StoredText, TextStorage } from '#browser/storage/stored-text.ts'
import { type TradeAction, tradeActionPaths } from '#web/calls/trading.ts'
import type { SentAction } from '#web/trade-actions/action-state.ts'
import { actionKeyPrefix } from '#web/trade-actions/storage-keys.ts'

/** Actions whose outcome the user has not read yet, shared by all tabs of the browser. */
export type ActionStorage = {
  readonly all: () => readonly SentAction[]
  readonly save: (sent: SentAction) => void
  readonly remove: (key: string) => void
}

/** A sent action as JSON in the storage. The property names must not change: earlier visits have stored them. */
export type StoredAction = Omit<SentAction, 'action' | 'sessionHash'> & {
  readonly act: TradeAction
  readonly mark: string
}

/** The limit for all users together. Beyond it the oldest actions are dropped. */
const maxStoredActions = 200
/** Enough for the ids of a close of 500 orders. */
const maxTextLength = 20_000

export function createActionStorage(storage: TextStorage | undefined): ActionStorage {
  /** Actions that the storage refused, as in a private window. They last as long as the page. */
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
      // Storage that throws counts as empty.
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
      // Storage that throws has nothing to remove.
    }
  }
  return {
    all,
    remove,
    save(sent) {
      for (const { key } of all().slice(0, -(maxStoredActions - 1))) remove(key)
      try {
        if (storage === undefined) unstored.set(sent.key, sent)
        else storage.setItem(actionKeyPrefix + sent.key, JSON.stringify(toStored(sent)))
      } catch {
        unstored.set(sent.key, sent)
      }
    },
  }
}

function toStored({ action, sessionHash, ...rest }: SentAction): StoredAction {
  return { ...rest, act: action, mark: sessionHash }
}

/** Undefined for text that this app did not write, or that was cut short. */
function parseSentAction(text: string): SentAction | undefined {
  const parsed = (text.length <= maxTextLength ? parseRecord(text) : undefined) ?? {}
  const { key, act: action, userId = null, mark: sessionHash, seenAtMs, sentAtMs, market = null } = parsed
  if (typeof key !== 'string' || !/^[\w.:-]{8,128}$/.test(key) || typeof sessionHash !== 'string')
    return undefined
  if (!isTime(seenAtMs) || !isTime(sentAtMs) || !isTradeAction(action)) return undefined
  if (userId !== null && typeof userId !== 'number') return undefined
  const name = typeof market === 'string' ? market : null
  return { key, action, userId, sessionHash, seenAtMs, sentAtMs, market: name }
}

/** Reads and removes the single order that an earlier version of the app kept in sessionStorage. */
export function takeLegacyOrder(legacy: StoredText): SentAction | undefined {
  const { input, sentAtMs, ...rest } = parseRecord(legacy.read() ?? '') ?? {}
  legacy.write(undefined)
  const sent = { ...rest, act: { kind: 'place', input }, sentAtMs, seenAtMs: sentAtMs }
  return parseSentAction(JSON.stringify(sent))
}

function isTime(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0
}

/** Checks only the fields the browser reads: a stored input is never sent again. */
function isTradeAction(value: unknown): value is TradeAction {
  const { kind, input } = isRecord(value) ? value : {}
  if (!isRecord(input) || !Object.hasOwn(tradeActionPaths, String(kind))) return false
  if (kind === 'place') return typeof input['forex_id'] === 'number' && typeof input['cont'] === 'string'
  if (kind === 'close_many') return Array.isArray(input['ids']) || typeof input['ids'] === 'string'
  return kind === 'reset' || typeof input['id'] === 'number'
}
