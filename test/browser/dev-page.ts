// Development builds of pages, for tests of parts that the built app does not expose.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { build, type InlineConfig, type Plugin, preview } from 'vite'
import { viteConfig } from '#tools/vite-config.ts'

export type DevPageOptions = {
  /** Entry script of a custom page, served at `ownPath`. */
  readonly script?: string | undefined
  /** Address of the real server for calls and the socket. */
  readonly api?: string
}

export type DevPages = { readonly address: string; readonly stop: () => Promise<void> }

export const ownPath = '/page-of-the-test'

/** A development build with all warnings. It is bundled into a few files, because each new phone loads all files. */
export async function serveDevPages({ script, api }: DevPageOptions): Promise<DevPages> {
  const outDir = mkdtempSync(join(tmpdir(), 'openlot-pages-'))
  await build(buildOf(outDir, script))
  const pages = await preview({
    ...viteConfig('web', outDir),
    plugins: script === undefined ? [] : [ownPage(outDir)],
    preview: {
      host: '127.0.0.1',
      port: 0,
      ...(api === undefined ? {} : { proxy: { '/api': api, '/v1': { target: api, ws: true } } }),
      headers: { 'cache-control': 'max-age=3600' },
    },
  })
  return {
    address: (pages.resolvedUrls?.local[0] ?? '').replace(/\/$/, ''),
    async stop() {
      await pages.close()
      rmSync(outDir, { recursive: true, force: true })
    },
  }
}

/** The component showcase, /ui. One build serves all test files. */
export async function serveShowcase(): Promise<DevPages> {
  const { SHOWCASE_PAGES } = process.env
  return SHOWCASE_PAGES
    ? { address: SHOWCASE_PAGES, stop: async () => undefined }
    : await serveDevPages({ script: undefined })
}

function buildOf(outDir: string, script: string | undefined): InlineConfig {
  // Only Vite reads this variable, when it starts.
  process.env['NODE_ENV'] = 'development'
  const config = viteConfig('web', outDir)
  const ofDevelopment = { ...config, mode: 'development' }
  if (script === undefined) return { ...ofDevelopment, build: { ...config.build, minify: false } }
  return {
    ...ofDevelopment,
    build: {
      ...config.build,
      minify: false,
      cssCodeSplit: false,
      rolldownOptions: { input: resolve(script), output: { entryFileNames: 'page.js' } },
    },
  }
}

function ownPage(outDir: string): Plugin {
  const styles = readdirSync(outDir, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.css'),
  )
  const html = `<!doctype html><html lang="en"><head><title>A page of the test</title>
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <link rel="icon" href="/icon.svg" />
    ${styles.map((file) => `<link rel="stylesheet" href="/${file}" />`).join('')}
    <script type="module" src="/page.js"></script></head><body><div id="app"></div></body></html>`
  return {
    name: 'openlot-page-of-the-test',
    configurePreviewServer: ({ middlewares }) => {
      middlewares.use(ownPath, (_request, response) => {
        response.setHeader('content-type', 'text/html').end(html)
      })
    },
  }
}
