// A reporter of Node's test runner that writes the final counts as JSON, the slowest files, and of each file that failed as a
// whole why: the reporter that people read says nothing of an error that came outside of every test.
export default async function* countTests(events) {
  let counts = { passed: 0, failed: 1 }
  const said = new Map()
  const failed = []
  const took = []
  for await (const { type, data } of events) {
    // The summary without a file is the one of the whole run.
    if (type === 'test:summary' && data.file !== undefined) took.push([data.duration_ms, data.file])
    if (type === 'test:summary' && data.file === undefined) {
      counts = { passed: data.counts.passed, failed: data.counts.failed + data.counts.cancelled }
    }
    if (type === 'test:stderr' || type === 'test:diagnostic')
      said.set(data.file, [...(said.get(data.file) ?? []), data.message].slice(-mostLines))
    if (type === 'test:fail' && isWholeFile(data)) failed.push(data)
  }
  const faults = failed.map(
    ({ name, file, details }) => `${name}: ${whyOf(details.error)}\n${(said.get(file) ?? []).join('')}`,
  )
  const slowest = took.sort(([one], [other]) => other - one).slice(0, mostNamed)
  yield JSON.stringify({ ...counts, faults, slowest })
}

const mostLines = 50
const mostNamed = 12

/** A file is reported as a test of its own, by its path, when its process ended badly. */
function isWholeFile({ name, nesting }) {
  return nesting === 0 && name.endsWith('.test.ts')
}

function whyOf(error) {
  return String(error?.cause?.stack ?? error?.cause ?? error?.message ?? error)
}
