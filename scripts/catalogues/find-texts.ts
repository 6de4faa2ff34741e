/**
 * Finds the texts of a source file: those that catalogues have (`t`, `msg`, `Trans`), and those that none has. Reads the
 * syntax tree, because a text may span lines.
 */
import { parseAst } from 'rolldown/parseAst'

export type FoundTexts = {
  /** In the order of the file. */
  texts: string[]
  /** Texts that a reader would see in English in every language. */
  untranslated: string[]
  /** Calls that no catalogue can serve. */
  mistakes: string[]
}

type Node = { type: string; start: number; end: number; [key: string]: unknown }

const TEXT_PROPS =
  /^(?:title|label|hint|lead|placeholder|aria-label|aria-description|aria-roledescription|alt|description|legend|text|buttonText|heading|message|action|subtitle|empty|note|caption|summary|name|failureText)$/
/** Calls whose arguments are not shown to people. */
const HIDDEN_CALLS =
  /^(?:Error|TypeError|RangeError|StartError|RegExp|URL|warn|error|log|includes|startsWith|endsWith|split|join|querySelector|closest|matches|getItem|setItem|removeItem|has|get|append|set|replace|replaceAll|addEventListener|removeEventListener|call|callPage|callFile|queryKey|classNames|useForm|register|field|lazy|describe|test|expect|DisplayNames|DateTimeFormat|NumberFormat|toLocaleDateString)$/

const hasWords = (text: string) => /\p{L}{2,}/u.test(text)
/** Names of fields and events: `cannedReplies`, `settings.updated`. */
const isIdentifier = (text: string) => /^[a-z]+(?:[A-Z.][A-Za-z]*)+$/.test(text)
/** A sentence, or a few words that begin like one. */
const looksShown = (text: string) => /^\p{Lu}[\p{L}’'…]*(?:[ ,:].*\p{Ll}.*|\.)$/su.test(text)

export function findTexts(code: string, file: string): FoundTexts {
  const found: FoundTexts = { texts: [], untranslated: [], mistakes: [] }
  const tree = parseAst(code, { lang: file.endsWith('.tsx') ? 'tsx' : 'ts' }) as unknown as Node
  const at = (node: Node) => `${file}:${code.slice(0, node.start).split('\n').length}`
  new Finder(found, at).visit(tree, { inFunction: false, shown: false, hidden: false })
  return found
}

type Place = { inFunction: boolean; shown: boolean; hidden: boolean }

class Finder {
  readonly #found: FoundTexts
  readonly #at: (node: Node) => string

  constructor(found: FoundTexts, at: (node: Node) => string) {
    this.#found = found
    this.#at = at
  }

  visit(node: unknown, place: Place): void {
    if (Array.isArray(node)) for (const child of node) this.visit(child, place)
    if (!isNode(node)) return
    const within = this.#enter(node, place)
    if (within === null) return
    for (const [key, child] of Object.entries(node)) if (key !== 'type') this.visit(child, within)
  }

  /** Null: the node is done, with everything in it. */
  #enter(node: Node, place: Place): Place | null {
    switch (node.type) {
      case 'ImportDeclaration':
      case 'ExportAllDeclaration':
      case 'TSLiteralType':
        return null
      case 'FunctionDeclaration':
      case 'FunctionExpression':
      case 'ArrowFunctionExpression':
        return { ...place, inFunction: true, hidden: false }
      case 'CallExpression':
      case 'NewExpression':
        return this.#enterCall(node, place)
      case 'BinaryExpression':
      case 'SwitchCase':
        this.#report(node, place)
        return node.type === 'SwitchCase' ? this.#only(node, 'consequent', place) : { ...place, hidden: true }
      case 'JSXElement':
        return { ...place, shown: false, hidden: false }
      case 'JSXOpeningElement':
        return this.#enterTag(node, place)
      case 'JSXAttribute':
        return this.#enterAttribute(node, place)
      case 'Property':
        return this.#only(node, 'value', { ...place, shown: TEXT_PROPS.test(nameOf(node.key)), hidden: false })
      default:
        this.#report(node, place)
        return place
    }
  }

  #only(node: Node, key: string, place: Place): null {
    this.visit(node[key], place)
    return null
  }

  #enterCall(node: Node, place: Place): Place | null {
    const callee = nameOf(node.callee)
    const [first, ...others] = node.arguments as Node[]
    if (callee === 't' || callee === 'msg') {
      const texts = literals(first)
      this.#found.texts.push(...texts)
      if (callee === 't' && !place.inFunction)
        this.#found.mistakes.push(`${this.#at(node)}: t() while the module loads`)
      if (callee === 'msg' && texts.length === 0) this.#found.mistakes.push(`${this.#at(node)}: msg() needs a text`)
      this.visit(others, place)
      return null
    }
    return HIDDEN_CALLS.test(callee) ? { ...place, hidden: true } : { ...place, shown: false, hidden: false }
  }

  #enterTag(node: Node, place: Place): Place | null {
    if (nameOf(node.name) !== 'Trans') return place
    for (const attribute of node.attributes as Node[])
      if (nameOf(attribute.name) === 'text') this.#found.texts.push(...literals(attribute.value))
      else this.visit(attribute.value, place)
    return null
  }

  #enterAttribute(node: Node, place: Place): Place {
    const name = nameOf(node.name)
    return { ...place, shown: TEXT_PROPS.test(name), hidden: !TEXT_PROPS.test(name) && isString(node.value) }
  }

  #report(node: Node, { shown, hidden }: Place): void {
    const text = shownText(node)
    if (text === null || hidden || !hasWords(text) || isIdentifier(text)) return
    if (node.type === 'JSXText' || shown || looksShown(text))
      this.#found.untranslated.push(`${this.#at(node)}: ${text.replace(/\s+/g, ' ').trim()}`)
  }
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'
const isString = (value: unknown) => isNode(value) && value.type === 'Literal'

function nameOf(node: unknown): string {
  if (!isNode(node)) return ''
  if (node.type === 'MemberExpression') return nameOf(node.property)
  if (node.type === 'Literal') return String(node.value)
  return typeof node.name === 'string' ? node.name : ''
}

/** The texts of an argument: a literal, or the choices of a condition. */
function literals(node: unknown): string[] {
  if (!isNode(node)) return []
  if (node.type === 'Literal' && typeof node.value === 'string') return [node.value]
  if (node.type === 'JSXExpressionContainer') return literals(node.expression)
  if (node.type === 'ConditionalExpression') return [...literals(node.consequent), ...literals(node.alternate)]
  if (node.type === 'TemplateLiteral' && (node.expressions as Node[]).length === 0)
    return [(node.quasis as { value: { cooked: string } }[])[0]?.value.cooked ?? '']
  return []
}

function shownText(node: Node): string | null {
  if (node.type === 'JSXText') return String(node.value)
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node.type !== 'TemplateLiteral') return null
  return (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('{}')
}
