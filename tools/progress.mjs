// One line a person can watch: what is being done, for how long, and how it ended.

const everyMs = { terminal: 200, pipe: 10_000 }

export function showProgress(what) {
  const isTerminal = process.stdout.isTTY === true
  const startedAt = performance.now()
  const seconds = () => Math.round((performance.now() - startedAt) / 1000)
  const say = (text) => process.stdout.write(isTerminal ? `\r\u001b[K${text}` : `${text}\n`)
  say(`… ${what}`)
  const timer = setInterval(
    () => say(`… ${what} (${seconds()} s)`),
    isTerminal ? everyMs.terminal : everyMs.pipe,
  )
  return {
    end(ok) {
      clearInterval(timer)
      say(`${ok ? '✓' : '✗'} ${what} (${seconds()} s)`)
      if (isTerminal) process.stdout.write('\n')
    },
  }
}
