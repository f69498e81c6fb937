export type PictureKind = 'jpeg' | 'png' | 'webp'

/** Told by its first bytes; its name and the type it claims have no say. */
export function pictureKind(bytes: Uint8Array): PictureKind | undefined {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1')
  if (head.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (/^RIFF[\s\S]{4}WEBP$/.test(head)) return 'webp'
  return undefined
}

const ownTypes: Readonly<Record<PictureKind, readonly string[]>> = {
  jpeg: ['image/jpeg', 'image/jpg', 'image/pjpeg'],
  png: ['image/png', 'image/x-png'],
  webp: ['image/webp'],
}

/** What says nothing of the content. */
const vagueTypes = ['', 'application/octet-stream', 'binary/octet-stream', 'image/*', '*/*']

/** A file that claims to be something else than it is was renamed, or is meant to be taken for two things. */
export function contradictsClaim(kind: PictureKind, claimedType: string): boolean {
  const claimed = claimedType.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  return !vagueTypes.includes(claimed) && !ownTypes[kind].includes(claimed)
}
