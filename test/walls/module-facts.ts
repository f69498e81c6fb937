import { parseSync } from 'oxc-parser'

/** What the walls need to know of one file. */
export type ModuleFacts = {
  readonly file: string
  readonly imports: readonly ImportFact[]
  /** Dotted names that are used: `Date.now`, `process.env`, and `new Date()` for one without arguments. */
  readonly uses: readonly Located[]
  /** Every piece of text written in the file. */
  readonly texts: readonly Located[]
}

export type ImportFact = Located & { readonly typeOnly: boolean }
export type Located = { readonly text: string; readonly line: number }

type Node = { readonly type: string; readonly start: number } & Readonly<Record<string, unknown>>

export function readModule(file: string, source: string): ModuleFacts {
  const { program, module, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file} does not parse: ${errors[0]?.message}`)
  const lineOf = createLineFinder(source)
  const uses: Located[] = []
  const texts: Located[] = []
  visit(program, (node) => {
    const use = useOf(node)
    if (use !== undefined) uses.push({ text: use, line: lineOf(node.start) })
    const text = textOf(node)
    if (text !== undefined) texts.push({ text, line: lineOf(node.start) })
  })
  const imports = [
    ...module.staticImports.map(({ moduleRequest, entries }) => ({
      text: moduleRequest.value,
      line: lineOf(moduleRequest.start),
      typeOnly: entries.length > 0 && entries.every((entry) => entry.isType),
    })),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest, isType }) =>
        moduleRequest
          ? [{ text: moduleRequest.value, line: lineOf(moduleRequest.start), typeOnly: isType }]
          : [],
      ),
    ),
    ...module.dynamicImports.map(({ moduleRequest }) => ({
      text: source.slice(moduleRequest.start, moduleRequest.end).replace(/^['"`]|['"`]$/g, ''),
      line: lineOf(moduleRequest.start),
      typeOnly: false,
    })),
  ]
  return { file, imports, uses, texts }
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
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

function useOf(node: Node): string | undefined {
  if (node.type === 'NewExpression' && nameOf(node['callee']) === 'Date') {
    return Array.isArray(node['arguments']) && node['arguments'].length === 0 ? 'new Date()' : undefined
  }
  if (node.type !== 'MemberExpression') return undefined
  const [object, property] = [nameOf(node['object']), nameOf(node['property'])]
  return object === undefined || property === undefined ? undefined : `${object}.${property}`
}

function nameOf(node: unknown): string | undefined {
  if (!isNode(node)) return undefined
  if (node.type === 'Identifier') return String(node['name'])
  return node.type === 'Literal' ? String(node['value']) : undefined
}

function textOf(node: Node): string | undefined {
  if (node.type === 'Literal' && typeof node['value'] === 'string') return node['value']
  if (node.type !== 'TemplateLiteral' || !Array.isArray(node['quasis'])) return undefined
  return node['quasis'].map((part: { value: { cooked?: string } }) => part.value.cooked ?? '').join('…')
}

function createLineFinder(source: string): (at: number) => number {
  return (at) => source.slice(0, at).split('\n').length
}
