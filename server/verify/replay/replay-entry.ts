import type { Movement } from '#core/ledger/movement.ts'
import type { Book } from '#core/ledger/transfer.ts'
import type { JournalEntry } from '#server/engine/engine.ts'
import type { Findings } from '#server/verify/finding.ts'
import { answerOf } from '#server/verify/replay/answer-of.ts'
import { applyEffects } from '#server/verify/replay/apply-effects.ts'
import { type Again, decideAgain } from '#server/verify/replay/decide-again.ts'
import { brokenLaws } from '#server/verify/replay/laws.ts'
import {
  type ReplayedAccount,
  type ReplayedMovement,
  type ReplayedState,
  tradingAccount,
} from '#server/verify/replay/replayed-state.ts'
import type { Place, Written } from '#server/verify/replay/written.ts'

export type ReplayParts = {
  readonly state: ReplayedState
  readonly findings: Findings
  /** The version of the rules that we decide by. */
  readonly rules: number
}

/** There were none before these: what says so would be taken as it stands by everybody. */
const oldestRules = 1

/** `reapplied`: made by older rules, so that its effects are taken as they stand. */
export type Replayed = 'decided' | 'reapplied'

/**
 * Decides an entry again, compares, and goes on from what is journalled: so one fault is found once, and not again in
 * everything that follows from it.
 */
export function replayEntry(parts: ReplayParts, entry: JournalEntry, at: Place, written: Written): Replayed {
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
