import type { Command } from '#core/decision/command.ts'
import type { JournalEntry } from '#server/engine/engine.ts'
import type { PoolClient } from '#server/storage/storage.ts'
import { compareRow, type Findings, reportExtra, reportMissing } from '#server/verify/findings.ts'
import type {
  ExpectedFreeze,
  JournalPosition,
  Located,
  ReplayedState,
} from '#server/verify/replayed-state.ts'
import { readFreezes } from '#server/verify/tables-store.ts'

/** Written down again, independently of the engine. A second freeze is not allowed either. */
const isAllowedWhenFrozen: Readonly<Record<Command['kind'], boolean>> = {
  open_account: false,
  open_order: false,
  close_order: false,
  close_many: false,
  reverse_order: false,
  amend_order: false,
  cancel_order: false,
  set_stops: false,
  burn_key: true,
  reset_demo: false,
  deposit: false,
  request_withdrawal: false,
  void_withdrawal: false,
  advance_withdrawal: false,
  finish_withdrawal: false,
  adjust: false,
  freeze_account: false,
  lift_freeze: true,
  judge_tick: false,
}

/**
 * Between a freeze and its lift, nothing may be decided on the account. A lift names the freeze that it ends; those of
 * earlier versions name none.
 */
export function checkFreeze(
  { state, findings }: { readonly state: ReplayedState; readonly findings: Findings },
  { command, outcome }: JournalEntry,
  at: JournalPosition,
): void {
  const { kind, userId } = command
  const report = (message: string) =>
    findings.add({ kind: 'invariant', ...at, userId, message: `${kind}: ${message}` })
  if (state.frozen.has(userId) && !isAllowedWhenFrozen[kind]) report('the account was frozen')
  if (kind !== 'lift_freeze' || command.frozenAtMs === undefined || outcome.kind !== 'decided') return
  if (command.frozenAtMs !== state.frozen.get(userId)) report('it names another freeze')
}

/** Keeps a decided freeze or lift for the comparison with its row. */
export function applyFreeze(state: ReplayedState, command: Command, atMs: number, at: JournalPosition): void {
  const row = freezeRow(command, atMs, at.seq)
  if (row !== undefined) keepFreeze(state, { at, row })
}

export function keepFreeze({ frozen, freezes }: ReplayedState, freeze: Located<ExpectedFreeze>): void {
  const { userId, kind, atMs } = freeze.row
  if (kind === 'frozen') frozen.set(userId, atMs)
  else frozen.delete(userId)
  freezes.push(freeze)
}

function freezeRow(command: Command, atMs: number, seq: number): ExpectedFreeze | undefined {
  const { userId } = command
  if (command.kind === 'freeze_account') {
    const { cause, detail } = command
    return { seq, userId, kind: 'frozen', cause, detail, operatorId: null, reason: null, atMs }
  }
  if (command.kind !== 'lift_freeze') return undefined
  const { operatorId, reason } = command
  return { seq, userId, kind: 'lifted', cause: null, detail: null, operatorId, reason, atMs }
}

/** Compares all rows with the replayed freezes and lifts, in order. */
export async function compareFreezes({
  client,
  state,
  findings,
}: {
  readonly client: PoolClient
  readonly state: ReplayedState
  readonly findings: Findings
}): Promise<void> {
  const found = await readFreezes(client)
  const table = 'account_freezes'
  for (const [index, { at, row }] of state.freezes.entries()) {
    const there = found[index]
    if (there === undefined) reportMissing(findings, { table, row: 'one', userId: row.userId, at })
    else {
      const { id, ...columns } = there
      compareRow(findings, row, columns, () => ({ table, row: id, userId: row.userId, at }))
    }
  }
  for (const { id, userId } of found.slice(state.freezes.length))
    reportExtra(findings, { table, row: id, userId })
}
