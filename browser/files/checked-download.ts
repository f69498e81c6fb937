import { saveFile } from '#browser/files/save-file.ts'
import { sha256Of } from '#browser/files/sha256.ts'

/** `unchecked`: saved, but the browser cannot compute a SHA-256. `differs`: not saved. */
export type DownloadCheck = 'matches' | 'unchecked' | 'differs'

/** Saves a file only if it is the one with this SHA-256. */
export async function saveChecked(name: string, file: Blob, sha256: string): Promise<DownloadCheck> {
  const actual = await sha256Of(file)
  if (actual !== undefined && actual !== sha256.toLowerCase()) return 'differs'
  saveFile(name, file)
  return actual === undefined ? 'unchecked' : 'matches'
}
