// Checks of a batch of format 2: its Merkle root and salts, its accounts, their versions, and the orders before.
import type { TradingAccount } from '#core/decision/decision.ts'
import {
  type JournalEntry,
  leafHash,
  leavesOf,
  merkleRoot,
  orderBefore,
  type Page,
  type PageAccount,
} from '#server/engine/engine.ts'
import { firstDifference, isSameOrder } from '#server/verify/differences.ts'
import type { Findings } from '#server/verify/findings.ts'
import type { JournalRow } from '#server/verify/journal-store.ts'
import type { JournalPosition, ReplayedState } from '#server/verify/replayed-state.ts'

const table = 'journal'

/** `page` is undefined for a batch of format 1, which must not have a root. */
export function checkPage(
  { seq, root }: JournalRow,
  page: Page | undefined,
  entries: readonly JournalEntry[],
  findings: Findings,
): void {
  const about = { kind: 'journal', seq, table } as const
  if ((root === null) !== (page === undefined)) {
    const message = 'does not agree with the format of the packed batch'
    findings.add({ ...about, column: 'root', message })
    return
  }
  if (root === null || page === undefined) return
  checkRoot(root, page, seq, findings)
  checkAccounts(page.accounts, entries, seq, findings)
}

function checkRoot(root: Buffer, page: Page, seq: number, findings: Findings): void {
  const leaves = leavesOf(page, { group: 0, seq }).map(leafHash)
  const expected = leaves.length === 0 ? '' : merkleRoot(leaves)
  const found = root.toString('hex')
  if (found === expected) return
  const message = 'is not the Merkle root over the entries of the accounts'
  findings.add({ kind: 'journal', seq, table, column: 'root', message, expected, found })
}

/** Ascending by user id, each with a salt of its own, and with all entries of the batch between them. */
function checkAccounts(
  accounts: readonly PageAccount[],
  entries: readonly JournalEntry[],
  seq: number,
  findings: Findings,
): void {
  const report = (userId: number | undefined, message: string, more = {}) =>
    findings.add({ kind: 'journal', seq, userId, table, column: 'packed', message, ...more })
  let before = 0
  for (const { userId, changes, entries: positions } of accounts) {
    if (userId <= before) report(userId, 'its leaf is not after that of a lower user id')
    before = userId
    if (positions.length === 0) report(userId, 'has a leaf, but no entry')
    const expected = positions.filter((at) => entries[at]?.outcome.kind === 'decided').length
    if (changes !== expected)
      report(userId, 'its leaf counts other changes than its entries', { expected, found: changes })
  }
  const known = new Set(accounts.map(({ userId }) => userId))
  for (const [at, { command }] of entries.entries())
    if (!known.has(command.userId)) report(command.userId, 'has an entry, but no leaf', { entry: at + 1 })
  if (new Set(accounts.map(({ salt }) => salt.toString('hex'))).size !== accounts.length)
    report(undefined, 'has the same salt twice')
}

/** Versions count the changes of each account since format 2. Called after the replay of the batch. */
export function checkVersions(page: Page, seq: number, state: ReplayedState, findings: Findings): void {
  for (const { userId, version } of page.accounts) {
    const expected = state.accounts.get(userId)?.version ?? 0
    if (version === expected) continue
    const message = 'the version in its leaf does not follow from the entries before it'
    findings.add({
      kind: 'invariant',
      seq,
      userId,
      table,
      column: 'packed',
      message,
      expected,
      found: version,
    })
  }
}

/** The orders before, as the entry describes them, must be those of the replayed account. */
export function checkOrdersBefore(
  entry: JournalEntry,
  account: TradingAccount | undefined,
  at: JournalPosition,
  findings: Findings,
): void {
  const { command, outcome, ordersBefore = {} } = entry
  const report = (row: number, message: string, more = {}) =>
    findings.add({ kind: 'invariant', ...at, userId: command.userId, table: 'orders', row, message, ...more })
  const orders = outcome.kind === 'decided' ? outcome.effects.orders : []
  const changed = new Set<number>()
  for (const after of orders) {
    const [known, difference] = [account?.orders.get(after.id), ordersBefore[after.id]]
    changed.add(after.id)
    if (known === undefined && difference === undefined) continue
    if (known === undefined) report(after.id, 'is new, but the entry says how it was before')
    else if (difference === undefined)
      report(after.id, 'existed, but the entry does not say how it was before')
    else {
      const before = orderBefore(after, difference)
      if (isSameOrder(known, before)) continue
      const { path, expected, found } = firstDifference(known, before) ?? { path: '' }
      report(after.id, 'was not as the entry says', { column: path, expected, found })
    }
  }
  for (const id of Object.keys(ordersBefore).map(Number))
    if (!changed.has(id)) report(id, 'is not changed, but the entry says how it was before')
}
