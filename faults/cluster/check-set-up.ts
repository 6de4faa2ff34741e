import { HttpClient } from '../http-client.ts'
import { type Cluster, PUBLIC_ADDRESS } from './cluster.ts'

/** In every form that the bank reads as one of its paths. */
const CLOSED = [
  '/api/docs',
  '/api/docs/json',
  '/api/v1/docs',
  '/api/%64ocs',
  '/api/openapi.json',
  '/metrics',
  '/api/metrics',
  '/api/v1/metrics',
  '/API/metrics',
  '/api/%6Detrics',
  '/%6Detrics',
]

/** What the configuration files promise apart from failovers. Returns what is not so. */
export async function checkSetUp(cluster: Cluster, ca: string): Promise<string[]> {
  const problems: string[] = []
  const expect = (what: string, found: unknown, wanted: unknown) => {
    if (found !== wanted) problems.push(`${what}: ${found} instead of ${wanted}`)
  }
  const https = new HttpClient({ address: () => PUBLIC_ADDRESS, timeoutMs: 5_000, ca })
  const plain = new HttpClient({ address: () => PUBLIC_ADDRESS.replace('https', 'http'), timeoutMs: 5_000 })
  const status = async (path: string) => (await https.send({ method: 'GET', path })).status
  expect('/api/readyz', await status('/api/readyz'), 200)
  for (const path of CLOSED) expect(path, await status(path), 404)
  const redirect = await plain.send({ method: 'GET', path: '/api/users', headers: { host: 'bank.example.com' } })
  expect('port 80', `${redirect.status} ${redirect.headers.location}`, '308 https://bank.example.com/api/users')
  https.close()
  plain.close()

  const sql = await cluster.openSql()
  const [row] = await sql<{ folds: boolean; tls: boolean }[]>`
    select lower('Émile') = 'émile' as folds, (select ssl from pg_stat_ssl where pid = pg_backend_pid()) as tls`
  await sql.end({ timeoutMs: 1_000 })
  expect("lower('Émile')", row?.folds, true)
  expect('TLS to PostgreSQL', row?.tls, true)
  return problems
}
