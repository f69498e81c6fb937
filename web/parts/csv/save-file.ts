import { browserTimers } from '#web/platform/timers.ts'

/** By then the browser has taken it, and the memory is given back. */
const keptMs = 60_000

/** Hands the browser a text to be kept as a file, as if it had been downloaded. */
export function saveFile(name: string, text: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  browserTimers.after(keptMs, () => URL.revokeObjectURL(address))
}
