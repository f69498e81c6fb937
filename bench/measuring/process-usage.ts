// What a process has used so far, as Linux tells it.
import { readFileSync } from 'node:fs'

/** How long a tick of the kernel's accounts is, the same on every Linux. */
const ticksPerSecond = 100

export type Memory = {
  /** What is in memory now, and the most that ever was. */
  readonly residentBytes: number
  readonly peakBytes: number
}

export function memoryOf(pid: number): Memory {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return { residentBytes: bytesOf(status, 'VmRSS'), peakBytes: bytesOf(status, 'VmHWM') }
}

/** Processor time of the whole process and in the kernel on its behalf. */
export function cpuSecondsOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The name in brackets may hold anything: the figures begin after it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
}

function bytesOf(status: string, name: string): number {
  const kilobytes = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]
  if (kilobytes === undefined) throw new Error(`the process does not say its ${name}`)
  return Number(kilobytes) * 1024
}
