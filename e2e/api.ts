import type { TestFile } from './files.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type Credentials = { email: string; password: string }

/** Calls the API. An error response fails the test: it is a mistake in the test's set-up. */
export async function callApi(baseURL: string, token: string | null, method: Method, path: string, body?: unknown) {
  return (await callWithCookie(baseURL, { token }, method, path, body)).body
}

type Client = { token?: string | null; cookie?: string }

/** As a browser: sends its cookie, and returns the one that the response sets. */
async function callWithCookie(
  baseURL: string,
  { token, cookie }: Client,
  method: Method,
  path: string,
  body?: unknown,
) {
  const response = await fetch(`${baseURL}/api${path}`, {
    method,
    headers: {
      ...(cookie ? { cookie } : {}),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
  const [setCookie = ''] = response.headers.getSetCookie()
  return { body: text ? JSON.parse(text) : undefined, cookie: setCookie.split(';')[0] ?? '' }
}

/** The cookie makes the log-ins that follow ones from a known device. */
export async function register(baseURL: string, account: Credentials & { fullName: string }) {
  const { body, cookie } = await callWithCookie(baseURL, {}, 'POST', '/auths/register', account)
  return { id: body._id as string, cookie }
}

export async function createSession(
  baseURL: string,
  { email, password }: Credentials,
  cookie: string = '',
): Promise<string> {
  const login = { email, password }
  return (await callWithCookie(baseURL, { cookie }, 'POST', '/auths/login', login)).body.token
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
