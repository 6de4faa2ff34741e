/**
 * Finds the texts of a source file that catalogues have: those of `t`, `msg` and `Trans`. Reads the syntax tree, because a text may
 * span lines. Strings that people would read without a translation don’t compile (contract/src/text.ts), except words that are
 * marked as the same in every language: they are found here.
 */
import { parseAst } from 'rolldown/parseAst'

export type FoundTexts = {
  /** In the order of the file. */
  texts: string[]
  /** Words in `verbatim` that a reader would see in English in every language. */
  untranslated: string[]
  /** Calls that no catalogue can serve. */
  mistakes: string[]
}

type Node = { type: string; start: number; end: number; [key: string]: unknown }

/** What `verbatim` may be written with: names, parts of addresses, placeholders, and the hours of dates that are in English only. */
const SAME_EVERYWHERE = [
  'CSV',
  'IBAN',
  'PDF',
  'WhatsApp',
  '$fablebank',
  '{}/verify',
  '{{money:{}:{}}}',
  '{{currency:{}:{}}}',
  'am',
  'pm',
]

const hasWords = (text: string) => /\p{L}{2,}/u.test(text) && !SAME_EVERYWHERE.includes(text)

export function findTexts(code: string, file: string): FoundTexts {
  const found: FoundTexts = { texts: [], untranslated: [], mistakes: [] }
  const tree = parseAst(code, { lang: file.endsWith('.tsx') ? 'tsx' : 'ts' }) as unknown as Node
  const at = (node: Node) => `${file}:${code.slice(0, node.start).split('\n').length}`
  new Finder(found, at).visit(tree, false)
  return found
}

class Finder {
  readonly #found: FoundTexts
  readonly #at: (node: Node) => string

  constructor(found: FoundTexts, at: (node: Node) => string) {
    this.#found = found
    this.#at = at
  }

  /** Outside of functions, code runs while the module loads. */
  visit(node: unknown, inFunction: boolean): void {
    if (Array.isArray(node)) for (const child of node) this.visit(child, inFunction)
    if (!isNode(node)) return
    if (node.type === 'CallExpression') this.#enterCall(node, inFunction)
    if (node.type === 'JSXOpeningElement' && nameOf(node.name) === 'Trans') this.#enterTrans(node)
    const isFunction = /Function/.test(node.type)
    for (const [key, child] of Object.entries(node)) if (key !== 'type') this.visit(child, inFunction || isFunction)
  }

  #enterCall(node: Node, inFunction: boolean): void {
    const callee = nameOf(node.callee)
    if (callee === 'verbatim') this.#checkVerbatim(node)
    if (callee !== 't' && callee !== 'msg') return
    const texts = literals((node.arguments as Node[])[0])
    this.#found.texts.push(...texts)
    if (callee === 't' && !inFunction) this.#found.mistakes.push(`${this.#at(node)}: t() while the module loads`)
    if (callee === 'msg' && texts.length === 0) this.#found.mistakes.push(`${this.#at(node)}: msg() needs a text`)
  }

  #enterTrans(node: Node): void {
    for (const attribute of node.attributes as Node[])
      if (nameOf(attribute.name) === 'text') this.#found.texts.push(...literals(attribute.value))
  }

  #checkVerbatim(node: Node): void {
    for (const text of writtenIn((node.arguments as Node[])[0]))
      if (hasWords(text)) this.#found.untranslated.push(`${this.#at(node)}: ${text}`)
  }
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

function nameOf(node: unknown): string {
  if (!isNode(node)) return ''
  if (node.type === 'MemberExpression') return nameOf(node.property)
  return typeof node.name === 'string' ? node.name : ''
}

/** The text of an argument or attribute, if it is a literal. */
function literals(node: unknown): string[] {
  if (!isNode(node)) return []
  if (node.type === 'Literal' && typeof node.value === 'string') return [node.value]
  if (node.type === 'JSXExpressionContainer') return literals(node.expression)
  return node.type === 'TemplateLiteral' && (node.expressions as Node[]).length === 0 ? [templateText(node)] : []
}

/** The texts that are written in an expression, in all its cases. */
function writtenIn(node: unknown): string[] {
  if (!isNode(node)) return []
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string' ? [node.value] : []
    case 'TemplateLiteral':
      return [templateText(node), ...(node.expressions as Node[]).flatMap(writtenIn)]
    case 'ConditionalExpression':
      return [...writtenIn(node.consequent), ...writtenIn(node.alternate)]
    case 'LogicalExpression':
    case 'BinaryExpression':
      return [...writtenIn(node.left), ...writtenIn(node.right)]
    default:
      return []
  }
}

const templateText = (node: Node) =>
  (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('{}')
