// Addresses of the views of complaints: the list, the form, and one complaint.

export const complaintsPath = '/mine/email'

export type RecordKind = 'order' | 'deposit' | 'withdrawal'

export type RecordRef = { readonly kind: RecordKind; readonly id: number }

const recordKinds = ['order', 'deposit', 'withdrawal'] as const satisfies readonly RecordKind[]

/** The form, with a record picked. */
export function newComplaintPath(about?: RecordRef): string {
  return `${complaintsPath}?show=new${about === undefined ? '' : `&${about.kind}=${about.id}`}`
}

export function complaintPath(id: number): string {
  return `${complaintsPath}?id=${id}`
}

export type ComplaintView =
  | { readonly kind: 'list' }
  | { readonly kind: 'new' }
  | { readonly kind: 'one'; readonly id: number }

/** The list for anything else. */
export function viewFromSearch(search: string): ComplaintView {
  const query = new URLSearchParams(search)
  if (query.get('show') === 'new') return { kind: 'new' }
  const id = idFrom(query.get('id'))
  return id === undefined ? { kind: 'list' } : { kind: 'one', id }
}

/** The record that a link to the form names. */
export function recordFromSearch(search: string): RecordRef | undefined {
  const query = new URLSearchParams(search)
  for (const kind of recordKinds) {
    const id = idFrom(query.get(kind))
    if (id !== undefined) return { kind, id }
  }
  return undefined
}

function idFrom(text: string | null): number | undefined {
  const id = /^[1-9]\d{0,15}$/.test(text ?? '') ? Number(text) : Number.NaN
  return Number.isSafeInteger(id) ? id : undefined
}
