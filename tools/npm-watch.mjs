// npm may die of a signal without passing it on. Its script is then left with another parent, which is how we notice.
import { readFileSync } from 'node:fs'

const lookEveryMs = 500

/** Calls back once when the npm that runs this script has gone. Does nothing when there is none. */
export function watchNpm(onGone) {
  if (process.env.npm_lifecycle_event === undefined) return { end() {} }
  const parent = process.ppid
  const shell = isShell(parent) ? parentOf(parent) : undefined
  const timer = setInterval(() => {
    const isGone = process.ppid !== parent || (shell !== undefined && parentOf(parent) !== shell)
    if (!isGone) return
    clearInterval(timer)
    onGone()
  }, lookEveryMs)
  timer.unref()
  return { end: () => clearInterval(timer) }
}

/** npm starts scripts through `sh -c`, which some shells replace by the script and others wait around. */
function isShell(pid) {
  return /^(?:ba|da|z|k)?sh$/.test(statOf(pid)?.name ?? '')
}

function parentOf(pid) {
  return statOf(pid)?.parent
}

/** Only Linux shows this; elsewhere a shell in between goes unnoticed and the direct parent alone is watched. */
function statOf(pid) {
  try {
    const [, name, rest] = /^\d+ \((.*)\) \S+ (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
    return { name, parent: Number(rest) }
  } catch {
    return undefined
  }
}
