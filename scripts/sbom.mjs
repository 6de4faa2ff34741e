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
import { root } from './packages.mjs'
import { main } from './setup.mjs'

const FILE = join(root, 'build', 'sbom.cdx.json')

/** The product itself, what its pages are made of, and Node. Each has a lock file of its own. */
const FOLDERS = ['', 'web', 'scripts/runtime']

/** @returns {any} */
export function makeSbom() {
  const [sbom, ...others] = FOLDERS.map(sbomOf)
  // npm names the product after its folder.
  sbom.metadata.component.name = readJson('package.json').name
  const product = sbom.metadata.component['bom-ref']
  for (const other of others) {
    const known = new Set(sbom.components.map(refOf))
    sbom.components.push(...other.components.filter((/** @type {any} */ one) => !known.has(refOf(one))))
    mergeDependencies(sbom, other, product)
  }
  return sbom
}

/** @param {{ 'bom-ref': string }} component */
const refOf = (component) => component['bom-ref']

/**
 * The product depends on what each of its parts depends on.
 * @param {any} sbom
 * @param {any} other
 * @param {string} product
 */
function mergeDependencies(sbom, other, product) {
  const part = refOf(other.metadata.component)
  for (const { ref, dependsOn } of other.dependencies) {
    const name = ref === part ? product : ref
    const known = sbom.dependencies.find((/** @type {any} */ one) => one.ref === name)
    if (known) known.dependsOn = [...new Set([...known.dependsOn, ...dependsOn])]
    else sbom.dependencies.push({ ref: name, dependsOn })
  }
}

/**
 * npm's `--omit=dev` also omits production packages that a development tool needs too (React, zod). So npm gets a copy of
 * the folder without development dependencies.
 * @param {string} folder
 */
function sbomOf(folder) {
  const copy = mkdtempSync(join(tmpdir(), 'openteller-sbom-'))
  try {
    const { devDependencies: _, ...product } = readJson(join(folder, 'package.json'))
    const lock = readJson(join(folder, 'package-lock.json'))
    delete lock.packages[''].devDependencies
    for (const [path, { dev }] of Object.entries(lock.packages)) if (dev) delete lock.packages[path]
    // npm refuses a product without a version.
    const { version } = readJson('package.json')
    writeFileSync(join(copy, 'package.json'), JSON.stringify({ ...product, version }))
    writeFileSync(join(copy, 'package-lock.json'), JSON.stringify(lock))
    return runNpmSbom(copy)
  } finally {
    rmSync(copy, { recursive: true, force: true })
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
