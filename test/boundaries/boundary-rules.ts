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

/** A wall that was broken: where, which one, and by what. */
export type Violation = {
  readonly file: string
  readonly line: number
  readonly rule: string
  readonly by: string
}

type Rule = { readonly name: string; readonly check: (facts: ModuleFacts) => readonly Located[] }

const rules: readonly Rule[] = [
  {
    name: 'a file is named by its # path',
    check: ({ imports }) => imports.filter(({ text }) => text.startsWith('.')),
  },
  {
    name: 'a world imports only the worlds below it',
    check: eachPath((from, to) => !(allowedImports[topOf(from)] ?? []).includes(topOf(to))),
  },
  { name: 'a room imports only rooms below it', check: eachPath(importsUpward) },
  { name: 'a room is entered by its door', check: eachPath(skipsEntryPoint) },
  {
    name: 'a screen never imports a screen',
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
    name: 'a package stays in its rooms',
    check: ({ file, imports }) =>
      imports.filter(({ text }) => !isOwnPath(text) && !text.startsWith('.') && !mayUse(file, text)),
  },
  {
    name: 'time and chance come from the clock and random files',
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
    name: 'SQL stands only in *-store.ts',
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
  { name: 'no drawer', check: ({ file }) => (vagueNames.test(file) ? [{ text: file, line: 1 }] : []) },
]

export const ruleNames: readonly string[] = rules.map((rule) => rule.name)

export function findViolations(facts: ModuleFacts): readonly Violation[] {
  return rules.flatMap(({ name, check }) =>
    check(facts).map(({ text, line }) => ({ file: facts.file, line, rule: name, by: text.slice(0, 80) })),
  )
}

/** A rule over each import of one of our own files. */
function eachPath(isBroken: (from: string, to: string) => boolean): Rule['check'] {
  return ({ file, imports }) => imports.filter(({ text }) => isOwnPath(text) && isBroken(file, text.slice(1)))
}

function isOwnPath(specifier: string): boolean {
  return specifier.startsWith('#')
}

function topOf(path: string): string {
  return path.split('/', 1)[0] ?? path
}

/** The room of a file: its second folder. A file right under its world, such as main.ts, is in the hall above. */
function moduleOf(path: string): string {
  const [, room = '', ...rest] = path.split('/')
  return rest.length === 0 ? '' : room
}

function layerOf(path: string): number {
  const own = layers[topOf(path)] ?? []
  const floor = own.findIndex((rooms) => rooms.includes(moduleOf(path)))
  return floor === -1 ? own.length : floor
}

function importsUpward(from: string, to: string): boolean {
  if (topOf(from) !== topOf(to) || layers[topOf(from)] === undefined) return false
  return moduleOf(from) !== moduleOf(to) && layerOf(to) >= layerOf(from) && moduleOf(to) !== ''
    ? true
    : moduleOf(from) !== '' && moduleOf(to) === ''
}

function skipsEntryPoint(from: string, to: string): boolean {
  if (topOf(to) !== 'server' || moduleOf(to) === '' || moduleOf(from) === moduleOf(to)) return false
  const room = `server/${moduleOf(to)}`
  return !openModules.includes(room) && to !== `${room}/${moduleOf(to)}.ts`
}

function screenOf(path: string): string | undefined {
  return /^(?:web|desk)\/screens\/([^/]+)\//.exec(path)?.[1]
}

function takesSchema(file: string, { text, typeOnly }: ImportFact): boolean {
  const isBrowser = ['web', 'ui', 'desk', 'i18n'].includes(topOf(file))
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
