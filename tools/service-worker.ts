// The service worker: one classic script at a fixed path, apart from the chunks of the app.
import { resolve } from 'node:path'
import { build, type InlineConfig, type Plugin } from 'vite'

/** Its path decides which pages it serves: all of them. */
const path = '/sw.js'

/** Writes it beside the built app, or only returns its code. */
export async function buildServiceWorker(outDir?: string): Promise<string> {
  const results = [await build(configOf(outDir))].flat()
  for (const result of results) {
    if (!('output' in result)) continue
    const [script, ...others] = result.output
    if (others.length > 0) throw new Error('the service worker must be one file')
    return script.code
  }
  throw new Error('the service worker was not built')
}

function configOf(outDir: string | undefined): InlineConfig {
  return {
    configFile: false,
    root: resolve('web'),
    logLevel: 'warn',
    publicDir: false,
    build: {
      target: 'es2023',
      ...(outDir === undefined ? { write: false } : { outDir: resolve(outDir) }),
      emptyOutDir: false,
      rolldownOptions: {
        input: resolve('web', 'service-worker', 'service-worker.ts'),
        // A classic script: not every browser runs a module as a service worker.
        output: { format: 'iife', entryFileNames: path.slice(1) },
      },
    },
  }
}

/** Serves it in development, built again for each request. */
export function serviceWorkerInDevelopment(): Plugin {
  return {
    name: 'openlot-service-worker',
    configureServer({ middlewares }) {
      middlewares.use(path, (_request, response, next) => {
        buildServiceWorker().then((code) => {
          response
            .setHeader('content-type', 'text/javascript')
            .setHeader('cache-control', 'no-cache')
            .end(code)
        }, next)
      })
    },
  }
}
