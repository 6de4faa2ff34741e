import { expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'

const CALL = {
  method: 'POST',
  path: '/x/:id',
  policy: 'public',
  tag: 'X',
  summary: 'X',
  success: { status: 204, body: null },
} as const
const params = z.strictObject({ id: z.string() })
const body = z.strictObject({ name: z.string(), note: z.string().optional() })

/* Each line with an expected error fails the check of types when the compiler accepts it. */
test('an endpoint that takes parameters, a body or a query it needs shows a valid example, or does not compile', () => {
  const complete = endpoint({ ...CALL, params, body, example: { params: { id: '1' }, body: { name: 'Ada' } } })
  expect(complete.example).toEqual({ params: { id: '1' }, body: { name: 'Ada' } })
  expect(endpoint({ ...CALL, query: z.strictObject({ page: z.string().optional() }) }).path).toBe('/x/:id')
  // @ts-expect-error: no example of the parameters
  endpoint({ ...CALL, params })
  // @ts-expect-error: no example of the body
  endpoint({ ...CALL, body })
  // @ts-expect-error: no example of a body that may be absent
  endpoint({ ...CALL, body: body.nullable() })
  // @ts-expect-error: no example of the query
  endpoint({ ...CALL, query: z.strictObject({ userId: z.string() }) })
  // @ts-expect-error: the body is missing
  endpoint({ ...CALL, params, body, example: { params: { id: '1' } } })
  // @ts-expect-error: a name is a text
  endpoint({ ...CALL, body, example: { body: { name: 1 } } })
})
