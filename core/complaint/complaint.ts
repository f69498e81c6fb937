/**
 * Limits of complaints: the text in characters, the records that one names, complaints of one user, and open ones of all
 * demo accounts together, because anyone can open such accounts.
 */
export const complaintLimits = {
  ...{ text: 4000, answer: 4000, records: 20 },
  ...{ open: 5, openOfDemo: 1, perDay: 10, openOfAllDemo: 500 },
} as const

/** Ticket number, such as C-2026-000123: the year of the filing in UTC, and the id. */
export function complaintNumber(id: number, filedAtMs: number): string {
  return `C-${new Date(filedAtMs).getUTCFullYear()}-${String(id).padStart(6, '0')}`
}

/**
 * A text as the database accepts it: line breaks of one kind, no other control characters. Undefined if nothing is left,
 * or it is too long.
 */
export function parseComplaintText(text: string, longest: number): string | undefined {
  const parsed = text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]|\p{Cs}/gu, ' ')
    .trim()
  return parsed !== '' && [...parsed].length <= longest ? parsed : undefined
}
