/** What a caught value says about itself: the code of the operating system or the SQLSTATE, and its words. */
export function faultOf(caught: unknown): { readonly code: string; readonly message: string } {
  if (!(caught instanceof Error)) return { code: '', message: String(caught) }
  const code = 'code' in caught && typeof caught.code === 'string' ? caught.code : ''
  // Node gives a failed connection to several addresses an AggregateError with an empty message.
  const first = caught instanceof AggregateError ? caught.errors[0] : undefined
  const message = caught.message === '' && first instanceof Error ? first.message : caught.message
  return { code, message: message.replace(/\s+/g, ' ').replace(/\.$/, '') }
}

const diskFull = new Set(['ENOSPC', 'EDQUOT'])
const notAllowed = new Set(['EACCES', 'EPERM', 'EROFS'])

/** Why a file operation failed, as far as an operator can do something about it. */
export function fileFaultOf(caught: unknown): 'disk full' | 'not allowed' | 'other' {
  const { code } = faultOf(caught)
  if (diskFull.has(code)) return 'disk full'
  return notAllowed.has(code) ? 'not allowed' : 'other'
}
