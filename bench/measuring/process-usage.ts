// CPU time and memory of a process, from /proc.
import { readFileSync } from 'node:fs'

/** Clock ticks per second in /proc (USER_HZ), 100 on every Linux. */
const ticksPerSecond = 100

export type Memory = {
  /** Resident memory now, and its maximum so far. */
  readonly residentBytes: number
  readonly peakBytes: number
}

export function memoryOf(pid: number): Memory {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return { residentBytes: bytesOf(status, 'VmRSS'), peakBytes: bytesOf(status, 'VmHWM') }
}

/** User and system CPU time. */
export function cpuSecondsOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The process name in parentheses may contain anything; the numbers follow it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
}

function bytesOf(status: string, name: string): number {
  const kilobytes = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]
  if (kilobytes === undefined) throw new Error(`/proc has no ${name} for this process`)
  return Number(kilobytes) * 1024
}
