import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseJsonBody } from './json-body.ts'

const read = (text: string) => parseJsonBody(Buffer.from(text))
const NOT_JSON = 'The body is not JSON.'
const NO_OBJECT = 'The body must be a JSON object.'

describe('rejects an ambiguous body', () => {
  test.each([
    ['a key twice', '{"a":1,"a":2}', 'The field "a" appears twice.'],
    ['a key twice, spelled differently', '{"a":1,"\\u0061":2}', 'The field "a" appears twice.'],
    ['a key twice, further in', '{"x":[{"a":1,"b":{"a":1},"a":2}]}', 'The field "a" appears twice.'],
    ['__proto__', '{"__proto__":{"admin":true}}', '"__proto__" is not a field.'],
    ['__proto__, escaped', '{"x":{"\\u005f_proto__":1}}', '"__proto__" is not a field.'],
    ['a number that would be rounded', '{"a":9007199254740993}', 'The number 9007199254740993 can’t be read exactly.'],
    ['a third decimal that would get lost', '{"a":10.1000000000000000000001}', 'can’t be read exactly'],
    ['a number beyond all', '{"a":1e309}', 'The number 1e309 can’t be read exactly.'],
    ['a number below all', '{"a":1e-400}', 'The number 1e-400 can’t be read exactly.'],
  ])('%s', (_, text, message) => expect(() => read(text)).toThrow(message))

  test('accepts the same key in another object, and as a value', () => {
    const text = '{"a":{"a":"a"},"b":[{"a":1},{"a":2}],"c":"\\"a\\":1,{","d":"a"}'
    expect(read(text)).toEqual(JSON.parse(text))
  })

  test('accepts every notation of a number that loses no precision', () => {
    const text = '{"a":[1.50,15e-1,0.15E1,1e2,100,0.1,1E+2,0,-0,0.0,-1.10,123456789.12,5e-324,1.7976931348623157e308]}'
    expect(read(text)).toEqual(JSON.parse(text))
  })
})

describe('rejects a body that is not a JSON object', () => {
  test.each([
    ['nothing', '', NOT_JSON],
    ['half of one', '{"a":', NOT_JSON],
    ['something after it', '{"a":1} {"b":2}', NOT_JSON],
    ['garbage after it', '{"a":1}x', NOT_JSON],
    ['single quotes', "{'a':1}", NOT_JSON],
    ['a comment', '{"a":1/**/}', NOT_JSON],
    ['a comma too many', '{"a":1,}', NOT_JSON],
    ['a bare key', '{a:1}', NOT_JSON],
    ['NaN', '{"a":NaN}', NOT_JSON],
    ['a raw line break in a text', '{"a":"x\ny"}', NOT_JSON],
    ['a list', '[{"a":1}]', NO_OBJECT],
    ['a text', '"a"', NO_OBJECT],
    ['null', 'null', NO_OBJECT],
    ['a number', '5', NO_OBJECT],
  ])('%s', (_, text, message) => expect(() => read(text)).toThrow(message))

  test('rejects bytes that are not UTF-8, UTF-16 and UTF-32', () => {
    expect(() => parseJsonBody(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]))).toThrow('The body is not UTF-8.')
    expect(() => parseJsonBody(Buffer.from([0x7b, 0x22, 0xc0, 0xaf, 0x22, 0x7d]))).toThrow('The body is not UTF-8.')
    expect(() => parseJsonBody(Buffer.from('{"a":1}', 'utf16le'))).toThrow(NOT_JSON)
    expect(() => parseJsonBody(Buffer.from('\ufeff{"a":1}', 'utf16le'))).toThrow('The body is not UTF-8.')
    expect(() => parseJsonBody(Buffer.from('{\0\0\0"\0\0\0'))).toThrow(NOT_JSON)
  })

  test('accepts thirty-two levels and rejects more, up to two hundred thousand', () => {
    const nested = (levels: number) => `{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`
    expect(read(nested(32))).toEqual(JSON.parse(nested(32)))
    expect(() => read(nested(33))).toThrow('The body is nested too deeply.')
    expect(() => read(nested(200_000))).toThrow('The body is nested too deeply.')
    expect(() => read(`${'{"a":'.repeat(200_000)}1${'}'.repeat(200_000)}`)).toThrow('The body is nested too deeply.')
    expect(() => read('['.repeat(200_000))).toThrow(NOT_JSON)
  })
})

test('reads every other object as JSON.parse does, in any layout', () => {
  const shallow = fc.object({ maxDepth: 5, withNullPrototype: false })
  fc.assert(
    fc.property(shallow, fc.constantFrom(undefined, 1, '\t'), (object, layout) => {
      const text = JSON.stringify(object, null, layout)
      fc.pre(!/__proto__/.test(text))
      expect(read(text)).toEqual(JSON.parse(text))
    }),
    { numRuns: 1_000 },
  )
})
