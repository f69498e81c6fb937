// CPU time that the host of a virtual machine gave to others. During it the machine stands still, but not its clock.
import { readFileSync } from 'node:fs'

/** In ticks since the start of the machine. */
export type CpuTime = { readonly total: number; readonly stolen: number }

/** user, nice, system, idle, iowait, irq, softirq, steal. Guest time follows, which is part of user time. */
const countedFields = 8

/** Undefined outside Linux. */
export function readCpuTime(read = () => readFileSync('/proc/stat', 'utf8')): CpuTime | undefined {
  try {
    const [, ...fields] = (read().split('\n', 1)[0] ?? '').trim().split(/\s+/)
    const ticks = fields.slice(0, countedFields).map(Number)
    if (ticks.length < countedFields || ticks.some(Number.isNaN)) return undefined
    return { total: ticks.reduce((sum, one) => sum + one, 0), stolen: ticks[countedFields - 1] ?? 0 }
  } catch {
    // Other systems have no such file.
    return undefined
  }
}

/** The stolen share of the CPU time between two readings; 0 if it is unknown. */
export function stolenShare(before: CpuTime | undefined, after: CpuTime | undefined): number {
  if (before === undefined || after === undefined || after.total <= before.total) return 0
  return (after.stolen - before.stolen) / (after.total - before.total)
}
