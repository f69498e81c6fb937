/** Time left as hours, minutes and seconds: "23:59:10". Undefined if none is left. */
export function waitingTime(untilIso: string, nowMs: number): string | undefined {
  const seconds = Math.ceil((Date.parse(untilIso) - nowMs) / 1000)
  if (!(seconds > 0)) return undefined
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return parts.map((part) => String(part).padStart(2, '0')).join(':')
}
