// Runs the benches by name, or all of them one after another: `npm run bench -- trade-list`.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'

// A folder without a file of its name only helps the others.
const known = readdirSync('bench').filter((name) => existsSync(`bench/${name}/${name}.ts`))
const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !known.includes(name))
if (unknown.length > 0) throw new Error(`no such bench: ${unknown.join(', ')}; there are ${known.join(', ')}`)

for (const name of asked.length > 0 ? asked : known) {
  console.log(`\n# ${name}`)
  const { status } = spawnSync(process.execPath, [`bench/${name}/${name}.ts`], { stdio: 'inherit' })
  if (status !== 0) process.exitCode = 1
}
