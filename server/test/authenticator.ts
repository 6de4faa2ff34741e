import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

const FLAGS = { present: 0x01, verified: 0x04, attested: 0x40 }

type Options = { origin?: string; rpId?: string; verified?: boolean; counter?: number }
type CreationOptions = { challenge: string; rp: { id?: string }; user: { id: string } }
type RequestOptions = { challenge: string; rpId?: string }

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const base64url = (data: Uint8Array) => Buffer.from(data).toString('base64url')

/** A passkey in software: registers and signs as a platform authenticator does, and lies where a test wants it to. */
export class SoftwareAuthenticator {
  readonly credentialId = randomBytes(32)
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  readonly #origin: string
  counter = 0

  constructor(origin = 'http://localhost:3000') {
    this.#origin = origin
  }

  register(options: CreationOptions, { origin, rpId, verified = true }: Options = {}) {
    const { x, y } = this.#keys.publicKey.export({ format: 'jwk' })
    const coseKey = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x ?? '', 'base64url')],
      [-3, Buffer.from(y ?? '', 'base64url')],
    ])
    const idLength = Buffer.alloc(2)
    idLength.writeUInt16BE(this.credentialId.length)
    const authData = Buffer.concat([
      this.#authenticatorData(rpId ?? options.rp.id ?? '', FLAGS.attested | (verified ? FLAGS.verified : 0)),
      Buffer.alloc(16),
      idLength,
      this.credentialId,
      Buffer.from(isoCBOR.encode(coseKey as never)),
    ])
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', Uint8Array.from(authData)],
    ])
    return {
      ...this.#credential(),
      response: {
        clientDataJSON: base64url(this.#clientData('webauthn.create', options.challenge, origin)),
        attestationObject: base64url(isoCBOR.encode(attestation as never)),
      },
    }
  }

  sign(options: RequestOptions, { origin, rpId, verified = true, counter }: Options = {}) {
    this.counter = counter ?? this.counter + 1
    const authenticatorData = this.#authenticatorData(rpId ?? options.rpId ?? '', verified ? FLAGS.verified : 0)
    const clientData = this.#clientData('webauthn.get', options.challenge, origin)
    const signature = createSign('sha256')
      .update(Buffer.concat([authenticatorData, sha256(clientData)]))
      .sign(this.#keys.privateKey)
    return {
      ...this.#credential(),
      response: {
        clientDataJSON: base64url(clientData),
        authenticatorData: base64url(authenticatorData),
        signature: base64url(signature),
      },
    }
  }

  #credential() {
    const id = base64url(this.credentialId)
    return { id, rawId: id, type: 'public-key' as const, clientExtensionResults: {} }
  }

  #authenticatorData(rpId: string, flags: number): Buffer {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.counter)
    return Buffer.concat([sha256(rpId), Buffer.from([FLAGS.present | flags]), counter])
  }

  #clientData(type: string, challenge: string, origin = this.#origin): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  }
}
