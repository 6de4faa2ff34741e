const IV_BYTES = 12

/**
 * The key comes from the session's token, so the copy ends with the session. It does not protect from a reader of the whole
 * storage, who has the token as well.
 */
async function deriveKey(token: string): Promise<CryptoKey> {
  const material = await crypto.subtle.importKey('raw', new TextEncoder().encode(token), 'HKDF', false, ['deriveKey'])
  const parameters = {
    name: 'HKDF',
    hash: 'SHA-256',
    salt: new Uint8Array(),
    info: new TextEncoder().encode('offline'),
  }
  return crypto.subtle.deriveKey(parameters, material, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
}

/** Base64 of the initialization vector and the ciphertext. */
export async function encrypt(token: string, text: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
  const data = new TextEncoder().encode(text)
  const encrypted = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, await deriveKey(token), data)
  return btoa([...iv, ...new Uint8Array(encrypted)].map((byte) => String.fromCharCode(byte)).join(''))
}

/** Throws for another token's text, and for one that was changed. */
export async function decrypt(token: string, stored: string): Promise<string> {
  const bytes = Uint8Array.from(atob(stored), (character) => character.charCodeAt(0))
  const [iv, data] = [bytes.slice(0, IV_BYTES), bytes.slice(IV_BYTES)]
  return new TextDecoder().decode(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, await deriveKey(token), data))
}
