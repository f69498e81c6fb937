import { faultOf } from '#server/storage/error-info.ts'

/** Whether a process of that number exists, whoever owns it; a dead one nobody has collected counts too. */
export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (caught) {
    return faultOf(caught).code === 'EPERM'
  }
}
