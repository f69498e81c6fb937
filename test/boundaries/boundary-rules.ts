import {
  allowedImports,
  clockAndRandomUses,
  clockFiles,
  environmentReaders,
  floatModules,
  floats,
  layers,
  openModules,
  packages,
  plainContract,
  randomImports,
  sql,
  vagueNames,
} from '#test/boundaries/boundary-map.ts'
import type { ImportFact, Located, ModuleFacts } from '#test/boundaries/module-facts.ts'

/** A violated rule, with its place and the offending text. */
export type Violation = {
  readonly file: string
  readonly line: number
  readonly rule: string
  readonly by: string
}

type Rule = { readonly name: string; readonly check: (facts: ModuleFacts) => readonly Located[] }

const rules: readonly Rule[] = [
  {
    name: 'imports use # paths',
    // A path with a variable must be relative, so that the bundler can list the files.
    check: ({ imports }) => imports.filter(({ text }) => text.startsWith('.') && !text.includes('${')),
  },
  {
    name: 'a top folder imports only allowed top folders',
    check: eachPath((from, to) => !(allowedImports[topOf(from)] ?? []).includes(topOf(to))),
  },
  { name: 'a module imports only modules of lower layers', check: eachPath(importsUpward) },
  { name: 'a module is imported through its entry point', check: eachPath(skipsEntryPoint) },
  {
    name: 'a screen does not import another screen',
    check: eachPath(
      (from, to) =>
        screenOf(from) !== undefined && screenOf(to) !== undefined && screenOf(from) !== screenOf(to),
    ),
  },
  {
    name: 'schemas stay on the server',
    check: ({ file, imports }) => imports.filter((fact) => takesSchema(file, fact)),
  },
  {
    name: 'a package is imported only where allowed',
    check: ({ file, imports }) =>
      imports.filter(({ text }) => !isOwnPath(text) && !text.startsWith('.') && !mayUse(file, text)),
  },
  {
    name: 'time and randomness come from clock.ts and random.ts',
    check: ({ file, uses, imports }) =>
      clockFiles.test(file)
        ? []
        : [
            ...uses.filter(({ text }) => clockAndRandomUses.includes(text)),
            ...imports.filter(
              ({ text, names }) => text.startsWith('node:') && names.some((name) => randomImports.test(name)),
            ),
          ],
  },
  {
    name: 'the environment is read in config.ts',
    check: ({ file, uses, imports }) =>
      environmentReaders.includes(file)
        ? []
        : [
            ...uses.filter(({ text }) => text === 'process.env' || text === '{} = process'),
            ...imports.filter(({ text }) => text === 'node:process'),
          ],
  },
  {
    name: 'SQL is only in *-store.ts',
    check: ({ file, texts }) =>
      topOf(file) !== 'server' || file.endsWith('-store.ts')
        ? []
        : texts.filter(({ text }) => sql.test(text)),
  },
  {
    name: 'an amount is never a float',
    check: ({ file, uses }) =>
      floatModules.test(file) ? [] : uses.filter(({ text }) => floats.includes(text)),
  },
  {
    name: 'no vague file names',
    check: ({ file }) => (vagueNames.test(file) ? [{ text: file, line: 1 }] : []),
  },
]

export const ruleNames: readonly string[] = rules.map((rule) => rule.name)

export function findViolations(facts: ModuleFacts): readonly Violation[] {
  return rules.flatMap(({ name, check }) =>
    check(facts).map(({ text, line }) => ({ file: facts.file, line, rule: name, by: text.slice(0, 80) })),
  )
}

/** Builds a rule that checks every import of one project file by another. */
function eachPath(isBroken: (from: string, to: string) => boolean): Rule['check'] {
  return ({ file, imports }) => imports.filter(({ text }) => isOwnPath(text) && isBroken(file, text.slice(1)))
}

function isOwnPath(specifier: string): boolean {
  return specifier.startsWith('#')
}

function topOf(path: string): string {
  return path.split('/', 1)[0] ?? path
}

/** The module of a file is its second folder. A file directly in a top folder, such as main.ts, has none. */
function moduleOf(path: string): string {
  const [, module = '', ...rest] = path.split('/')
  return rest.length === 0 ? '' : module
}

function layerOf(path: string): number {
  const own = layers[topOf(path)] ?? []
  const layer = own.findIndex((modules) => modules.includes(moduleOf(path)))
  return layer === -1 ? own.length : layer
}

function importsUpward(from: string, to: string): boolean {
  if (topOf(from) !== topOf(to) || layers[topOf(from)] === undefined) return false
  return moduleOf(from) !== moduleOf(to) && layerOf(to) >= layerOf(from) && moduleOf(to) !== ''
    ? true
    : moduleOf(from) !== '' && moduleOf(to) === ''
}

function skipsEntryPoint(from: string, to: string): boolean {
  if (topOf(to) !== 'server' || moduleOf(to) === '' || moduleOf(from) === moduleOf(to)) return false
  const module = `server/${moduleOf(to)}`
  return !openModules.includes(module) && to !== `${module}/${moduleOf(to)}.ts`
}

function screenOf(path: string): string | undefined {
  return /^(?:web|desk)\/screens\/([^/]+)\//.exec(path)?.[1]
}

function takesSchema(file: string, { text, typeOnly }: ImportFact): boolean {
  const isBrowser = ['web', 'ui', 'desk', 'browser', 'i18n'].includes(topOf(file))
  return isBrowser && text.startsWith('#contract/') && !typeOnly && !plainContract.test(text.slice(1))
}

function mayUse(file: string, specifier: string): boolean {
  const name = specifier.startsWith('node:') ? 'node:' : packageOf(specifier)
  const place = packages[name] ?? packages[`${name.split('/', 1)[0]}/*`]
  return place?.test(file) ?? false
}

function packageOf(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
}
