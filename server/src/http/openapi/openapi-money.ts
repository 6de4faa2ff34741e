import { AMOUNT_TEXT, REQUEST_MONEY, RESPONSE_MONEY } from '#contract/fields.ts'
import { bankCurrency, MAX_AMOUNT_CENTS, MIN_AMOUNT_CENTS, sampleAmount, toAmount } from '#contract/money.ts'

type Node = Record<string, unknown>

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null

/**
 * Writes the rules of the bank's currency into the document: schemas are defined before the currency is known. Amounts in
 * responses have no `multipleOf`, because many validators compute it with floating-point numbers.
 */
export function writeMoneyRules(node: unknown): void {
  if (!isNode(node)) return
  const { format } = node
  if (format === REQUEST_MONEY || format === RESPONSE_MONEY) {
    delete node.format
    if (format === REQUEST_MONEY)
      Object.assign(node, {
        minimum: toAmount(MIN_AMOUNT_CENTS),
        maximum: toAmount(MAX_AMOUNT_CENTS),
        multipleOf: toAmount(1n),
      })
    if (Array.isArray(node.examples)) node.examples = node.examples.map(Number).map((amount) => sampleAmount(amount))
  }
  if (format === AMOUNT_TEXT) {
    const { decimals } = bankCurrency()
    const whole = String(MAX_AMOUNT_CENTS).length - decimals
    delete node.format
    node.pattern = `^[0-9]{1,${whole}}${decimals === 0 ? '' : `(?:\\.[0-9]{1,${decimals}})?`}$`
  }
  writeWireType(node)
  for (const child of Object.values(node)) writeMoneyRules(child)
}

/** Numbers in a query are read as text, and documented as what they are. */
function writeWireType(node: Node): void {
  if (!isNode(node.wire)) return
  const { wire } = node
  for (const keyword of ['wire', 'pattern', 'default']) delete node[keyword]
  Object.assign(node, wire)
}

export function describeMoney(): string {
  const { code, decimals } = bankCurrency()
  const count = ['no decimals', 'one decimal', 'at most two decimals', 'at most three decimals'][decimals]
  return `Amounts are in ${code}, with ${count}`
}
