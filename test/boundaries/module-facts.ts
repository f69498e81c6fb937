import { parseSync } from 'oxc-parser'

/** Everything about one file that the boundary rules check. */
export type ModuleFacts = {
  readonly file: string
  readonly imports: readonly ImportFact[]
  /** Used names: `Date.now`, `process.env`, `.toFixed`, `parseFloat()`, `new Date()` without arguments, `{} = Math`. */
  readonly uses: readonly Located[]
  /** Every string and template literal. */
  readonly texts: readonly Located[]
}

export type ImportFact = Located & { readonly typeOnly: boolean; readonly names: readonly string[] }
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
      names: entries.flatMap((entry) => entry.importName.name ?? []),
    })),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest, isType }) =>
        moduleRequest
          ? [{ text: moduleRequest.value, line: lineOf(moduleRequest.start), typeOnly: isType, names: [] }]
          : [],
      ),
    ),
    ...module.dynamicImports.map(({ moduleRequest }) => ({
      text: source.slice(moduleRequest.start, moduleRequest.end).replace(/^['"`]|['"`]$/g, ''),
      line: lineOf(moduleRequest.start),
      typeOnly: false,
      names: [],
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
  switch (node.type) {
    case 'NewExpression': {
      const isEmpty = Array.isArray(node['arguments']) && node['arguments'].length === 0
      return isEmpty && nameOf(node['callee']) === 'Date' ? 'new Date()' : undefined
    }
    case 'CallExpression':
      return isIdentifier(node['callee']) ? `${nameOf(node['callee'])}()` : undefined
    case 'VariableDeclarator':
      return isNode(node['id']) && node['id'].type === 'ObjectPattern' && isIdentifier(node['init'])
        ? `{} = ${nameOf(node['init'])}`
        : undefined
    case 'MemberExpression':
      return memberOf(node)
    default:
      return undefined
  }
}

/** `globalThis.Date.now` also gives `Date.now`. Other expressions give the last name, such as `.toFixed`. */
function memberOf(node: Node): string | undefined {
  const { object } = node
  const property = nameOf(node['property'])
  if (property === undefined) return undefined
  const inner =
    isNode(object) && object.type === 'MemberExpression' ? nameOf(object['property']) : nameOf(object)
  return ['Date', 'Math', 'performance', 'crypto', 'process'].includes(inner ?? '')
    ? `${inner}.${property}`
    : `.${property}`
}

function isIdentifier(node: unknown): boolean {
  return isNode(node) && node.type === 'Identifier'
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
