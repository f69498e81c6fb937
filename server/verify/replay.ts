import type { Command } from '#core/decision/command.ts'
import { decide } from '#core/decision/decide.ts'
import type { Decision, Effects, NoChange, TradingAccount } from '#core/decision/decision.ts'
import type { Movement } from '#core/ledger/movement.ts'
import type { Book } from '#core/ledger/transfer.ts'
import { boardFromSnapshot, type JournalEntry, storedOutcomeOf } from '#server/engine/engine.ts'
import { areSameEffects, type Difference, firstDifference } from '#server/verify/differences.ts'
import type { Findings } from '#server/verify/findings.ts'
import { brokenLaws } from '#server/verify/invariants.ts'
import type { Chain } from '#server/verify/journal-chain.ts'
import type { JournalRow } from '#server/verify/journal-store.ts'
import { unpackBatch } from '#server/verify/read-batch.ts'
import {
  type AnswerWritten,
  applyEffects,
  type Place,
  type ReplayedAccount,
  type ReplayedMovement,
  type ReplayedState,
  tradingAccount,
  type Written,
} from '#server/verify/replayed-state.ts'

type BatchParts = ReplayParts & { readonly chain: Chain; readonly tally: Tally }

/**
 * `lost`: what follows cannot be decided again, for what it depends on cannot be read. From then on only the chain is
 * looked at.
 */
export type Course = 'whole' | 'lost'

export function replayBatch(parts: BatchParts, row: JournalRow, course: Course, written: Written): Course {
  const isNext = parts.chain.link(row)
  parts.tally.batches += 1
  if (course === 'lost' || !isNext) return 'lost'
  const entries = readableEntries(parts, row)
  if (entries === undefined) return 'lost'
  for (const [index, entry] of entries.entries()) {
    const at = { seq: row.seq, entry: index + 1 }
    const replayed = replayedOrFound(parts, entry, at, written)
    if (replayed === undefined) return 'lost'
    countCommand(parts.tally, entry.command.kind, replayed)
  }
  return 'whole'
}

/** An entry may have the shape of one and still be nothing that anybody could have decided. */
function replayedOrFound(
  parts: BatchParts,
  entry: JournalEntry,
  at: Place,
  written: Written,
): Replayed | undefined {
  try {
    return replayEntry(parts, entry, at, written)
  } catch (fault) {
    const why = fault instanceof Error ? fault.message : 'for reasons unknown'
    const about = { kind: 'journal', ...at, table: 'journal', column: 'packed' } as const
    parts.findings.add({ ...about, sentence: `cannot be applied: ${why}` })
    return undefined
  }
}

function readableEntries(
  { findings, rules: ours }: BatchParts,
  { seq, packed }: JournalRow,
): readonly JournalEntry[] | undefined {
  const about = { kind: 'journal', seq, table: 'journal', column: 'packed' } as const
  if (packed === undefined) {
    findings.add({ ...about, sentence: 'is longer than any batch can be' })
    return undefined
  }
  const unpacked = unpackBatch(packed)
  if (unpacked.kind === 'unreadable') {
    findings.add({ ...about, entry: unpacked.entry, sentence: `cannot be read: ${unpacked.why}` })
    return undefined
  }
  const newer = unpacked.entries.findIndex(({ rules }) => rules > ours)
  if (newer === -1) return unpacked.entries
  findings.add({
    ...about,
    entry: newer + 1,
    sentence: 'was made by a newer version of the rules: verify with that one',
    expected: ours,
    found: unpacked.entries[newer]?.rules,
  })
  return undefined
}

/** How much was gone through. */
export type Tally = {
  batches: number
  readonly commands: Map<Command['kind'], number>
  readonly how: Record<Replayed, number>
}

export function createTally(): Tally {
  return { batches: 0, commands: new Map(), how: { decided: 0, reapplied: 0 } }
}

function countCommand({ commands, how }: Tally, kind: Command['kind'], replayed: Replayed): void {
  commands.set(kind, (commands.get(kind) ?? 0) + 1)
  how[replayed] += 1
}

export function commandsOf({ how }: Tally): number {
  return how.decided + how.reapplied
}

type ReplayParts = {
  readonly state: ReplayedState
  readonly findings: Findings
  /** The version of the rules that we decide by. */
  readonly rules: number
}

/** There were none before these: what says so would be taken as it stands by everybody. */
const oldestRules = 1

/** `reapplied`: made by older rules, so that its effects are taken as they stand. */
type Replayed = 'decided' | 'reapplied'

/**
 * Decides an entry again, compares, and goes on from what is journalled: so one fault is found once, and not again in
 * everything that follows from it.
 */
function replayEntry(parts: ReplayParts, entry: JournalEntry, at: Place, written: Written): Replayed {
  const { state, rules } = parts
  const account = state.accounts.get(entry.command.userId)
  checkRules(parts, entry, at)
  checkIds(parts, entry, at)
  const isOld = entry.rules < rules
  const known = account === undefined ? undefined : tradingAccount(state, account)
  const again = isOld ? undefined : decideAgain(known, entry)
  if (again !== undefined && again.kind !== 'same') report(parts, entry, at, again)
  const decision = again?.kind === 'same' ? again.decision : undefined
  const answer = answerOf(entry, decision)
  if (answer !== undefined) written.answers.push({ at, row: answer })
  // Where both are the same, what was decided here shares what it can with the state; what was parsed is all its own.
  const outcome = decision ?? entry.outcome
  if (outcome.kind === 'decided') keep(parts, { entry, at, account, effects: outcome.effects }, written)
  return isOld ? 'reapplied' : 'decided'
}

/** Versions never fall: an entry that claims older rules than one before it would escape being decided again. */
function checkRules({ findings, state }: ReplayParts, entry: JournalEntry, at: Place): void {
  const { kind, userId } = entry.command
  const isKnown = entry.rules >= oldestRules
  const sentence = isKnown
    ? `${kind}: was decided by older rules than what is before it`
    : `${kind}: was decided by rules that never were`
  if (!isKnown || entry.rules < state.rules)
    findings.add({ kind: 'law', ...at, userId, sentence, found: entry.rules })
  state.rules = Math.max(state.rules, entry.rules)
}

/** Ids are given out one after the other, none twice and none left out. */
function checkIds({ state, findings }: ReplayParts, entry: JournalEntry, at: Place): void {
  const { kind, userId } = entry.command
  for (const name of ['nextOrderId', 'nextTransferId'] as const) {
    if (entry[name] === state[name]) continue
    const sentence = `${kind}: its ${name} does not follow from the entries before it`
    findings.add({ kind: 'law', ...at, userId, sentence, expected: state[name], found: entry[name] })
    state[name] = entry[name]
  }
}

function report(
  { findings }: ReplayParts,
  { command: { kind, userId } }: JournalEntry,
  at: Place,
  again: Exclude<Again, { readonly kind: 'same' }>,
): void {
  const where = { kind: 'decision', ...at, userId } as const
  if (again.kind === 'broken') {
    findings.add({ ...where, sentence: `${kind}: cannot be decided again: ${again.fault}` })
    return
  }
  const { path, expected, found } = again.difference
  const sentence = `${kind}: decided again it comes out otherwise`
  findings.add({ ...where, column: path === '' ? undefined : path, sentence, expected, found })
}

type Kept = {
  readonly entry: JournalEntry
  readonly at: Place
  readonly account: ReplayedAccount | undefined
  readonly effects: Extract<JournalEntry['outcome'], { readonly kind: 'decided' }>['effects']
}

function keep(
  { state, findings }: ReplayParts,
  { entry, at, account, effects }: Kept,
  written: Written,
): void {
  const { command, timeMs } = entry
  const { userId } = command
  const book: Book = account?.book ?? (command.kind === 'open_account' ? command.book : 'real')
  const known = effects.movement === null ? undefined : knownMovement(effects.movement, state, written)
  const subject = { userId, book, account, nextOrderId: state.nextOrderId, known }
  for (const breach of brokenLaws(subject, effects)) findings.add({ kind: 'law', ...at, userId, ...breach })
  applyEffects(state, { userId, book, timeMs, at }, effects, written)
}

/** One that waits, or one that was settled so lately that it is not compared with its row yet. */
function knownMovement(
  { reference }: Movement,
  { locked }: ReplayedState,
  { movements }: Written,
): ReplayedMovement | undefined {
  return locked.get(reference) ?? movements.get(reference)?.row
}

/** What a repeat of the command would hear. Openings and quotes are nobody's to repeat. */
function answerOf(
  { command, timeMs, outcome }: JournalEntry,
  decision: Exclude<Decision, NoChange> | undefined,
): AnswerWritten | undefined {
  const { userId, kind } = command
  if (kind === 'open_account' || kind === 'judge_tick') return undefined
  return {
    userId,
    timeMs,
    key: kind === 'burn_key' ? command.key : undefined,
    outcome: decision === undefined ? undefined : storedOutcomeOf(decision),
    mustBeKept: outcome.kind !== 'decided',
  }
}

type Again =
  | { readonly kind: 'same'; readonly decision: Exclude<Decision, NoChange> }
  | { readonly kind: 'other'; readonly difference: Difference }
  | { readonly kind: 'broken'; readonly fault: string }

/** Decides an entry anew, on everything it names and the account as it stands here. */
function decideAgain(account: TradingAccount | undefined, entry: JournalEntry): Again {
  try {
    const decision = decide(account, entry.command, {
      timeMs: entry.timeMs,
      board: boardFromSnapshot(entry.board),
      feed: entry.feed,
      feeMode: entry.feeMode,
      market: entry.market ?? undefined,
      nextOrderId: entry.nextOrderId,
    })
    return compared(decision, entry.outcome)
  } catch (fault) {
    // Inputs that nobody could have decided on: an order without a price, an amount beyond what can be counted.
    return { kind: 'broken', fault: fault instanceof Error ? fault.message : 'unknown' }
  }
}

function compared(decision: Decision, outcome: JournalEntry['outcome']): Again {
  if (decision.kind === 'nothing') return other(decision.kind, outcome.kind)
  if (decision.kind !== outcome.kind) return other(wordsOf(decision), wordsOf(outcome))
  const difference =
    decision.kind === 'decided' && outcome.kind === 'decided'
      ? effectsDifference(decision.effects, outcome.effects)
      : firstDifference(decision, outcome)
  return difference === undefined ? { kind: 'same', decision } : { kind: 'other', difference }
}

function effectsDifference(expected: Effects, found: Effects): Difference | undefined {
  return areSameEffects(expected, found) ? undefined : firstDifference(expected, found)
}

function other(expected: string, found: string): Again {
  return { kind: 'other', difference: { path: '', expected, found } }
}

function wordsOf(outcome: Exclude<Decision, NoChange> | JournalEntry['outcome']): string {
  return outcome.kind === 'refused' ? `refused: ${outcome.reason}` : outcome.kind
}
