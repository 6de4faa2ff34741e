import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'

export type Certificate = { key: Buffer; cert: string; path: string }

const openssl = (...args: string[]) => promisify(execFile)('openssl', args)

/** A real certificate that is its own authority, for one name or address. With negative days it has expired. */
export async function createCertificate(folder: string, subject: string, days = 2): Promise<Certificate> {
  const [key, path] = [join(folder, 'certificate.key'), join(folder, 'certificate.pem')]
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  const names = ['-subj', '/CN=test', '-addext', `subjectAltName=${subject}`]
  await openssl('req', '-x509', ...curve, '-keyout', key, '-out', path, '-days', '2', ...names)
  // `req` takes no days of the past, signing again does.
  await openssl('x509', '-in', path, '-signkey', key, '-days', String(days), '-out', path)
  return { key: await readFile(key), cert: await readFile(path, 'utf8'), path }
}

/** It is trusted until the end of the test, as if an authority had signed it. */
export function trust({ cert }: Pick<Certificate, 'cert'>): void {
  const trusted = getCACertificates('default')
  setDefaultCACertificates([...trusted, cert])
  onTestFinished(() => setDefaultCACertificates(trusted))
}
