import { errorInfo } from '#server/storage/error-info.ts'

/** True for processes of any user, including zombies. */
export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (caught) {
    return errorInfo(caught).code === 'EPERM'
  }
}
