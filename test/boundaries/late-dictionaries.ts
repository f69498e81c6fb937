// Which dictionaries are loaded where the app uses them.
import { parseSync } from 'oxc-parser'

/** A file of the app by its path, and its source. */
export type Sources = ReadonlyMap<string, string>

type Node = { readonly type: string } & Readonly<Record<string, unknown>>

/** An object with `load` and perhaps `dictionaries`: code that loads later. */
type LateCode = {
  readonly definedIn: string
  readonly targets: readonly string[]
  readonly dictionaries: readonly string[]
}

type FileFacts = {
  readonly imports: readonly string[]
  /** Files imported by `import()`. */
  readonly lateImports: readonly string[]
  readonly lateCode: readonly LateCode[]
  /** Arguments of `useDictionary`. */
  readonly used: readonly string[]
}

/** The dictionary that is always loaded. */
const always = 'shell'

/**
 * Uses of a dictionary that may not be loaded, as `file uses x, loaded by y without it`, and imports of late code
 * outside an object with `load`. Code loaded from a screen may use the dictionaries of that screen.
 */
export function findMissingDictionaries(sources: Sources, entries: readonly string[]): readonly string[] {
  const files = new Map([...sources].map(([file, source]) => [file, readFile(file, source)]))
  const reachable = (roots: readonly string[]): ReadonlySet<string> => {
    const found = new Set<string>()
    const waiting = [...roots]
    for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
      if (found.has(file)) continue
      found.add(file)
      waiting.push(...(files.get(file)?.imports ?? []))
    }
    return found
  }
  const problems = new Set<string>()
  const check = (
    name: string,
    roots: readonly string[],
    loaded: ReadonlySet<string>,
    path: readonly string[],
  ) => {
    for (const file of reachable(roots)) {
      const { used = [], lateCode = [], lateImports = [] } = files.get(file) ?? {}
      for (const one of used)
        if (!loaded.has(one)) problems.add(`${file} uses ${one}, loaded by ${name} without it`)
      const known = new Set(lateCode.flatMap(({ targets }) => targets))
      for (const one of lateImports)
        if (!known.has(one)) problems.add(`${file} imports ${one} outside late code`)
      for (const { targets, dictionaries } of lateCode) {
        const key = targets.join()
        // Screens may open each other; a second round adds nothing.
        if (path.includes(key)) continue
        check(file, targets, new Set([...loaded, ...dictionaries]), [...path, key])
      }
    }
  }
  check('the first visit', entries, new Set([always]), [])
  return [...problems].sort()
}

function readFile(file: string, source: string): FileFacts {
  const { program, module } = parseSync(file, source)
  const lateCode: LateCode[] = []
  const used: string[] = []
  visit(program, (node) => {
    if (node.type === 'ObjectExpression') {
      const late = lateCodeOf(file, node, source)
      if (late !== undefined) lateCode.push(late)
    }
    if (node.type === 'CallExpression' && nameOf(node['callee']) === 'useDictionary')
      used.push(...textsIn(node['arguments']))
  })
  const isOwn = (path: string) => path.startsWith('#web/')
  return {
    imports: module.staticImports
      .filter(({ entries }) => entries.length === 0 || entries.some((entry) => !entry.isType))
      .map(({ moduleRequest }) => moduleRequest.value)
      .filter(isOwn)
      .map((path) => path.slice(1)),
    lateImports: module.dynamicImports
      .map(({ moduleRequest }) => source.slice(moduleRequest.start + 1, moduleRequest.end - 1))
      .filter(isOwn)
      .map((path) => path.slice(1)),
    lateCode,
    used,
  }
}

function lateCodeOf(definedIn: string, node: Node, source: string): LateCode | undefined {
  const properties = node['properties'] as readonly Node[]
  const property = (name: string) => properties.find(({ key }) => nameOf(key) === name)
  const load = property('load')
  if (load === undefined) return undefined
  const text = source.slice(Number(load['start']), Number(load['end']))
  const targets = [...text.matchAll(/import\('#(web\/[^']+)'\)/g)].flatMap(([, path]) => path ?? [])
  if (targets.length === 0) return undefined
  return { definedIn, targets, dictionaries: textsIn(property('dictionaries')?.['value']) }
}

function textsIn(value: unknown): readonly string[] {
  const found: string[] = []
  visit(value, (node) => {
    if (node.type === 'Literal' && typeof node['value'] === 'string') found.push(node['value'])
  })
  return found
}

function nameOf(node: unknown): unknown {
  return isNode(node) ? node['name'] : undefined
}

function visit(value: unknown, see: (node: Node) => void): void {
  if (Array.isArray(value)) {
    for (const item of value) visit(item, see)
  } else if (isNode(value)) {
    see(value)
    for (const child of Object.values(value)) visit(child, see)
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value
}
