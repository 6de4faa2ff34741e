import { expect, test } from 'vitest'
import { decrypt, encrypt } from './encryption.ts'

const newKey = () => crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])

test('a copy opens with its own key and session only, and the token alone tells nothing', async () => {
  const [key, other] = [await newKey(), await newKey()]
  const stored = await encrypt(key, 'token', 'a balance')
  expect(await decrypt(key, 'token', stored)).toBe('a balance')
  await expect(decrypt(key, 'another token', stored)).rejects.toThrow()
  await expect(decrypt(other, 'token', stored)).rejects.toThrow()
  await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow()
})
