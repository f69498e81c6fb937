export type ImageKind = 'jpeg' | 'png' | 'webp'

/** How many bytes tell it. */
export const tellingBytes = 12

/** What a file is by its first bytes: its name and what the browser makes of it may both be wrong. */
export function imageKindOf(bytes: Uint8Array): ImageKind | undefined {
  const hasAt = (at: number, ...wanted: readonly number[]) =>
    wanted.every((byte, offset) => bytes[at + offset] === byte)
  if (hasAt(0, 0xff, 0xd8, 0xff)) return 'jpeg'
  if (hasAt(0, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'png'
  const isRiff = hasAt(0, 0x52, 0x49, 0x46, 0x46)
  return isRiff && hasAt(8, 0x57, 0x45, 0x42, 0x50) ? 'webp' : undefined
}
