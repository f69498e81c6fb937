import type { RefusalData } from '#contract/envelope.ts'
import type { Action } from '#test/crash/load/action.ts'
import type { Answer } from '#test/crash/load/call-client.ts'

/** One key: what was asked under it, and all that was ever heard of it. */
export type Note = {
  readonly userId: number
  readonly token: string
  readonly key: string
  readonly action: Action
  /** In the order they came: all of them must be equal. */
  readonly definite: Answer[]
  /** How often nobody could tell: no answer came, or one that says so. */
  unknown: number
  /** How often it was said that nothing was done. */
  busy: number
}

export type Notebook = {
  readonly open: (asked: Pick<Note, 'userId' | 'token' | 'action'>) => Note
  readonly hear: (note: Note, answer: Answer | undefined) => Heard
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
      const note: Note = { ...asked, key, definite: [], unknown: 0, busy: 0 }
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
