// Runs the named benches, or all of them in sequence: `npm run bench -- trade-list`.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'

// A folder without a file of its name contains shared code.
const known = readdirSync('bench').filter((name) => existsSync(`bench/${name}/${name}.ts`))
const requested = process.argv.slice(2)
const unknown = requested.filter((name) => !known.includes(name))
if (unknown.length > 0)
  throw new Error(`unknown bench: ${unknown.join(', ')}; the benches are ${known.join(', ')}`)

for (const name of requested.length > 0 ? requested : known) {
  console.log(`\n# ${name}`)
  const { status } = spawnSync(process.execPath, [`bench/${name}/${name}.ts`], { stdio: 'inherit' })
  if (status !== 0) process.exitCode = 1
}
