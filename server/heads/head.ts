// A head: the last batch of the journal and the last entry of the audit log at a time. One JSON object on a line.

/** Hashes are 64 hexadecimal characters. */
export type Head = {
  readonly at: string
  readonly journal: { readonly seq: number; readonly hash: string }
  readonly audit: { readonly position: number; readonly hash: string }
  /** Whether the head recorded before it was no longer part of the history. */
  readonly differs: boolean
}

/**
 * `signature` is base64url. It does not cover `isKept`: an evidence pack ends in the head, so its line is never thinned
 * out. Lines of earlier versions do not have the field.
 */
export type SignedHead = Head & { readonly signature: string; readonly isKept?: boolean }

/** A longer line is not a head. */
export const maxLineBytes = 1024

export function lineOfHead({ at, journal, audit, differs, signature, isKept }: SignedHead): string {
  return JSON.stringify({
    at,
    journal: { seq: journal.seq, hash: journal.hash },
    audit: { position: audit.position, hash: audit.hash },
    differs,
    signature,
    ...(isKept ? { isKept } : {}),
  })
}

/** Undefined if the line is not a head, whether or not its signature is right. */
export function parseHeadLine(line: string): SignedHead | undefined {
  const value = line.length > maxLineBytes ? undefined : parseJson(line)
  return isSignedHead(value) ? value : undefined
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isSignedHead(value: unknown): value is SignedHead {
  if (!isRecord(value)) return false
  const { at, journal, audit, differs, signature, isKept } = value
  return (
    isTime(at) &&
    isRecord(journal) &&
    isCount(journal['seq']) &&
    isHash(journal['hash']) &&
    isRecord(audit) &&
    isCount(audit['position']) &&
    isHash(audit['hash']) &&
    typeof differs === 'boolean' &&
    typeof signature === 'string' &&
    (isKept === undefined || typeof isKept === 'boolean')
  )
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

function isTime(value: unknown): boolean {
  return (
    typeof value === 'string' &&
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value) &&
    Date.parse(value) > 0
  )
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0
}

function isHash(value: unknown): boolean {
  return typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)
}
