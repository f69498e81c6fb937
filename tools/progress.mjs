// One line of progress: the running step, its duration and its result.

const everyMs = { terminal: 200, pipe: 10_000 }

export function showProgress(what) {
  const isTerminal = process.stdout.isTTY === true
  const startedAt = performance.now()
  const seconds = () => Math.round((performance.now() - startedAt) / 1000)
  const print = (text) => process.stdout.write(isTerminal ? `\r\u001b[K${text}` : `${text}\n`)
  print(`… ${what}`)
  const timer = setInterval(
    () => print(`… ${what} (${seconds()} s)`),
    isTerminal ? everyMs.terminal : everyMs.pipe,
  )
  return {
    end(ok) {
      clearInterval(timer)
      print(`${ok ? '✓' : '✗'} ${what} (${seconds()} s)`)
      if (isTerminal) process.stdout.write('\n')
    },
  }
}
