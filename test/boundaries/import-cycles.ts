import type { ModuleFacts } from '#test/boundaries/module-facts.ts'

/** Chains of imports that come back to where they began, each named once, by the way round. */
export function findCycles(modules: readonly ModuleFacts[]): readonly string[] {
  const importsOf = new Map(
    modules.map(({ file, imports }) => [file, imports.map(({ text }) => text.slice(1))]),
  )
  const done = new Set<string>()
  const circles: string[] = []

  function follow(file: string, way: readonly string[]): void {
    const began = way.indexOf(file)
    if (began !== -1) circles.push([...way.slice(began), file].join(' -> '))
    if (began !== -1 || done.has(file)) return
    for (const next of importsOf.get(file) ?? []) follow(next, [...way, file])
    done.add(file)
  }

  for (const { file } of modules) follow(file, [])
  return circles
}
