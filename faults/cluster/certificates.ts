import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const openssl = (...args: string[]) => promisify(execFile)('openssl', args)
const KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2']

/** A certificate authority of this run. */
export class Authority {
  readonly #folder: string
  readonly caFile: string

  private constructor(folder: string) {
    this.#folder = folder
    this.caFile = join(folder, 'ca.crt')
  }

  static async create(folder: string): Promise<Authority> {
    const authority = new Authority(folder)
    const files = ['-keyout', join(folder, 'ca.key'), '-out', authority.caFile]
    await openssl('req', '-x509', ...KEY, ...files, '-subj', '/CN=cluster CA')
    return authority
  }

  /** The certificate and the key, as text. */
  async issue(address: string): Promise<{ certificate: string; key: string }> {
    const path = (suffix: string) => join(this.#folder, `${address}.${suffix}`)
    await openssl('req', ...KEY.slice(0, -2), '-keyout', path('key'), '-out', path('csr'), '-subj', `/CN=${address}`)
    await writeFile(path('ext'), `subjectAltName=IP:${address}\n`)
    const signing = ['-CA', this.caFile, '-CAkey', join(this.#folder, 'ca.key'), '-CAcreateserial', '-days', '2']
    await openssl('x509', '-req', '-in', path('csr'), ...signing, '-extfile', path('ext'), '-out', path('crt'))
    return { certificate: await readFile(path('crt'), 'utf8'), key: await readFile(path('key'), 'utf8') }
  }
}
