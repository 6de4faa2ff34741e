import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { send } from './client.ts'
import { PreparedQuery } from './prepared-query.ts'
import { nameText, renameStatements } from './query.ts'
import { types } from './types.ts'

let database: TestDatabase
let client: pg.Client
let descriptions = 0
const countDescription = () => {
  descriptions += 1
}
beforeAll(async () => {
  // Other test files of this process may have named as many statements as there can be.
  renameStatements()
  database = await createTestDatabase()
  client = new pg.Client({ ...database.connection, types, pipeline: true })
  await client.connect()
  client.connection.on('rowDescription', countDescription).on('noData', countDescription)
})
afterAll(async () => {
  await client.end()
  await database.drop()
})
beforeEach(() => {
  descriptions = 0
})

/** The driver's own class, whose methods are not documented. */
const driverQuery: object = pg.Query.prototype
const methodsOf = (prototype: object) => Object.getOwnPropertyNames(prototype).filter((name) => name !== 'constructor')

/** The messages of a first run, in their order. */
const SENT = ['parse', 'bind', 'describe', 'execute', 'sync'] as const

/**
 * What `PreparedQuery` relies on. If one of these fails after an upgrade of pg, read `pg/lib/query.js` and `pg/lib/client.js`
 * again (decision 010).
 */
describe('the driver is the one that PreparedQuery was written for', () => {
  test('its query has the methods that are overridden or inherited, and no others', () => {
    expect(methodsOf(driverQuery).sort()).toEqual([
      '_checkForMultirow',
      '_getRows',
      'handleCommandComplete',
      'handleCopyData',
      'handleCopyInResponse',
      'handleDataRow',
      'handleEmptyQuery',
      'handleError',
      'handlePortalSuspended',
      'handleReadyForQuery',
      'handleRowDescription',
      'hasBeenParsed',
      'prepare',
      'requiresPreparation',
      'submit',
    ])
    const overridden = methodsOf(PreparedQuery.prototype)
    expect(overridden.filter((name) => !(name in driverQuery))).toEqual([])
    expect(overridden.sort()).toEqual([
      'handleCommandComplete',
      'handleDataRow',
      'handleReadyForQuery',
      'handleRowDescription',
      'prepare',
    ])
  })

  test('a query keeps its text, name and values, and leaves its callback to the client', () => {
    const query = new PreparedQuery('s', 'select $1', ['1'])
    expect(query).toMatchObject({ text: 'select $1', name: 's', values: ['1'], callback: undefined })
  })

  test('its messages have the fields that are read, and a later run sends three', async () => {
    const received: object[] = []
    const record = (message: object) => void received.push(message)
    const events = ['rowDescription', 'dataRow', 'commandComplete']
    for (const event of events) client.connection.on(event, record)
    const connection = client.connection as unknown as Record<(typeof SENT)[number], () => void>
    const spies = SENT.map((name) => vi.spyOn(connection, name))
    onTestFinished(() => {
      for (const spy of spies) spy.mockRestore()
      for (const event of events) client.connection.off(event, record)
    })
    const sent = () => {
      const calls = spies.flatMap(({ mock }, index) => mock.invocationCallOrder.map((order) => ({ order, index })))
      for (const spy of spies) spy.mockClear()
      return calls.sort((one, other) => one.order - other.order).map(({ index }) => SENT[index])
    }
    const read = () => run('select $1::bigint as of_the_driver', '7')
    expect(await read()).toEqual([{ of_the_driver: 7n }])
    expect(sent()).toEqual([...SENT])
    expect(received.splice(0)).toMatchObject([
      { name: 'rowDescription', fields: [{ name: 'of_the_driver', dataTypeID: pg.types.builtins.INT8 }] },
      { name: 'dataRow', fields: ['7'] },
      { name: 'commandComplete', text: 'SELECT 1' },
    ])
    expect(await read()).toEqual([{ of_the_driver: 7n }])
    expect(sent()).toEqual(['bind', 'execute', 'sync'])
    expect(received).toMatchObject([{ name: 'dataRow' }, { name: 'commandComplete' }])
  })
})

const run = (text: string, ...values: string[]) => send(client, { ...nameText(text), values })

test('has its columns described once', async () => {
  const read = (to: string) => run('select n, null as none from generate_series(1, $1::int) n', to)
  expect(await read('0')).toEqual([])
  expect(await read('2')).toEqual([
    { n: 1, none: null },
    { n: 2, none: null },
  ])
  expect(await read('1')).toEqual([{ n: 1, none: null }])
  expect(descriptions).toBe(1)
})

test('is described once when it has no columns, too', async () => {
  await run('create temporary table visits (n int)')
  descriptions = 0
  for (const n of ['1', '2', '3'])
    expect((await run('insert into visits select generate_series(1, $1::int)', n)).count).toBe(Number(n))
  expect(descriptions).toBe(1)
})

test('of two columns with the same name, the last one counts, also when it is null', async () => {
  expect(await run('select $1::int as n, null::int as n', '1')).toEqual([{ n: null }])
})

test('runs that are sent before the first description comes return their own rows', async () => {
  const read = (n: string) => run('select $1::bigint as n', n)
  expect(await Promise.all([read('1'), read('2')])).toEqual([[{ n: 1n }], [{ n: 2n }]])
  expect(await read('3')).toEqual([{ n: 3n }])
})

test('a run that fails leaves the next ones as they are', async () => {
  const divide = (by: string) => run('select 6 / $1::int as n', by)
  await expect(divide('x')).rejects.toMatchObject({ code: '22P02' })
  await expect(divide('0')).rejects.toMatchObject({ code: '22012' })
  const [first, failed, last] = await Promise.allSettled([divide('2'), divide('0'), divide('3')])
  expect(first).toMatchObject({ value: [{ n: 3 }] })
  expect(failed).toMatchObject({ reason: { code: '22012' } })
  expect(last).toMatchObject({ value: [{ n: 2 }] })
})

test('a value that can’t be read is an error, not a row without it', () => {
  const query = new PreparedQuery('s', 'select', [])
  const answers: unknown[] = []
  Object.assign(query, { callback: (error: Error | null) => answers.push(error) })
  query.handleRowDescription({ fields: [{ name: 'n', dataTypeID: pg.types.builtins.INT8 }] })
  query.handleDataRow({ fields: ['7'] })
  query.handleDataRow({ fields: ['seven'] })
  query.handleReadyForQuery()
  expect(answers).toEqual([new SyntaxError('Cannot convert seven to a BigInt')])
})
