import { join } from 'node:path'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { clientChunks } from './client-chunks.ts'
import { compileCatalogues } from './compile-catalogues.ts'
import { listPrecachedFiles } from './service-worker/build-service-worker.ts'

/** The bundler otherwise reads all two thousand icons of their package, for the hundred that are used. */
const lazyBarrel = true

export default defineConfig({
  // Commands run from the repository's root.
  root: import.meta.dirname,
  plugins: [compileCatalogues(), tailwindcss(), reactRouter(), listPrecachedFiles(`${import.meta.dirname}/app`)],
  // tsconfig.json says so too. The root's package.json says it for the server, but this folder has a package.json of its own.
  resolve: { alias: { '#contract': join(import.meta.dirname, '../contract/src') } },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: { codeSplitting: clientChunks(`${import.meta.dirname}/app`) },
          experimental: { lazyBarrel },
        },
      },
    },
    // What renders pages during the build lies in another folder, which does not see the packages of this one.
    ssr: { resolve: { noExternal: true }, build: { rolldownOptions: { experimental: { lazyBarrel } } } },
  },
  build: {
    // Data URIs would need a wider content security policy; a file each is cached for good.
    assetsInlineLimit: 0,
    emptyOutDir: true,
    // It would compress every file once more, only to print sizes.
    reportCompressedSize: false,
    // The router preloads what a page imports. For the rest, a kilobyte on every page is more than a round trip saved.
    modulePreload: false,
    target: 'baseline-widely-available',
  },
})
