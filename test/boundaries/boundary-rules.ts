import {
  chance,
  chanceImports,
  clocks,
  drawers,
  environmentReaders,
  floatRooms,
  floats,
  floors,
  packages,
  plainContract,
  shelves,
  sql,
  worlds,
} from '#test/boundaries/boundary-map.ts'
import type { ImportFact, Located, ModuleFacts } from '#test/boundaries/module-facts.ts'

/** A wall that was broken: where, which one, and by what. */
export type Breach = {
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
    check: eachPath((from, to) => !(worlds[topOf(from)] ?? []).includes(topOf(to))),
  },
  { name: 'a room imports only rooms below it', check: eachPath(climbs) },
  { name: 'a room is entered by its door', check: eachPath(skipsDoor) },
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
      clocks.test(file)
        ? []
        : [
            ...uses.filter(({ text }) => chance.includes(text)),
            ...imports.filter(
              ({ text, names }) => text.startsWith('node:') && names.some((name) => chanceImports.test(name)),
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
      floatRooms.test(file) ? [] : uses.filter(({ text }) => floats.includes(text)),
  },
  { name: 'no drawer', check: ({ file }) => (drawers.test(file) ? [{ text: file, line: 1 }] : []) },
]

export const ruleNames: readonly string[] = rules.map((rule) => rule.name)

export function findBreaches(facts: ModuleFacts): readonly Breach[] {
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
function roomOf(path: string): string {
  const [, room = '', ...rest] = path.split('/')
  return rest.length === 0 ? '' : room
}

function floorOf(path: string): number {
  const own = floors[topOf(path)] ?? []
  const floor = own.findIndex((rooms) => rooms.includes(roomOf(path)))
  return floor === -1 ? own.length : floor
}

function climbs(from: string, to: string): boolean {
  if (topOf(from) !== topOf(to) || floors[topOf(from)] === undefined) return false
  return roomOf(from) !== roomOf(to) && floorOf(to) >= floorOf(from) && roomOf(to) !== ''
    ? true
    : roomOf(from) !== '' && roomOf(to) === ''
}

function skipsDoor(from: string, to: string): boolean {
  if (topOf(to) !== 'server' || roomOf(to) === '' || roomOf(from) === roomOf(to)) return false
  const room = `server/${roomOf(to)}`
  return !shelves.includes(room) && to !== `${room}/${roomOf(to)}.ts`
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
