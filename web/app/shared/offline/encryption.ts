const IV_BYTES = 12

/** The token is no secret here: it binds the text to its session, so that no other session shows it. */
const parametersOf = (iv: Uint8Array<ArrayBuffer>, token: string) => ({
  name: 'AES-GCM',
  iv,
  additionalData: new TextEncoder().encode(token),
})

/** Base64 of the initialization vector and the ciphertext. */
export async function encrypt(key: CryptoKey, token: string, text: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
  const encrypted = await crypto.subtle.encrypt(parametersOf(iv, token), key, new TextEncoder().encode(text))
  return btoa([...iv, ...new Uint8Array(encrypted)].map((byte) => String.fromCharCode(byte)).join(''))
}

/** Throws for a text of another key or session, and for one that was changed. */
export async function decrypt(key: CryptoKey, token: string, stored: string): Promise<string> {
  const bytes = Uint8Array.from(atob(stored), (character) => character.charCodeAt(0))
  const [iv, data] = [bytes.slice(0, IV_BYTES), bytes.slice(IV_BYTES)]
  return new TextDecoder().decode(await crypto.subtle.decrypt(parametersOf(iv, token), key, data))
}
