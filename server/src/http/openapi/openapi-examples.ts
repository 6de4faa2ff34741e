import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'

/** The first example of a schema; the example of a list is a list of one. */
export function exampleOf(schema: z.ZodType): unknown {
  if (schema instanceof z.ZodArray) {
    const element = exampleOf(schema.element as z.ZodType)
    return element === undefined ? undefined : [element]
  }
  return (schema.meta()?.examples as unknown[] | undefined)?.[0]
}

/** The call as a line of curl, as in docs/api-walkthrough.md: `$BANK` is the address, `$TOKEN` the session’s token. */
export function curlExample({ method, path, policy, multipart, example = {} }: Endpoint): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => example.params?.[name] ?? name)
  const query = new URLSearchParams(example.query).toString()
  const words = ['curl -s', ...(method === 'GET' ? [] : [`-X ${method}`])]
  words.push(`"$BANK${filled}${query === '' ? '' : `?${query}`}"`)
  if (policy !== 'public') words.push('-H "Authorization: Bearer $TOKEN"')
  if (multipart) words.push(`-F ${multipart === true ? 'image' : multipart.file}=@file`)
  // A single quote would end the word of the shell.
  else if (example.body !== undefined)
    words.push(`-H 'Content-Type: application/json' -d '${JSON.stringify(example.body).replaceAll("'", "'\\''")}'`)
  return words.join(' ')
}
