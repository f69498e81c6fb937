import { readdirSync, readFileSync } from 'node:fs'
import { cpuSecondsOf } from '#bench/measuring/process-usage.ts'

/** Processor time of PostgreSQL with all its sessions and helpers, those that have ended included. */
export function postgresCpuSeconds(pid: number): number {
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && fieldsOf(name)?.[1] === pid)
  const ended = fieldsOf(String(pid))?.slice(13, 15) ?? []
  const running = [pid, ...children.map(Number)].map(cpuSecondsOf)
  return [...running, ...ended.map((ticks) => ticks / ticksPerSecond)].reduce((sum, each) => sum + each, 0)
}

const ticksPerSecond = 100

/** What Linux says of a process, after its name; undefined when it has just ended. */
function fieldsOf(pid: string): readonly number[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
  } catch {
    return undefined
  }
}
