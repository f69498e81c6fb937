// Runs the benches by name, or all of them one after another: `npm run bench -- trade-list`.
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'

const known = readdirSync('bench', { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name)
const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !known.includes(name))
if (unknown.length > 0) throw new Error(`no such bench: ${unknown.join(', ')}; there are ${known.join(', ')}`)

for (const name of asked.length > 0 ? asked : known) {
  console.log(`\n# ${name}`)
  const { status } = spawnSync(process.execPath, [`bench/${name}/${name}.ts`], { stdio: 'inherit' })
  if (status !== 0) process.exitCode = 1
}
