/** The code (of the operating system, or an SQLSTATE) and the message of a caught value. */
export function errorInfo(caught: unknown): { readonly code: string; readonly message: string } {
  if (!(caught instanceof Error)) return { code: '', message: String(caught) }
  const code = 'code' in caught && typeof caught.code === 'string' ? caught.code : ''
  // A failed connection to several addresses is an AggregateError with an empty message.
  const first = caught instanceof AggregateError ? caught.errors[0] : undefined
  const message = caught.message === '' && first instanceof Error ? first.message : caught.message
  return { code, message: message.replace(/\s+/g, ' ').replace(/\.$/, '') }
}

const diskFull = new Set(['ENOSPC', 'EDQUOT'])
const notAllowed = new Set(['EACCES', 'EPERM', 'EROFS'])

/** Distinguishes the causes of a file error that the administrator can fix. */
export function fileErrorKind(caught: unknown): 'disk full' | 'not allowed' | 'other' {
  const { code } = errorInfo(caught)
  if (diskFull.has(code)) return 'disk full'
  return notAllowed.has(code) ? 'not allowed' : 'other'
}
