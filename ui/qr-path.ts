/** One SVG path with a rectangle for each run of dark modules: one element instead of a thousand. */
export function qrPath(rows: readonly (readonly boolean[])[]): string {
  return rows
    .flatMap((row, y) => runsOf(row).map(({ x, length }) => `M${x} ${y}h${length}v1h-${length}z`))
    .join('')
}

type Run = { readonly x: number; readonly length: number }

function runsOf(row: readonly boolean[]): readonly Run[] {
  const runs: Run[] = []
  let from: number | undefined
  for (let x = 0; x <= row.length; x += 1) {
    const isDark = row[x] === true
    if (isDark && from === undefined) from = x
    if (isDark || from === undefined) continue
    runs.push({ x: from, length: x - from })
    from = undefined
  }
  return runs
}
