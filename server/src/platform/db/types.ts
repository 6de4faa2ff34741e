import pg from 'pg'

const { builtins, getTypeParser } = pg.types
const BIGINT_ARRAY = 1016
const DATE_ARRAY = 1182
const NAME_ARRAY = 1003
const NUMERIC_ARRAY = 1231
const TEXT_ARRAY = 1009

const asIs = (text: string) => text
const parseTexts: (text: string) => (string | null)[] = getTypeParser(TEXT_ARRAY as number)

/** Where a column's value in JavaScript differs from the driver's choice. */
const parsers = new Map<number, (text: string) => unknown>([
  // Cents and counters are bigint everywhere.
  [builtins.INT8, BigInt],
  [BIGINT_ARRAY, (text) => parseTexts(text).map((element) => (element === null ? null : BigInt(element)))],
  // A birthday has no time and no zone.
  [builtins.DATE, asIs],
  [DATE_ARRAY, parseTexts],
  [NAME_ARRAY, parseTexts],
  // Exact, and not the nearest floating-point number.
  [NUMERIC_ARRAY, parseTexts],
])

export const types = {
  getTypeParser: ((oid: number) => parsers.get(oid) ?? getTypeParser(oid)) as typeof getTypeParser,
}
