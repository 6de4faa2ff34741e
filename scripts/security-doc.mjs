/**
 * `npm run security:doc`: checks docs/security.md against ASVS 5.0. Every requirement of levels 1 and 2 is listed once, as
 * applicable or not applicable; every claim names a test; every named test, deviation, limit and section exists.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root } from './packages.mjs'

const DOCUMENT = 'docs/security.md'
export const STATES = ['met', 'written', 'operator', 'deviates']

/** How many requirements of levels 1 and 2 each section of ASVS 5.0.0 has; they are numbered from 1, level 3 comes after. */
// biome-ignore format: a table
const SECTIONS = {
  '1.1': 2, '1.2': 9, '1.3': 11, '1.4': 3, '1.5': 2, '2.1': 3, '2.2': 3, '2.3': 4, '2.4': 1, '3.2': 2, '3.3': 4, '3.4': 6,
  '3.5': 5, '3.7': 2, '4.1': 3, '4.2': 1, '4.3': 2, '4.4': 4, '5.1': 1, '5.2': 3, '5.3': 2, '5.4': 3, '6.1': 3, '6.2': 12,
  '6.3': 4, '6.4': 4, '6.5': 5, '6.6': 3, '6.8': 4, '7.1': 3, '7.2': 4, '7.3': 2, '7.4': 5, '7.5': 2, '7.6': 2, '8.1': 2,
  '8.2': 3, '8.3': 1, '8.4': 1, '9.1': 3, '9.2': 4, '10.1': 2, '10.2': 2, '10.3': 4, '10.4': 11, '10.5': 5, '10.6': 2,
  '10.7': 3, '11.1': 2, '11.2': 3, '11.3': 3, '11.4': 4, '11.5': 1, '11.6': 1, '12.1': 3, '12.2': 2, '12.3': 4, '13.1': 1,
  '13.2': 5, '13.3': 2, '13.4': 5, '14.1': 2, '14.2': 4, '14.3': 3, '15.1': 3, '15.2': 3, '15.3': 7, '16.1': 1, '16.2': 5,
  '16.3': 4, '16.4': 3, '16.5': 3, '17.1': 1, '17.2': 4, '17.3': 2,
}

/** @typedef {{ id: string, what: string, state: string, proof: string }} Row */
/** @typedef {(path: string) => string | null} Read */

const ROW = /^\| (\d+\.\d+\.\d+)(?: \(L3\))? \| (.+?) \| (\w+) \| (.+?) \|$/
const NOT_APPLICABLE = /^\| ([\d., –*]+) \| ([^|]+) \|$/

/** @type {Read} */
const readFile = (path) => (existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : null)

/** @param {Read} [read] */
export function checkSecurityDoc(read = readFile) {
  const text = read(DOCUMENT) ?? ''
  const lines = text.split('\n')
  /** @type {Row[]} */
  const rows = lines.flatMap((line) => {
    const [, id, what, state, proof] = ROW.exec(line) ?? []
    return id && what && state && proof ? [{ id, what, state, proof }] : []
  })
  const absent = new Set(lines.flatMap((line) => expand(NOT_APPLICABLE.exec(line)?.[1] ?? '')))
  const required = Object.entries(SECTIONS).flatMap(([section, count]) =>
    Array.from({ length: count }, (_, at) => `${section}.${at + 1}`),
  )
  const listed = rows.map(({ id }) => id)
  const problems = [
    ...required.filter((id) => !listed.includes(id) && !absent.has(id)).map((id) => `${id} is missing`),
    ...listed.filter((id, at) => listed.indexOf(id) !== at).map((id) => `${id} is listed twice`),
    ...listed.filter((id) => absent.has(id)).map((id) => `${id} is listed as applicable and as not applicable`),
    ...[...absent].filter((id) => !required.includes(id)).map((id) => `${id} is not a requirement of level 1 or 2`),
    ...rows.flatMap((row) => rowProblems(row, text).map((problem) => `${row.id}: ${problem}`)),
    ...unshownClaims(lines),
    ...undescribed(text),
    ...lines.flatMap((line) => references(line).flatMap((reference) => missing(reference, read))),
  ]
  const applying = rows.filter(({ id }) => required.includes(id))
  const counts = Object.fromEntries(
    STATES.map((state) => [state, applying.filter((row) => row.state === state).length]),
  )
  return {
    required: required.length,
    applying: applying.length,
    absent: absent.size,
    beyond: rows.length - applying.length,
    counts,
    problems,
  }
}

/**
 * '4.3.*, 6.8.1–6.8.4, 1.2.6' as a list of requirements.
 * @param {string} text
 * @returns {string[]}
 */
function expand(text) {
  return text.split(', ').flatMap((part) => {
    const [first = '', last = first] = part.split('–')
    const [, section = '', number = ''] = /^(\d+\.\d+)\.(\d+|\*)$/.exec(first) ?? []
    if (section === '') return []
    const count = /** @type {Record<string, number>} */ (SECTIONS)[section] ?? 0
    const from = number === '*' ? 1 : Number(number)
    const to = number === '*' ? count : Number(last.split('.')[2])
    return Array.from({ length: to - from + 1 }, (_, at) => `${section}.${from + at}`)
  })
}

/**
 * Rows of tables with the column 'shown by' that name no test.
 * @param {string[]} lines
 * @returns {string[]}
 */
function unshownClaims(lines) {
  let isClaims = false
  return lines.flatMap((line) => {
    if (!line.startsWith('|')) isClaims = false
    else if (line.endsWith(' shown by |')) isClaims = true
    else if (isClaims && !line.startsWith('|---') && !references(line).some(({ sign }) => sign === '›'))
      return [`no test shows '${line.split(' | ')[0]?.slice(2)}'`]
    return []
  })
}

/**
 * Deviations and limits that are named and not described.
 * @param {string} text
 * @returns {string[]}
 */
function undescribed(text) {
  const named = new Set([...text.matchAll(/[(, ]([DK]\d+)(?=[),. ])/g)].map(([, name = '']) => name))
  return [...named].filter((name) => !text.includes(`**${name}.`)).map((name) => `${name} is not described`)
}

/**
 * @param {Row} row
 * @param {string} text
 * @returns {string[]}
 */
function rowProblems({ state, proof }, text) {
  if (!STATES.includes(state)) return [`'${state}' is not a state`]
  if (state !== 'deviates') return references(proof).length > 0 ? [] : [`'${state}' names no evidence`]
  const named = proof.match(/\b[DK]\d+\b/g) ?? []
  const unwritten = named.filter((name) => !text.includes(`**${name}.`))
  return named.length === 0 ? ['names no deviation'] : unwritten.map((name) => `${name} is not described`)
}

/** @typedef {{ path: string, sign: string, title: string }} Reference */

/**
 * The references of a line: a file with the title of a test (›) or of a section (§), separated by dots.
 * @param {string} line
 * @returns {Reference[]}
 */
function references(line) {
  const found = line.matchAll(/`([^`]+)` ([›§]) (.+?)(?= · | \|$|$)/g)
  return [...found].map(([, path = '', sign = '', title = '']) => ({ path, sign, title }))
}

/**
 * @param {Reference} reference
 * @param {Read} read
 * @returns {string[]}
 */
function missing({ path, sign, title }, read) {
  const file = read(path)
  if (file === null) return [`${path} does not exist`]
  if (sign === '§') return headings(file).includes(title) ? [] : [`${path} has no section '${title}'`]
  return isTitle(file, title) ? [] : [`${path} has no test '${title}'`]
}

/** @param {string} file */
const headings = (file) => [...file.matchAll(/^#+ (.+)$/gm)].map(([, title]) => title)

/**
 * Whether the file has a test, a group of tests or a campaign section with this title: the first argument of a call, or of
 * the call after a test table.
 * @param {string} file
 * @param {string} title
 */
function isTitle(file, title) {
  const literal = title.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`(?:\\b(?:test|describe|section)(?:\\.\\w+)?|\\))\\(\\s*['"\`]${literal}['"\`]`).test(file)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { problems, counts, ...sums } = checkSecurityDoc()
  console.log({ ...sums, ...counts })
  for (const problem of problems) console.error(problem)
  process.exitCode = problems.length > 0 ? 1 : 0
}
