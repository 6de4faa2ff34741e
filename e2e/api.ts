import type { TestFile } from './files.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type Credentials = { email: string; password: string }

/** Calls the API. An error response fails the test: it is a mistake in the test's set-up. */
export async function callApi(baseURL: string, token: string | null, method: Method, path: string, body?: unknown) {
  const response = await fetch(`${baseURL}/api${path}`, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
  return text ? JSON.parse(text) : undefined
}

export async function createSession(baseURL: string, { email, password }: Credentials): Promise<string> {
  return (await callApi(baseURL, null, 'POST', '/auths/login', { email, password })).token
}

/** Uploads a file and returns its `imageUrl`. */
export async function uploadFile(baseURL: string, token: string, { name, mimeType, buffer }: TestFile) {
  const form = new FormData()
  form.set('image', new Blob([new Uint8Array(buffer)], { type: mimeType }), name)
  const headers = { authorization: `Bearer ${token}` }
  const response = await fetch(`${baseURL}/api/images`, { method: 'POST', headers, body: form })
  if (response.status !== 201) throw new Error(`POST /images: ${response.status} ${await response.text()}`)
  return ((await response.json()) as { imageUrl: string }).imageUrl
}
