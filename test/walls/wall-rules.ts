import type { ImportFact, Located, ModuleFacts } from '#test/walls/module-facts.ts'

/** A wall that was broken: where, which one, and by what. */
export type Breach = {
  readonly file: string
  readonly line: number
  readonly rule: string
  readonly by: string
}

type Rule = { readonly name: string; readonly check: (facts: ModuleFacts) => readonly Located[] }

/** Which world may import which, by top folder. Tests and tools may import anything. */
const worlds: Readonly<Record<string, readonly string[]>> = {
  core: ['core'],
  contract: ['contract', 'core', 'i18n'],
  i18n: ['i18n', 'contract'],
  server: ['server', 'db', 'core', 'contract', 'i18n'],
  ui: ['ui'],
  web: ['web', 'ui', 'core', 'contract', 'i18n'],
  desk: ['desk', 'ui', 'core', 'contract', 'i18n'],
}

/** The rooms of a world, lowest first: a room imports only rooms below it. What is not named is above them all. */
const floors: Readonly<Record<string, readonly (readonly string[])[]>> = {
  server: [
    ['platform'],
    ['storage'],
    ['settings'],
    ['feed'],
    ['market-data', 'codes', 'uploads', 'content', 'support', 'kyc', 'ranking', 'operators'],
    ['accounts', 'funds', 'engine'],
    ['gateway'],
    ['api', 'desk-api', 'live'],
  ],
  web: [['platform'], ['stores'], ['calls', 'live'], ['chart'], ['parts'], ['screens'], ['app']],
}

/** Rooms that are shelves of independent parts: each file is its own door. The routes are opened by app.ts alone. */
const shelves = ['server/platform', 'server/api', 'server/desk-api']

/** Where each package may be imported. One that is not listed may not be imported at all. */
const packages: Readonly<Record<string, RegExp>> = {
  typebox: /^contract\/|^server\/gateway\//,
  '@lingui/core': /^i18n\/translator\.ts$/,
  '@lingui/message-utils': /^server\/platform\/words\.ts$/,
  fastify: /^server\/(app\.ts|gateway\/|api\/|desk-api\/|live\/)/,
  '@fastify/*': /^server\/gateway\//,
  pg: /^server\/storage\/|-store\.ts$/,
  pino: /^server\/platform\/log\.ts$/,
  'prom-client': /^server\/platform\/metrics\.ts$/,
  ws: /^server\/live\//,
  react: /^(ui|web|desk)\//,
  'react-dom': /^(ui|web|desk)\//,
  '@base-ui/react': /^(ui\/|web\/app\/|web\/screens\/showcase\/)/,
  wouter: /^web\/(app|parts|screens)\//,
  'node:': /^server\//,
}

/** What the browser may take from the contract as values: names and plain functions, never schemas. */
const plainContract = /^contract\/(codes|reasons|api-host)\.ts$/

const clocks = /^(server|web)\/platform\/(clock|random)\.ts$/
const chance = [
  'Date.now',
  'new Date()',
  'performance.now',
  'Math.random',
  'crypto.randomUUID',
  'crypto.getRandomValues',
]

/** main.ts hands it to config.ts; the launcher of PostgreSQL passes PATH on to it. */
const environmentReaders = ['server/config.ts', 'server/main.ts', 'server/storage/embedded/account.ts']

const sql =
  /^\s*(select\s+[\w*(]|insert\s+into\s|update\s+\w+\s+set\s|delete\s+from\s|with\s+(recursive\s+)?\w+\s+(\([^)]*\)\s+)?as\s*\(|(create|alter|drop)\s+(or\s+replace\s+)?(table|role|database|schema|index|unique|trigger|function|view|type|sequence)\s|truncate\s+\w|grant\s+\w|revoke\s+\w|listen\s+\w|notify\s+\w)/i

const drawers = /(^|\/)(index|utils?|helpers?|common|lib|misc|services?|managers?|impl|base|v2)(\.[a-z]+$|\/)/

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
    name: 'the browser takes no schemas from the contract',
    check: ({ file, imports }) => imports.filter((fact) => takesSchema(file, fact)),
  },
  {
    name: 'a package stays in its rooms',
    check: ({ file, imports }) =>
      imports.filter(({ text }) => !isOwnPath(text) && !text.startsWith('.') && !mayUse(file, text)),
  },
  {
    name: 'time and chance come from the clock and random files',
    check: ({ file, uses }) => (clocks.test(file) ? [] : uses.filter(({ text }) => chance.includes(text))),
  },
  {
    name: 'the environment is read in config.ts',
    check: ({ file, uses }) =>
      environmentReaders.includes(file) ? [] : uses.filter(({ text }) => text === 'process.env'),
  },
  {
    name: 'SQL stands only in *-store.ts',
    check: ({ file, texts }) =>
      topOf(file) !== 'server' || file.endsWith('-store.ts')
        ? []
        : texts.filter(({ text }) => sql.test(text)),
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
  const isBrowser = ['web', 'ui', 'desk'].includes(topOf(file))
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
