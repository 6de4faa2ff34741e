/**
 * `npm run sbom`: the software bill of materials (CycloneDX) of the packages that run in production, read from the lock
 * files without network access. It includes the packages of every platform and leaves out development dependencies.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { npmCommand, SetupError } from './npm.mjs'
import { main, root } from './setup.mjs'

const FILE = join(root, 'build', 'sbom.cdx.json')

/**
 * npm's `--omit=dev` also omits production packages that a development tool needs too (React, zod). So npm gets a copy of
 * the project without development dependencies; the Node packages of `scripts/runtime` are added to it.
 * @returns {any}
 */
export function makeSbom() {
  const folder = mkdtempSync(join(tmpdir(), 'openteller-sbom-'))
  try {
    const { devDependencies: _, ...product } = readJson('package.json')
    const lock = readJson('package-lock.json')
    delete lock.packages[''].devDependencies
    for (const [path, { dev }] of Object.entries(lock.packages)) if (dev) delete lock.packages[path]
    const runtime = readJson('scripts/runtime/package-lock.json')
    const {
      '': { optionalDependencies },
      ...packages
    } = runtime.packages
    Object.assign(product.optionalDependencies, optionalDependencies)
    Object.assign(lock.packages[''].optionalDependencies, optionalDependencies)
    Object.assign(lock.packages, packages)
    writeFileSync(join(folder, 'package.json'), JSON.stringify(product))
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock))
    const sbom = runNpmSbom(folder)
    // npm names the product after its folder.
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
function runNpmSbom(cwd) {
  const { command, prefix } = npmCommand()
  const args = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only']
  const { stdout, stderr, status } = spawnSync(command, [...prefix, ...args], {
    cwd,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === 'win32' && command === 'npm',
  })
  if (status !== 0) throw new SetupError(`npm sbom failed:\n${stderr}`)
  return JSON.parse(stdout)
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await main(async () => {
    const sbom = makeSbom()
    mkdirSync(dirname(FILE), { recursive: true })
    writeFileSync(FILE, `${JSON.stringify(sbom, null, 2)}\n`)
    console.log(`${sbom.components.length} components: ${FILE}`)
  })
