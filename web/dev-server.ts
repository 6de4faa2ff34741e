/** Vite's development server; API requests are proxied to the bank's server. */
import { createServer } from 'vite'

const { PORT, HOST, API_PORT } = process.env

const vite = await createServer({
  configFile: `${import.meta.dirname}/vite.config.ts`,
  server: {
    port: Number(PORT),
    host: HOST ?? '127.0.0.1',
    // Fails if the port is taken: the next free port would be a different address than PORT says.
    strictPort: true,
    // Pages import from the contract, and both from packages of the root.
    fs: { allow: ['..'] },
    proxy: { '/api': { target: `http://127.0.0.1:${API_PORT}`, xfwd: true } },
  },
})
await vite.listen()
vite.printUrls()
process.on('SIGTERM', () => void vite.close().then(() => process.exit(0)))
