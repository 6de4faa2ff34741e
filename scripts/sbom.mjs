/**
 * `npm run sbom`: the bill of materials of what runs in a bank, as CycloneDX, from the lock file alone: nothing is asked of
 * a registry, and every system's packages are in it, not only this one's. What only builds and tests is left out.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { main, root, SetupError } from './setup.mjs'

const FILE = join(root, 'build', 'sbom.cdx.json')

/**
 * npm's own `--omit=dev` also leaves out what runs and is needed by a tool as well (React, zod). So npm is shown a project
 * that has no tools: the two files, without what they say of them.
 * @returns {any}
 */
export function makeSbom() {
  const folder = mkdtempSync(join(tmpdir(), 'openteller-sbom-'))
  try {
    const { devDependencies: _, ...product } = readJson('package.json')
    const lock = readJson('package-lock.json')
    delete lock.packages[''].devDependencies
    for (const [path, { dev }] of Object.entries(lock.packages)) if (dev) delete lock.packages[path]
    writeFileSync(join(folder, 'package.json'), JSON.stringify(product))
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock))
    const sbom = askNpm(folder)
    // npm calls the product by its folder, which is anything.
    sbom.metadata.component.name = product.name
    return sbom
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** @param {string} name */
function readJson(name) {
  return JSON.parse(readFileSync(join(root, name), 'utf8'))
}

/** @param {string} cwd */
function askNpm(cwd) {
  const path = process.env.npm_execpath
  const node = process.env.npm_node_execpath ?? process.execPath
  const [command, first] = path?.endsWith('.js') ? [node, [path]] : ['npm', []]
  const args = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only']
  const { stdout, stderr, status } = spawnSync(command, [...first, ...args], {
    cwd,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === 'win32' && command === 'npm',
  })
  if (status !== 0) throw new SetupError(`npm could not make the bill of materials:\n${stderr}`)
  return JSON.parse(stdout)
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await main(async () => {
    const sbom = makeSbom()
    mkdirSync(dirname(FILE), { recursive: true })
    writeFileSync(FILE, `${JSON.stringify(sbom, null, 2)}\n`)
    console.log(`${sbom.components.length} components: ${FILE}`)
  })
