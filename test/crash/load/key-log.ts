import { type OutcomeAnswer, outcomeOfKey } from '#contract/calls/trading.ts'
import type { RefusalData } from '#contract/envelope.ts'
import { type Action, type Answer, type CallClient, pathOf } from '#test/crash/load/call-client.ts'

/** One key: what was asked under it, and all that was ever heard of it. */
export type Note = {
  readonly userId: number
  readonly token: string
  readonly key: string
  readonly action: Action
  /** Epoch ms. The `seen_at` of every outcome call for this key. */
  readonly openedAtMs: number
  /** In the order they came: all of them must be equal. */
  readonly definite: Answer[]
  /** How often nobody could tell: no answer came, or one that says so. */
  unknown: number
  /** How often it was said that nothing was done. */
  busy: number
  /** Outcome calls sent for this key, whether or not they were answered. Each of them may have burned the key. */
  asked: number
  /** What outcome calls said: decided or never. All of them must be equal. */
  readonly outcomes: OutcomeAnswer[]
}

export type Notebook = {
  readonly open: (asked: Pick<Note, 'userId' | 'token' | 'action'>) => Note
  readonly hear: (note: Note, answer: Answer | undefined) => Heard
  /** Records the answer of an outcome call. `wanted`: the only states it may have. */
  readonly hearOutcome: (
    note: Note,
    answer: Answer | undefined,
    wanted: readonly OutcomeAnswer['state'][],
  ) => Heard
  readonly notes: () => readonly Note[]
  /** What must never be answered, in words. */
  readonly wrong: readonly string[]
}

/** `cut`: no answer came at all. */
export type Heard = 'definite' | 'unknown' | 'busy' | 'cut' | 'wrong'

/** Nobody here sends anything malformed or the same key for two things, and no account gives reason to freeze it. */
const wrongReasons: readonly unknown[] = [
  'idempotency_mismatch',
  'invalid_input',
  'malformed_body',
  'unknown_path',
  'wrong_verb',
  'account_frozen',
]

/** Remembers every key with what was sent and what was heard. */
export function createNotebook(name: string): Notebook {
  const notes: Note[] = []
  const wrong: string[] = []
  return {
    open(asked) {
      const key = `${name}-${String(notes.length).padStart(6, '0')}`
      const { userId, token, action } = asked
      const heard = { definite: [], unknown: 0, busy: 0, asked: 0, outcomes: [] }
      const note: Note = { userId, token, action, key, openedAtMs: Date.now(), ...heard }
      notes.push(note)
      return note
    },
    hear(note, answer) {
      const heard = judge(answer)
      if (heard === 'definite' && answer !== undefined) note.definite.push(answer)
      else if (heard === 'busy') note.busy += 1
      else if (heard !== 'wrong') note.unknown += 1
      else wrong.push(`${note.key} was answered ${JSON.stringify(answer)}`)
      return heard
    },
    hearOutcome(note, answer, wanted) {
      const heard = judge(answer)
      if (heard === 'unknown' || heard === 'busy' || heard === 'cut') return heard
      const told = answer?.data as OutcomeAnswer
      if (answer?.code !== 1 || !wanted.includes(told.state)) {
        wrong.push(`the outcome of ${note.key} was answered ${JSON.stringify(answer)}`)
        return 'wrong'
      }
      if (told.state !== 'expired') note.outcomes.push(told)
      return 'definite'
    },
    notes: () => notes,
    wrong,
  }
}

function judge(answer: Answer | undefined): Heard {
  if (answer === undefined) return 'cut'
  if (answer.code === 1) return 'definite'
  // A fault: the session could not be looked up, as the database is away.
  if (answer.code === 500) return 'unknown'
  if (answer.code !== 0) return 'wrong'
  const reason = reasonOf(answer)
  if (reason === 'busy') return 'busy'
  if (reason === 'outcome_unknown') return 'unknown'
  return wrongReasons.includes(reason) ? 'wrong' : 'definite'
}

export function reasonOf({ data }: Answer): string {
  return (data as RefusalData).reason
}

/** The call's own answer, or the one an outcome call told; undefined while unknown, and for a burned key not sent since. */
export function answerOf({ definite, outcomes }: Pick<Note, 'definite' | 'outcomes'>): Answer | undefined {
  return definite[0] ?? outcomes.find(({ state }) => state === 'decided')?.outcome
}

export function isBurned({ outcomes }: Pick<Note, 'outcomes'>): boolean {
  return outcomes.some(({ state }) => state === 'never')
}

export function isSettled(note: Note): boolean {
  return note.definite.length + note.outcomes.length > 0
}

// The calls made about one key: the request itself, and the question what became of it.

export type KeyCallParts = { readonly client: CallClient; readonly notebook: Notebook }

/**
 * `send` is the request itself. `drop` is the same, but its connection is closed before the answer comes. `ask` asks for the
 * outcome. `ask_expired` asks as if the request were two days old: it must hear `expired`, and burn nothing.
 */
export type KeyCall = 'send' | 'drop' | 'ask' | 'ask_expired'

const twoDaysMs = 2 * 24 * 3600 * 1000

/** Makes one call about a key and notes what was heard. */
export async function callForKey(
  { client, notebook }: KeyCallParts,
  address: string,
  note: Note,
  kind: KeyCall,
): Promise<Heard> {
  const { action, key, token, openedAtMs } = note
  if (kind === 'send' || kind === 'drop') {
    const path = pathOf[action.kind]
    const isAnswerLost = kind === 'drop'
    return notebook.hear(
      note,
      await client.call(address, { path, input: action.input, token, key, isAnswerLost }),
    )
  }
  const isExpired = kind === 'ask_expired'
  if (!isExpired) note.asked += 1
  const seenAtMs = isExpired ? openedAtMs - twoDaysMs : openedAtMs
  const input = { key, seen_at: String(seenAtMs) }
  const answer = await client.call(address, { path: outcomeOfKey.path, input, token })
  return notebook.hearOutcome(note, answer, isExpired ? ['expired'] : ['decided', 'never'])
}
