// The module boundaries: which folder and file may import and use what.

/** Imports allowed between top folders. Tests and tools may import anything. */
export const allowedImports: Readonly<Record<string, readonly string[]>> = {
  core: ['core'],
  contract: ['contract', 'core', 'i18n'],
  i18n: ['i18n', 'contract'],
  db: ['db', 'core'],
  server: ['server', 'db', 'core', 'contract', 'i18n'],
  ui: ['ui'],
  browser: ['browser', 'core', 'contract', 'i18n'],
  web: ['web', 'browser', 'ui', 'core', 'contract', 'i18n'],
  desk: ['desk', 'browser', 'ui', 'core', 'contract', 'i18n'],
}

/** The modules of a top folder by layer, lowest first. A module imports only lower layers; unlisted ones are on top. */
export const layers: Readonly<Record<string, readonly (readonly string[])[]>> = {
  server: [
    ['platform'],
    ['storage'],
    ['audit', 'idempotency'],
    ['settings', 'heads'],
    ['feed', 'messages', 'push', 'uploads'],
    ['notices'],
    ['market-data', 'codes', 'content', 'calendar', 'companies', 'kyc', 'ranking', 'operators'],
    ['users', 'engine', 'approvals', 'alerts'],
    ['portfolio', 'verify', 'followers'],
    ['funds'],
    ['gateway', 'account-notices', 'complaints', 'support'],
    ['api', 'desk-api', 'live'],
    ['bootstrap'],
  ],
  browser: [
    ['platform', 'time'],
    ['storage', 'crash-reports', 'files', 'live'],
    ['session', 'i18n', 'queries'],
    ['calls'],
  ],
  web: [
    ['stores'],
    ['calls', 'live'],
    ['markets', 'chart', 'user', 'portfolio', 'notices', 'push'],
    ['trade-actions', 'support'],
    ['parts'],
    ['screens'],
    ['app'],
  ],
  desk: [['stores'], ['calls', 'live'], ['parts'], ['screens'], ['app']],
}

/** Folders whose files are independent: any of their files may be imported from outside the folder. */
export const openModules = ['server/platform', 'server/api', 'server/desk-api', 'server/bootstrap']

/** Where each package may be imported. An unlisted package may not be imported at all. */
export const packages: Readonly<Record<string, RegExp>> = {
  typebox: /^contract\/|^server\/gateway\//,
  '@lingui/core': /^i18n\/translator\.ts$/,
  '@lingui/message-utils': /^server\/platform\/translators\.ts$/,
  fastify: /^server\/(bootstrap\/app\.ts|gateway\/|api\/|desk-api\/|live\/)/,
  '@fastify/*': /^server\/gateway\//,
  '@node-rs/argon2': /^server\/platform\/passwords\//,
  nodemailer: /^server\/messages\//,
  otpauth: /^server\/operators\//,
  sharp: /^server\/(uploads|codes)\//,
  uqr: /^ui\//,
  pg: /^server\/(storage\/|.*-store\.ts$)/,
  'pg-copy-streams': /^server\/.*-store\.ts$/,
  pino: /^server\/platform\/log\.ts$/,
  'prom-client': /^server\/platform\/metrics\.ts$/,
  '@noble/hashes': /^server\/funds\/destinations\//,
  '@scure/base': /^server\/funds\/destinations\//,
  ibantools: /^server\/funds\/destinations\//,
  'markdown-it': /^server\/content\//,
  'sanitize-html': /^server\/content\//,
  'web-push': /^server\/push\//,
  'csv-parse': /^server\/calendar\//,
  'ical.js': /^server\/calendar\//,
  luxon: /^server\/market-data\//,
  klinecharts: /^web\/chart\//,
  ws: /^server\/live\//,
  react: /^(ui|browser|web|desk)\//,
  'react-dom': /^(ui|browser|web|desk)\//,
  '@base-ui/react': /^(ui\/|(web|desk)\/app\/|web\/screens\/showcase\/)/,
  '@tanstack/react-query': /^(browser\/queries|web\/parts|desk\/parts)\//,
  wouter: /^(web|desk)\/(app|parts|screens)\//,
  // Seed texts are files beside their reader.
  'node:': /^server\/|^db\/seed\/articles\.ts$/,
}

/** Contract files the browser may import as values: names and plain functions, never schemas. */
export const plainContract =
  /^contract\/(envelope|crash-report-bounds|api-host|live|market-from-wire|account-from-wire|order-from-wire)\.ts$/

export const clockFiles = /^(server|browser)\/platform\/(clock|random)\.ts$/
export const clockAndRandomUses = [
  'Date.now',
  'new Date()',
  'Date()',
  '{} = Date',
  'performance.now',
  '{} = performance',
  'Math.random',
  '{} = Math',
  'crypto.randomUUID',
  'crypto.getRandomValues',
  '{} = crypto',
]
export const randomImports = /^(random\w+|webcrypto|getRandomValues|performance)$/

/** Operations on floats. Amounts are whole numbers, and only the modules below may convert one to a float. */
export const floats = ['.toFixed', '.toPrecision', 'parseFloat()']
export const floatModules = /^(core\/money|web\/chart)\//
/** main.ts passes the environment to config.ts; os-user.ts passes PATH to PostgreSQL. */
export const environmentReaders = [
  'server/bootstrap/config.ts',
  'server/main.ts',
  'server/storage/embedded/os-user.ts',
]

export const sql =
  /^\s*(select\s+[\w*(]|insert\s+into\s|update\s+\w+\s+set\s|delete\s+from\s|with\s+(recursive\s+)?\w+\s+(\([^)]*\)\s+)?as\s*\(|(create|alter|drop)\s+(or\s+replace\s+)?(table|role|database|schema|index|unique|trigger|function|view|type|sequence)\s|truncate\s+\w|grant\s+\w|revoke\s+\w|listen\s+\w|notify\s+\w)/i

export const vagueNames =
  /(^|\/)(index|utils?|helpers?|common|lib|misc|services?|managers?|impl|base|v2)(\.[a-z]+$|\/)/
