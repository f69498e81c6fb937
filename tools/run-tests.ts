// Runs the parts of the test suite and prints the total as the last line: `N passed, N failed`.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { serveShowcase } from '#test/browser/dev-page.ts'
import { serveApp } from '#test/browser/served-app.ts'
import { startTestCluster } from '#test/database.ts'
import { propertySeed } from '#test/fast-check.ts'
import { splitBrowserTests } from '#tools/browser-sample.ts'
import { buildLooks } from '#tools/build-looks.ts'
import { buildOneScript } from '#tools/build-one-script.ts'
import { findChromium } from '#tools/find-chromium.ts'

type Count = { readonly passed: number; readonly failed: number }
type Counted = Count & {
  readonly faults?: readonly string[]
  /** Duration in milliseconds and path of the slowest test files. */
  readonly slowest?: readonly (readonly [number, string])[]
}
type Part = () => Promise<Count>
type Environment = Readonly<Record<string, string>>

const browserTests = 'test/browser/**/*.test.ts'
/** Tests without databases, processes and global state. */
const pureTests = [
  '{core,contract,i18n,ui,browser,web,desk}/**/*.test.ts',
  'server/{live,platform,feed/sim,engine/{intake,journal,state,triggers},market-data/{candles,hours}}/**/*.test.ts',
  'db/seed/**/*.test.ts',
  'server/{account-notices/trading-notices,alerts/{alert-index,hit-writer},bootstrap/{address-limits,config}}.test.ts',
  'server/{calendar/{calendar,recent-results},feed/replay/replay-{clock,file,rows}}.test.ts',
  'server/funds/destinations/{bank-account,coin-address}.test.ts',
  'server/{codes/{one-time-code,captcha/captcha-image},funds/review/risk-marks,heads/head-signature}.test.ts',
  'server/engine/{account-changed,account-version,command-traits,deferred-accounts,writer/retry-pause}.test.ts',
  'server/gateway/{account-limits,admission-queue,encode-in-turns,find-delimiter,read-fields}.test.ts',
  'server/gateway/{request-log,unsent-bytes}.test.ts',
  'server/market-data/{backfill,quote-sequence,source-silence,tick-processor}.test.ts',
  'server/{messages/transports/outbox-transport,operators/{passwords,sign-in/totp}}.test.ts',
  'server/{portfolio/account-valuation,push/{browser-keys,push-endpoint,render-push}}.test.ts',
  'server/{settings/setting-definitions,storage/{database-connection,roles/{role-names,scram-verifier}}}.test.ts',
  'server/{uploads/decoding-limit,users/sessions/session-batch-loader,verify/differences}.test.ts',
  'test/{crash/{plan-rounds,checks/*},trading-day/{check-money,side-by-side,oracle/**/*}}.test.ts',
  'tools/{browser-sample,looks-languages,logos/{read-picture,svg}}.test.ts',
]
/** In a shared process, a hook outside of `describe` would run for the tests of all files. */
const hookOutsideDescribe = /^(before|after)(Each)?\(/m
const looksTests = 'test/looks/**/*.test.ts'
/** Run beside the looks, the other tests without pages beside the other browser tests: both halves take about as long. */
const testsBesideLooks = 'test/{crash,trading-day}/*.test.ts'
const boundaries = 'test/boundaries.test.ts'
const allTests = '{core,contract,i18n,server,db,ui,browser,web,desk,tools,test}/**/*.test.ts'

/** Files that take 20 seconds and more, the longest first. */
const slowTests = [
  'test/browser/orders/lost-actions.test.ts',
  'test/browser/trading-journeys/{unconfirmed,lost-actions}.test.ts',
  'test/looks/{account,orders,trading-views}.test.ts',
  'test/browser/{trade-screen/ticket,orders/detail}-unconfirmed.test.ts',
  'test/browser/trading-journeys/tabs.test.ts',
  'test/crash/*.test.ts',
  'test/trading-day/trading-day.test.ts',
  'test/process/*.test.ts',
  'server/desk-api/access.test.ts',
]

/** Tests that start servers or databases many times. `npm test` leaves them out. */
const longTests = [
  'server/bootstrap/clock-corrections.test.ts',
  'server/engine/store/refused-batch.test.ts',
  'server/account-notices/account-notices.test.ts',
  'server/storage/embedded/earlier-cluster.test.ts',
  'server/storage/embedded/embedded-postgres.test.ts',
  'server/storage/roles/login-excess.test.ts',
  'server/storage/roles/postgres-15.test.ts',
  'server/verify/checkpoint.test.ts',
  'server/verify/verify.test.ts',
  'test/browser/complaints-journey/complaint-journey.test.ts',
  'test/browser/content-journey/content-journey.test.ts',
  'test/browser/funds-journeys/deposits.test.ts',
  'test/browser/funds-journeys/power-cut.test.ts',
  'test/browser/funds-journeys/withdrawals.test.ts',
  'test/crash/crash.test.ts',
  'test/crash/cut-off.test.ts',
  'test/crash/one-key.test.ts',
  'test/notices/earlier-notices.test.ts',
  'test/process/accounts.test.ts',
  'test/process/clock-steps.test.ts',
  'test/process/connection-burst.test.ts',
  'test/process/earlier-database.test.ts',
  'test/process/heads.test.ts',
  'test/process/prices.test.ts',
  'test/process/server-process.test.ts',
  'test/process/socket-limits.test.ts',
  'test/process/stale-prices-at-start.test.ts',
  'test/trading-day/stored-days.test.ts',
  'test/users/revoke-demo-ids.test.ts',
  'test/verify/earlier-databases.test.ts',
  'test/verify/earlier-funds.test.ts',
  'tools/proof.test.ts',
  'tools/setting.test.ts',
  'tools/verify.test.ts',
]

/** Tests with large tables, of which `npm test` takes a sample. */
const exhaustiveTests = [
  'core/margin/region-search.test.ts',
  'server/engine/intake/key-outcome.test.ts',
  'server/engine/sliced-evaluation.test.ts',
  'server/feed/sim/predictability.test.ts',
  'server/feed/sim/seed-search.test.ts',
  'server/market-data/candles/read-candles.test.ts',
  'test/browser/orders/lost-actions.test.ts',
  'test/browser/trading-journeys/lost-actions.test.ts',
  'test/calls/every-call.test.ts',
  'test/trading-day/trading-day.test.ts',
]

const runModes = { 'one at a time': '1', 'two at a time': '2', 'one for all': 'one-process' } as const

/** V8's compile cache, shared by the hundreds of test processes. */
const compileCache = resolve('node_modules', '.cache', 'compiled')

/** `npm test` */
const parts: Readonly<Record<string, Part>> = {
  check: async () =>
    total(
      await Promise.all([
        runStep('format and lint', 'biome', ['ci', '--error-on-warnings', '.']),
        runStep('types', 'tsc', ['-b']),
        runStep('nothing unused', 'knip', ['--no-progress']),
        runFiles([boundaries], 'one for all'),
      ]),
    ),
  unit: async () => {
    const others = new Set([...globSync(browserTests), ...globSync(looksTests), ...longTests, boundaries])
    const files = globSync(allTests).filter((file) => !others.has(file))
    const pure = new Set(globSync(pureTests).filter(canShareProcess))
    return await withCluster(async () =>
      total([
        // Together, because tests of the first kind often wait for processes and databases.
        ...(await Promise.all([
          runFiles(
            files.filter((file) => !pure.has(file)),
            'two at a time',
          ),
          // Starting a process per file takes longer than these tests.
          runFiles([...pure], 'one for all'),
        ])),
      ]),
    )
  },
  sample: () =>
    runInBrowser(
      splitBrowserTests(globSync(browserTests), propertySeed()).sampled.filter(
        (file) => !longTests.includes(file),
      ),
    ),
}

/** Parts to be named: all browser tests; and everything that `npm test` leaves out. */
const otherParts: Readonly<Record<string, Part>> = {
  browser: () => runInBrowser(globSync(browserTests)),
  looks: async () => {
    const leftOut = testsLeftOut()
    const withoutPages = leftOut.filter((file) => !needsPages(file))
    const besideLooks = new Set(globSync(testsBesideLooks))
    const exhaustive = { EXHAUSTIVE: '1' }
    return total([
      await runInBrowser(
        globSync(looksTests),
        { ...exhaustive, BUILD_DIR: await buildLooks() },
        withoutPages.filter((file) => besideLooks.has(file)),
      ),
      await runInBrowser(
        leftOut.filter(needsPages),
        exhaustive,
        withoutPages.filter((file) => !besideLooks.has(file)),
        // The journeys still run against the usual build, and so does the sample of `npm test`.
        { BUILD_DIR: await buildOneScript(join('dist', 'stubbed')) },
      ),
    ])
  },
}

/** The files that the sample leaves out, the long ones, and the large tables. */
function testsLeftOut(): readonly string[] {
  const leftOut = splitBrowserTests(globSync(browserTests), propertySeed()).leftOut
  return [...new Set([...longTests, ...leftOut, ...exhaustiveTests])]
}

function canShareProcess(file: string): boolean {
  return !hookOutsideDescribe.test(readFileSync(file, 'utf8'))
}

function needsPages(file: string): boolean {
  return file.startsWith(join('test', 'browser'))
}

/**
 * Starts what the browser tests share: database, server of the pages, showcase. Each file has its own Chromium: sharing
 * one saves no time, and its tests would share a clipboard. The files without pages run beside them, one at a time: they
 * mostly wait for processes. The environment of the stubbed pages is for the server of the pages alone.
 */
async function runInBrowser(
  files: readonly string[],
  environment: Environment = {},
  filesWithoutPages: readonly string[] = [],
  ofStubbedPages: Environment = {},
): Promise<Count> {
  // A browser that starts during the installation of the fonts would cache an incomplete list of them for ever.
  await findChromium()
  return await withCluster(async () => {
    await using shared = new AsyncDisposableStack()
    const pages = shared.adopt(
      await serveApp({ SIM_TICKS: '0.1', ...environment, ...ofStubbedPages }),
      (app) => app.stop(),
    )
    const showcase = shared.adopt(await serveShowcase(), (served) => served.stop())
    // The build of the showcase sets NODE_ENV, but the tests need it unset.
    delete process.env['NODE_ENV']
    const addresses = {
      SERVED_PAGES: pages.address,
      SHOWCASE_PAGES: showcase.address,
    }
    return total(
      await Promise.all([
        // No more files at a time than cores: slower pages would cause timing failures.
        runFiles(files, 'two at a time', { ...environment, ...addresses }),
        ...(filesWithoutPages.length === 0
          ? []
          : [runFiles(filesWithoutPages, 'one at a time', environment)]),
      ]),
    )
  })
}

const requested = process.argv.slice(2)
const allParts = { ...parts, ...otherParts }
const unknown = requested.filter((name) => !Object.hasOwn(allParts, name))
if (unknown.length > 0)
  throw new Error(`unknown part: ${unknown.join(', ')}; the parts are ${Object.keys(allParts).join(', ')}`)
// All test files use the same seed, also with `SEED=random`.
process.env['SEED'] = String(propertySeed())
console.log(`seed of the property tests: ${process.env['SEED']}`)
const counts: Count[] = []
for (const [name, run] of Object.entries(requested.length > 0 ? allParts : parts)) {
  if (requested.length > 0 && !requested.includes(name)) continue
  console.log(`\n— ${name}`)
  const startedAt = Date.now()
  counts.push(await countOf(run))
  console.log(`${name} took ${Math.round((Date.now() - startedAt) / 1_000)} s`)
}
const { passed, failed } = total(counts)
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 && passed > 0 ? 0 : 1

/** One PostgreSQL for all files of a part. The database of each test is a copy of a template. */
async function withCluster<Result>(work: () => Promise<Result>): Promise<Result> {
  const cluster = await startTestCluster()
  process.env['TEST_DATABASE_URL'] = cluster.url
  try {
    return await work()
  } finally {
    delete process.env['TEST_DATABASE_URL']
    await cluster.stop()
  }
}

/** A part that cannot be run counts as one failure; the other parts still run. */
async function countOf(part: Part): Promise<Count> {
  try {
    return await part()
  } catch (fault) {
    console.error(fault instanceof Error ? fault.message : fault)
    return { passed: 0, failed: 1 }
  }
}

async function runStep(name: string, command: string, args: readonly string[]): Promise<Count> {
  const code = await run(join('node_modules', '.bin', command), args, {})
  console.log(`${code === 0 ? '✔' : '✖'} ${name}`)
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

/** Runs the files, slow ones first, so that no core waits for the last file at the end. */
async function runFiles(
  files: readonly string[],
  processes: keyof typeof runModes,
  environment: Environment = {},
): Promise<Count> {
  // Given no files, Node's runner would search for tests itself.
  if (files.length === 0) return { passed: 0, failed: 1 }
  const dir = mkdtempSync(join(tmpdir(), 'openlot-test-'))
  const counts = join(dir, 'counts.json')
  const slow = slowTests.flatMap((pattern) => globSync(pattern))
  const ordered = [...slow, ...files.filter((file) => !slow.includes(file))].filter((file) =>
    files.includes(file),
  )
  const args = ['tools/run-files.mjs', counts, runModes[processes], ...ordered]
  const code = await run(process.execPath, args, environment)
  const { faults = [], slowest = [], ...count } = readCount(counts)
  for (const [ms, file] of slowest)
    console.log(`${String(Math.round(ms / 1_000)).padStart(5)} s  ${relative('.', file)}`)
  for (const fault of faults) console.error(`\n✖ ${fault}`)
  rmSync(dir, { recursive: true, force: true })
  // The runner may fail although no test has failed.
  return code !== 0 && count.failed === 0 ? { ...count, failed: 1 } : count
}

function readCount(file: string): Counted {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Counted
  } catch {
    return { passed: 0, failed: 1 }
  }
}

async function run(
  command: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<number> {
  const child = spawn(command, args, {
    stdio: 'inherit',
    env: { ...process.env, NODE_COMPILE_CACHE: compileCache, ...environment },
  })
  const [code] = await once(child, 'exit')
  return typeof code === 'number' ? code : 1
}

function total(all: readonly Count[]): Count {
  const sum = (key: keyof Count) => all.reduce((soFar, count) => soFar + count[key], 0)
  return { passed: sum('passed'), failed: sum('failed') }
}
