import type { ModuleFacts } from '#test/boundaries/module-facts.ts'

/** Import chains that lead back to their start, each reported once. */
export function findCycles(modules: readonly ModuleFacts[]): readonly string[] {
  const importsOf = new Map(
    modules.map(({ file, imports }) => [file, imports.map(({ text }) => text.slice(1))]),
  )
  const done = new Set<string>()
  const cycles: string[] = []

  function follow(file: string, path: readonly string[]): void {
    const began = path.indexOf(file)
    if (began !== -1) cycles.push([...path.slice(began), file].join(' -> '))
    if (began !== -1 || done.has(file)) return
    for (const next of importsOf.get(file) ?? []) follow(next, [...path, file])
    done.add(file)
  }

  for (const { file } of modules) follow(file, [])
  return cycles
}
