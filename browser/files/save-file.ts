import { browserTimers } from '#browser/platform/timers.ts'

/** Gives the browser time to start the download before the memory of the file is released. */
const revokeAfterMs = 60_000

/** Downloads a file that the page holds in memory. */
export function saveFile(name: string, file: Blob): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  browserTimers.after(revokeAfterMs, () => URL.revokeObjectURL(url))
}
