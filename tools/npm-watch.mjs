// A signal may end npm without being forwarded to its script. The script notices that its parent process has changed.
import { readFileSync } from 'node:fs'

const pollMs = 500

/** Calls `onGone` once when the npm process that runs this script has ended. Does nothing without npm. */
export function watchNpm(onGone) {
  if (process.env.npm_lifecycle_event === undefined) return { end() {} }
  const parent = process.ppid
  const shell = isShell(parent) ? parentOf(parent) : undefined
  const timer = setInterval(() => {
    const isGone = process.ppid !== parent || (shell !== undefined && parentOf(parent) !== shell)
    if (!isGone) return
    clearInterval(timer)
    onGone()
  }, pollMs)
  timer.unref()
  return { end: () => clearInterval(timer) }
}

/** npm starts scripts with `sh -c`. Some shells replace themselves with the script, others stay as its parent. */
function isShell(pid) {
  return /^(?:ba|da|z|k)?sh$/.test(statOf(pid)?.name ?? '')
}

function parentOf(pid) {
  return statOf(pid)?.parent
}

/** Works on Linux only. On other systems only the direct parent is watched, not the npm behind a shell. */
function statOf(pid) {
  try {
    const [, name, rest] = /^\d+ \((.*)\) \S+ (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
    return { name, parent: Number(rest) }
  } catch {
    return undefined
  }
}
