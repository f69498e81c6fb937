// The time of a later publication, as typed into a `datetime-local` field in the operator's time zone.

export type Schedule =
  | { readonly ok: true; readonly at: string }
  | { readonly ok: false; readonly problem: 'missing' | 'past' | 'too_far' }

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const longestWaitMs = 365 * 24 * hourMs

export function parseSchedule(typed: string, nowMs: number): Schedule {
  // A time without a zone is one of the local time zone.
  const atMs = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(typed) ? Date.parse(typed) : Number.NaN
  if (Number.isNaN(atMs)) return { ok: false, problem: 'missing' }
  if (atMs <= nowMs) return { ok: false, problem: 'past' }
  if (atMs > nowMs + longestWaitMs) return { ok: false, problem: 'too_far' }
  return { ok: true, at: new Date(atMs).toISOString() }
}

/** The bounds of the field, and the next full hour but one as a first proposal. */
export function scheduleBounds(nowMs: number): {
  readonly least: string
  readonly most: string
  readonly usual: string
} {
  return {
    least: localMinute(nowMs + minuteMs),
    most: localMinute(nowMs + longestWaitMs),
    // Rounded in the local time zone: some are not whole hours from UTC.
    usual: localMinute(new Date(nowMs + 2 * hourMs).setMinutes(0, 0, 0)),
  }
}

/** In the format of the field. */
function localMinute(ms: number): string {
  const time = new Date(ms)
  const two = (value: number) => String(value).padStart(2, '0')
  const date = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`
  return `${date}T${two(time.getHours())}:${two(time.getMinutes())}`
}
