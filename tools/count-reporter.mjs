// Reporter for Node's test runner. Writes JSON with the final counts, the slowest files, and the errors of files that
// failed outside of a test. The spec reporter does not show such errors.
export default async function* countTests(events) {
  let counts = { passed: 0, failed: 1 }
  const outputByFile = new Map()
  const failed = []
  const durations = []
  for await (const { type, data } of events) {
    // A summary without a file belongs to the whole run.
    if (type === 'test:summary' && data.file !== undefined) durations.push([data.duration_ms, data.file])
    if (type === 'test:summary' && data.file === undefined) {
      counts = { passed: data.counts.passed, failed: data.counts.failed + data.counts.cancelled }
    }
    if (type === 'test:stderr' || type === 'test:diagnostic')
      outputByFile.set(data.file, [...(outputByFile.get(data.file) ?? []), data.message].slice(-maxLines))
    if (type === 'test:fail' && isWholeFile(data)) failed.push(data)
  }
  const faults = failed.map(
    ({ name, file, details }) =>
      `${name}: ${errorText(details.error)}\n${(outputByFile.get(file) ?? []).join('')}`,
  )
  const slowest = durations.sort(([one], [other]) => other - one).slice(0, maxSlowest)
  yield JSON.stringify({ ...counts, faults, slowest })
}

const maxLines = 50
const maxSlowest = 12

/** The runner reports a file whose process failed as a test with the path as its name. */
function isWholeFile({ name, nesting }) {
  return nesting === 0 && name.endsWith('.test.ts')
}

function errorText(error) {
  return String(error?.cause?.stack ?? error?.cause ?? error?.message ?? error)
}
