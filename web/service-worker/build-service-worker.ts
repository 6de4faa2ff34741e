import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { build, type Plugin } from 'vite'
import { precachedFiles } from './precached-files.ts'

const LIST_FILE = 'precached-files.json'

/** Writes the list of files for the service worker, which is built after the client. */
export const listPrecachedFiles = (appDirectory: string): Plugin => ({
  name: 'list-precached-files',
  generateBundle(_, bundle) {
    if (this.environment.name !== 'client') return
    this.emitFile({ type: 'asset', fileName: LIST_FILE, source: JSON.stringify(precachedFiles(bundle, appDirectory)) })
  },
})

/** Writes the service worker into the directory of the built client. The server's `/service-worker.js` loads it. */
export async function buildServiceWorker(directory: string) {
  const list = join(directory, LIST_FILE)
  const files = JSON.parse(await readFile(list, 'utf8')) as string[]
  await rm(list)
  const shell = await readFile(join(directory, '__spa-fallback.html'), 'utf8')
  // The framework writes its list of routes and the stylesheet after the bundle.
  const ofShell = [...shell.matchAll(/["'](\/assets\/[\w.-]+\.(?:js|css))["']/g)].map(([, url = '']) => url)
  const urls = [...new Set([...files.map((file) => `/${file}`), ...ofShell])].sort()
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: {
      PRECACHED_FILES: JSON.stringify(urls),
      // The production build of the library does not log.
      'process.env.NODE_ENV': '"production"',
    },
    build: {
      outDir: directory,
      emptyOutDir: false,
      target: 'baseline-widely-available',
      rolldownOptions: {
        input: join(import.meta.dirname, 'service-worker.ts'),
        output: { format: 'iife', entryFileNames: 'assets/service-worker-[hash].js' },
      },
    },
  })
}
