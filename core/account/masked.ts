/** Enough of an address or a number for a friend to know it, and too little to write to. */
export function maskedContact(contact: {
  readonly email: string | undefined
  readonly mobile: string | undefined
}): string {
  if (contact.email !== undefined) return maskedEmail(contact.email)
  return contact.mobile === undefined ? '' : `••••${contact.mobile.slice(-3)}`
}

function maskedEmail(email: string): string {
  const [local = '', domain = ''] = email.split('@')
  const ending = domain.slice(domain.lastIndexOf('.'))
  // Never more than half of it, however short it is.
  const shown = local.slice(0, Math.min(2, Math.floor(local.length / 2)))
  return `${shown}•••@${domain.slice(0, 1)}•••${ending}`
}
