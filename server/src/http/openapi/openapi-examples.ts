import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'

const EXAMPLE_ID = '0198c1a2-7d3e-7000-8000-2b1f6c9d4e5f'

type Parameter = { name: string; in: string; required?: boolean; schema: unknown }

/** The first example of a schema; the example of a list is a list of one. */
export function exampleOf(schema: z.ZodType): unknown {
  if (schema instanceof z.ZodArray) {
    const element = exampleOf(schema.element as z.ZodType)
    return element === undefined ? undefined : [element]
  }
  return (schema.meta()?.examples as unknown[] | undefined)?.[0]
}

/** A value for a parameter that every call needs. */
function parameterExample({ schema }: Parameter): string {
  const { examples, enum: choices } = schema as { examples?: unknown[]; enum?: unknown[] }
  return String(examples?.[0] ?? choices?.[0] ?? EXAMPLE_ID)
}

/** The call as a line of curl, as in docs/api-walkthrough.md: `$BANK` is the address, `$TOKEN` the session’s token. */
export function curlExample(endpoint: Endpoint, path: string, parameters: readonly Parameter[]): string {
  const needed = parameters.filter((parameter) => parameter.required)
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const parameter = needed.find((one) => one.name === name)
    return parameter ? parameterExample(parameter) : EXAMPLE_ID
  })
  const query = new URLSearchParams(
    needed
      .filter((parameter) => parameter.in === 'query')
      .map((parameter) => [parameter.name, parameterExample(parameter)]),
  ).toString()
  const words = ['curl -s', ...(endpoint.method === 'GET' ? [] : [`-X ${endpoint.method}`])]
  words.push(`"$BANK${filled}${query === '' ? '' : `?${query}`}"`)
  if (endpoint.policy !== 'public') words.push('-H "Authorization: Bearer $TOKEN"')
  const body = endpoint.body && exampleOf(endpoint.body)
  if (endpoint.multipart) words.push(`-F ${endpoint.multipart === true ? 'image' : endpoint.multipart.file}=@file`)
  // A single quote would end the word of the shell.
  else if (body !== undefined)
    words.push(`-H 'Content-Type: application/json' -d '${JSON.stringify(body).replaceAll("'", "'\\''")}'`)
  return words.join(' ')
}
