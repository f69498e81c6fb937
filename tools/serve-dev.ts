// Development servers: Node's watch mode for the server, Vite for the browser apps.
import { spawn } from 'node:child_process'
import { createServer } from 'vite'
import { type BrowserApp, viteConfig } from '#tools/vite-config.ts'

const serverPort = process.env['PORT'] ?? '3000'
const ports: Readonly<Record<BrowserApp, number>> = { web: 5173, desk: 5174 }

const server = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'server/main.ts'], {
  stdio: 'inherit',
  env: { ...process.env, PORT: serverPort },
})

const vites = await Promise.all(
  (['web', 'desk'] as const).map(async (app) => {
    const vite = await createServer({ ...viteConfig(app), server: { port: ports[app], proxy: proxies() } })
    await vite.listen()
    return vite
  }),
)
console.log(
  `watching: the web app http://localhost:${ports.web}/, its component showcase /ui, the operator console http://localhost:${ports.desk}/desk/`,
)

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
process.on('disconnect', stop)
server.on('exit', stop)

/** Forwards API requests to the server; Vite serves the pages. */
function proxies() {
  const target = `http://127.0.0.1:${serverPort}`
  return {
    '/api': { target },
    '/content': { target },
    '/desk/api': { target },
    '/desk/ws': { target, ws: true },
    '/v1': { target, ws: true },
  }
}

function stop(): void {
  server.kill('SIGTERM')
  void Promise.all(vites.map((vite) => vite.close())).then(() => {
    if (server.exitCode !== null || server.signalCode !== null) process.exit(0)
    server.once('exit', () => process.exit(0))
  })
}
