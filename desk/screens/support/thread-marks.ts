import type { DeskSupportMarkInput } from '#contract/desk/support.ts'

type Marks = { readonly delivered: number; readonly read: number }

/** Marks of a thread as the server knows them, by its answers and pushes. */
type KnownMarks = { readonly desk_delivered: number; readonly desk_read: number }

export type ThreadMarks = {
  /** Sends what the server does not know yet. After a failure the next call sends it. */
  readonly report: (marks: Marks, known: KnownMarks) => void
}

/** One call at a time; marks only rise. */
export function createThreadMarks(
  id: number,
  call: (input: DeskSupportMarkInput) => Promise<unknown>,
): ThreadMarks {
  let wanted: Marks = { delivered: 0, read: 0 }
  let sent: Marks = { delivered: 0, read: 0 }
  let isSending = false

  function send(): void {
    const { delivered, read } = wanted
    if (isSending || (delivered <= sent.delivered && read <= sent.read)) return
    isSending = true
    call({ id, delivered, ...(read > 0 ? { read } : {}) }).then(
      () => {
        isSending = false
        sent = { delivered, read }
        send()
      },
      // The marks are sent with the next change.
      () => {
        isSending = false
      },
    )
  }
  return {
    report({ delivered, read }, { desk_delivered, desk_read }) {
      sent = highest(sent, { delivered: desk_delivered, read: desk_read })
      wanted = highest(wanted, { delivered: Math.max(delivered, read), read })
      send()
    },
  }
}

function highest(one: Marks, other: Marks): Marks {
  return { delivered: Math.max(one.delivered, other.delivered), read: Math.max(one.read, other.read) }
}
