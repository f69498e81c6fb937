// Vite as in development, for tests of parts that the built app does not show by themselves.
import { resolve } from 'node:path'
import { createServer, type Plugin, type ViteDevServer } from 'vite'
import { viteConfig } from '#tools/vite-config.ts'

export type DevWishes = {
  /** A page of the test's own, drawn by this file, at `ownPath`. */
  readonly script?: string | undefined
  /** The real server that answers the calls and the socket. */
  readonly api?: string
}

/** Nothing is edited during a test, so nothing is watched, and the phone asks for each file once. */
export async function startVite({ script, api }: DevWishes): Promise<ViteDevServer> {
  const config = viteConfig('web')
  const vite = await createServer({
    ...config,
    plugins: [...(config.plugins ?? []), ownPage(script)],
    cacheDir: resolve('node_modules/.cache/vite-for-tests'),
    server: {
      host: '127.0.0.1',
      port: 0,
      hmr: false,
      watch: null,
      ...(api === undefined ? {} : { proxy: { '/api': api, '/v1': { target: api, ws: true } } }),
      headers: { 'cache-control': 'max-age=3600' },
    },
  })
  return await vite.listen()
}

export const ownPath = '/page-of-the-test'

function ownPage(script: string | undefined): Plugin {
  const html = `<!doctype html><html lang="en"><head><title>A page of the test</title>
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <link rel="icon" href="/icon.svg" />
    <script type="module" src="/@fs${script}"></script></head><body><div id="app"></div></body></html>`
  return {
    name: 'openlot-page-of-the-test',
    configureServer: ({ middlewares }) => {
      middlewares.use(ownPath, (_request, response) => {
        response.setHeader('content-type', 'text/html').end(html)
      })
    },
  }
}
