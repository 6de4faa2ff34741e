import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip, constants as zlib } from 'node:zlib'

const brotli = promisify(brotliCompress)
const gunzippable = promisify(gzip)
/** Not HTML, XML or robots.txt: the server fills in the bank's facts before it sends those. Fonts are compressed already. */
const COMPRESSIBLE = /\.(js|css|svg|json|webmanifest)$/

/** Writes `.br` and `.gz` beside every asset once, so that the server never spends a request's time on it. */
export async function compressAssets(directory: string) {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && COMPRESSIBLE.test(entry.name))
  await Promise.all(files.map((entry) => compress(join(entry.parentPath, entry.name))))
}

async function compress(file: string) {
  const content = await readFile(file)
  const [small, widelyKnown] = await Promise.all([
    brotli(content, { params: { [zlib.BROTLI_PARAM_QUALITY]: zlib.BROTLI_MAX_QUALITY } }),
    gunzippable(content, { level: zlib.Z_BEST_COMPRESSION }),
  ])
  await Promise.all([writeFile(`${file}.br`, small), writeFile(`${file}.gz`, widelyKnown)])
}
