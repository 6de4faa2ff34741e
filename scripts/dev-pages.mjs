/** The web application's development server, with everything that is not a page handed on to the bank's server. */
import { join } from 'node:path'
import { createServer } from 'vite'
import { root } from './setup.mjs'

const { PORT, HOST, API_PORT } = process.env

const vite = await createServer({
  root: join(root, 'web'),
  configFile: join(root, 'web/vite.config.ts'),
  server: {
    port: Number(PORT),
    host: HOST ?? '127.0.0.1',
    // The next free port would be another address than the one that was asked for.
    strictPort: true,
    proxy: { '/api': { target: `http://127.0.0.1:${API_PORT}`, xfwd: true } },
  },
})
await vite.listen()
vite.printUrls()
process.on('SIGTERM', () => void vite.close().then(() => process.exit(0)))
