import type { Command } from '#core/decision/command.ts'
import { decide } from '#core/decision/decide.ts'
import type { Decision, Effects, NoChange, TradingAccount } from '#core/decision/decision.ts'
import type { Movement } from '#core/ledger/movement.ts'
import type { Book } from '#core/ledger/transfer.ts'
import {
  boardFromSnapshot,
  canDecideAgain,
  type JournalEntry,
  storedOutcomeOf,
} from '#server/engine/engine.ts'
import { checkOrdersBefore, checkPage, checkVersions } from '#server/verify/check-page.ts'
import { areSameEffects, type Difference, firstDifference } from '#server/verify/differences.ts'
import type { Findings } from '#server/verify/findings.ts'
import { applyFreeze, checkFreeze } from '#server/verify/freezes.ts'
import { invariantViolations } from '#server/verify/invariants.ts'
import type { Chain } from '#server/verify/journal-chain.ts'
import type { JournalRow } from '#server/verify/journal-store.ts'
import { type ReadableBatch, unpackBatch } from '#server/verify/read-batch.ts'
import {
  applyEffects,
  type ExpectedOutcome,
  type ExpectedRows,
  type JournalPosition,
  type ReplayedAccount,
  type ReplayedMovement,
  type ReplayedState,
  tradingAccount,
} from '#server/verify/replayed-state.ts'

type BatchParts = ReplayParts & { readonly chain: Chain; readonly tally: Tally }

/**
 * `chain_only` after an unreadable batch: later decisions depend on it and cannot be repeated, so only the hash chain
 * is still checked.
 */
export type ReplayScope = 'full' | 'chain_only'

export function replayBatch(
  parts: BatchParts,
  row: JournalRow,
  scope: ReplayScope,
  expectedRows: ExpectedRows,
): ReplayScope {
  const isNext = parts.chain.link(row)
  parts.tally.batches += 1
  if (scope === 'chain_only' || !isNext) return 'chain_only'
  const batch = readBatch(parts, row)
  if (batch === undefined) return 'chain_only'
  const { entries, page } = batch
  checkPage(row, page, entries, parts.findings)
  parts.state.hasVersions ||= page !== undefined
  for (const [index, entry] of entries.entries()) {
    const at = { seq: row.seq, entry: index + 1 }
    const replayed = replayOrReport(parts, entry, at, expectedRows)
    if (replayed === undefined) return 'chain_only'
    countCommand(parts.tally, entry.command.kind, replayed)
  }
  if (page !== undefined) checkVersions(page, row.seq, parts.state, parts.findings)
  return 'full'
}

/** A tampered entry may be valid in form and still be impossible to apply. */
function replayOrReport(
  parts: BatchParts,
  entry: JournalEntry,
  at: JournalPosition,
  expectedRows: ExpectedRows,
): ReplayMode | undefined {
  try {
    return replayEntry(parts, entry, at, expectedRows)
  } catch (fault) {
    const why = fault instanceof Error ? fault.message : 'unknown error'
    const about = { kind: 'journal', ...at, table: 'journal', column: 'packed' } as const
    parts.findings.add({ ...about, message: `cannot be applied: ${why}` })
    return undefined
  }
}

function readBatch(
  { findings, rules: ours }: BatchParts,
  { seq, packed }: JournalRow,
): ReadableBatch | undefined {
  const about = { kind: 'journal', seq, table: 'journal', column: 'packed' } as const
  if (packed === undefined) {
    findings.add({ ...about, message: 'exceeds the size limit of a batch' })
    return undefined
  }
  const unpacked = unpackBatch(packed)
  if (unpacked.kind === 'unreadable') {
    findings.add({ ...about, entry: unpacked.entry, message: `cannot be read: ${unpacked.why}` })
    return undefined
  }
  const newer = unpacked.entries.findIndex(({ rules }) => rules > ours)
  if (newer === -1) return unpacked
  findings.add({
    ...about,
    entry: newer + 1,
    message: 'was decided by newer rules: verify with the newer version',
    expected: ours,
    found: unpacked.entries[newer]?.rules,
  })
  return undefined
}

/** Number of batches and commands replayed. */
export type Tally = {
  batches: number
  readonly commands: Map<Command['kind'], number>
  readonly byMode: Record<ReplayMode, number>
}

export function createTally(): Tally {
  return { batches: 0, commands: new Map(), byMode: { decided: 0, reapplied: 0 } }
}

function countCommand({ commands, byMode }: Tally, kind: Command['kind'], replayed: ReplayMode): void {
  commands.set(kind, (commands.get(kind) ?? 0) + 1)
  byMode[replayed] += 1
}

export function commandsOf({ byMode }: Tally): number {
  return byMode.decided + byMode.reapplied
}

type ReplayParts = {
  readonly state: ReplayedState
  readonly findings: Findings
  /** The version of the rules used to repeat decisions. */
  readonly rules: number
}

/** The first version. An entry that claims an older one would never be decided again. */
const oldestRules = 1

/** `reapplied`: older rules may have decided it otherwise, so its effects are applied without deciding again. */
type ReplayMode = 'decided' | 'reapplied'

/**
 * Decides an entry again and compares the result. Continues from the journalled effects, so that one fault is not
 * reported again in everything that depends on it.
 */
function replayEntry(
  parts: ReplayParts,
  entry: JournalEntry,
  at: JournalPosition,
  expectedRows: ExpectedRows,
): ReplayMode {
  const { state, rules } = parts
  const account = state.accounts.get(entry.command.userId)
  state.lastTimeMs = Math.max(state.lastTimeMs, entry.timeMs)
  checkRules(parts, entry, at)
  checkFreeze(parts, entry, at)
  checkIds(parts, entry, at)
  const isOld = !canDecideAgain(entry, rules)
  const known = account === undefined ? undefined : tradingAccount(state, account)
  if (state.hasVersions) checkOrdersBefore(entry, known, at, parts.findings)
  const redecision = isOld ? undefined : redecide(known, entry)
  if (redecision !== undefined && redecision.kind !== 'same') reportDifference(parts, entry, at, redecision)
  const decision = redecision?.kind === 'same' ? redecision.decision : undefined
  const expectedOutcome = expectedOutcomeOf(entry, decision)
  if (expectedOutcome !== undefined) expectedRows.outcomes.push({ at, row: expectedOutcome })
  // If the new decision equals the journalled one, it is used instead: it shares objects with the state and saves
  // memory.
  const outcome = decision ?? entry.outcome
  if (outcome.kind === 'decided')
    applyDecided(parts, { entry, at, account, effects: outcome.effects }, expectedRows)
  return isOld ? 'reapplied' : 'decided'
}

/** Versions never decrease: an entry that claims older rules than the one before would escape the check. */
function checkRules({ findings, state }: ReplayParts, entry: JournalEntry, at: JournalPosition): void {
  const { kind, userId } = entry.command
  const isKnown = entry.rules >= oldestRules
  const message = isKnown
    ? `${kind}: was decided by older rules than the entries before it`
    : `${kind}: names a version of the rules that never existed`
  if (!isKnown || entry.rules < state.rules)
    findings.add({ kind: 'invariant', ...at, userId, message, found: entry.rules })
  state.rules = Math.max(state.rules, entry.rules)
}

/** Ids are consecutive: none is used twice and none is skipped. */
function checkIds({ state, findings }: ReplayParts, entry: JournalEntry, at: JournalPosition): void {
  const { kind, userId } = entry.command
  for (const name of ['nextOrderId', 'nextTransferId'] as const) {
    if (entry[name] === state[name]) continue
    const message = `${kind}: its ${name} does not follow from the entries before it`
    findings.add({ kind: 'invariant', ...at, userId, message, expected: state[name], found: entry[name] })
    state[name] = entry[name]
  }
}

function reportDifference(
  { findings }: ReplayParts,
  { command: { kind, userId } }: JournalEntry,
  at: JournalPosition,
  redecision: Exclude<Redecision, { readonly kind: 'same' }>,
): void {
  const where = { kind: 'decision', ...at, userId } as const
  if (redecision.kind === 'failed') {
    findings.add({ ...where, message: `${kind}: cannot be decided again: ${redecision.fault}` })
    return
  }
  const { path, expected, found } = redecision.difference
  const message = `${kind}: the repeated decision differs`
  findings.add({ ...where, column: path === '' ? undefined : path, message, expected, found })
}

type DecidedEntry = {
  readonly entry: JournalEntry
  readonly at: JournalPosition
  readonly account: ReplayedAccount | undefined
  readonly effects: Extract<JournalEntry['outcome'], { readonly kind: 'decided' }>['effects']
}

function applyDecided(
  { state, findings }: ReplayParts,
  { entry, at, account, effects }: DecidedEntry,
  expectedRows: ExpectedRows,
): void {
  const { command, timeMs } = entry
  const { userId } = command
  const book: Book = account?.book ?? (command.kind === 'open_account' ? command.book : 'real')
  const known = effects.movement === null ? undefined : knownMovement(effects.movement, state, expectedRows)
  const subject = { userId, book, account, nextOrderId: state.nextOrderId, known }
  for (const violation of invariantViolations(subject, effects))
    findings.add({ kind: 'invariant', ...at, userId, ...violation })
  applyEffects(state, { userId, book, timeMs, at }, effects, expectedRows)
  applyFreeze(state, command, timeMs, at)
}

/** A locked movement, or a settled one whose row has not been compared yet. */
function knownMovement(
  { reference }: Movement,
  { locked }: ReplayedState,
  { movements }: ExpectedRows,
): ReplayedMovement | undefined {
  return locked.get(reference) ?? movements.get(reference)?.row
}

/** The outcome stored for the command's key. Account openings and ticks have no key. */
function expectedOutcomeOf(
  { command, timeMs, outcome }: JournalEntry,
  decision: Exclude<Decision, NoChange> | undefined,
): ExpectedOutcome | undefined {
  const { userId, kind } = command
  if (kind === 'open_account' || kind === 'judge_tick') return undefined
  return {
    userId,
    timeMs,
    key: kind === 'burn_key' ? command.key : undefined,
    outcome: decision === undefined ? undefined : storedOutcomeOf(decision),
    isRequired: outcome.kind !== 'decided',
  }
}

type Redecision =
  | { readonly kind: 'same'; readonly decision: Exclude<Decision, NoChange> }
  | { readonly kind: 'different'; readonly difference: Difference }
  | { readonly kind: 'failed'; readonly fault: string }

/** Repeats the decision of an entry with its journalled inputs and the replayed account. */
function redecide(account: TradingAccount | undefined, entry: JournalEntry): Redecision {
  try {
    const decision = decide(account, entry.command, {
      timeMs: entry.timeMs,
      board: boardFromSnapshot(entry.board),
      feed: entry.feed,
      feeMode: entry.feeMode,
      isRealOpeningBlocked: entry.isRealOpeningBlocked === true,
      market: entry.market ?? undefined,
      nextOrderId: entry.nextOrderId,
    })
    return compareOutcome(decision, entry.outcome)
  } catch (fault) {
    // Tampered inputs, such as an order without a price or an unsafe amount.
    return { kind: 'failed', fault: fault instanceof Error ? fault.message : 'unknown' }
  }
}

function compareOutcome(decision: Decision, outcome: JournalEntry['outcome']): Redecision {
  if (decision.kind === 'nothing') return differentKind(decision.kind, outcome.kind)
  if (decision.kind !== outcome.kind)
    return differentKind(describeOutcome(decision), describeOutcome(outcome))
  const difference =
    decision.kind === 'decided' && outcome.kind === 'decided'
      ? effectsDifference(decision.effects, outcome.effects)
      : firstDifference(decision, outcome)
  return difference === undefined ? { kind: 'same', decision } : { kind: 'different', difference }
}

function effectsDifference(expected: Effects, found: Effects): Difference | undefined {
  return areSameEffects(expected, found) ? undefined : firstDifference(expected, found)
}

function differentKind(expected: string, found: string): Redecision {
  return { kind: 'different', difference: { path: '', expected, found } }
}

function describeOutcome(outcome: Exclude<Decision, NoChange> | JournalEntry['outcome']): string {
  return outcome.kind === 'refused' ? `refused: ${outcome.reason}` : outcome.kind
}
