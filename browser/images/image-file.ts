/** The server's limit. */
export const maxImageBytes = 10 * 1024 * 1024

export type ImageFileProblem = 'too_large' | 'unsupported' | 'unreadable'

/** Checks size and type before the upload. */
export async function problemOfImage(file: Blob): Promise<ImageFileProblem | undefined> {
  if (file.size > maxImageBytes) return 'too_large'
  try {
    const first = await file.slice(0, signatureBytes).arrayBuffer()
    return imageKindOf(new Uint8Array(first)) === undefined ? 'unsupported' : undefined
  } catch {
    // The file was deleted, or is in cloud storage that cannot be reached.
    return 'unreadable'
  }
}

type ImageKind = 'jpeg' | 'png' | 'webp'

/** Bytes needed to detect the type. */
const signatureBytes = 12

/** Detects the type by its first bytes: the file name and the type given by the browser may both be wrong. */
export function imageKindOf(bytes: Uint8Array): ImageKind | undefined {
  const hasAt = (at: number, ...signature: readonly number[]) =>
    signature.every((byte, offset) => bytes[at + offset] === byte)
  if (hasAt(0, 0xff, 0xd8, 0xff)) return 'jpeg'
  if (hasAt(0, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'png'
  const isRiff = hasAt(0, 0x52, 0x49, 0x46, 0x46)
  return isRiff && hasAt(8, 0x57, 0x45, 0x42, 0x50) ? 'webp' : undefined
}
