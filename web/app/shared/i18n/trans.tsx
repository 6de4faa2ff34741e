import { type Text, verbatim } from '#contract/text.ts'
import type { SourceText } from '#contract/text-id.ts'
import type { Content } from '../ui/content.ts'
import { t } from './i18n.ts'

type Part = (children: Content) => Content

type Props<Source extends string> = {
  /** With numbered tags: `Read the <0>terms</0>.` */
  text: SourceText<Source>
  /** What each tag is rendered as. A tag without content, `<0/>`, gets no children. */
  parts?: Part[]
  values?: Record<string, Content>
}

/** A text with links or other elements in it. */
export function Trans<const Source extends string>({ text, parts = [], values = {} }: Props<Source>) {
  const nodes: Content[] = []
  // Inserted text is never searched for tags, a customer’s name may have some. Plurals need the number itself.
  const marks = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'number' ? value : verbatim(`\uE000${nodes.push(value) - 1}\uE001`),
  ])
  return render(t(text, Object.fromEntries(marks)), parts, nodes)
}

const PART = /<(\d)>(.*?)<\/\1>|<(\d)\/>|\uE000(\d+)\uE001/s

function render(text: Text, parts: Part[], nodes: Content[]): Content {
  const found = PART.exec(text)
  if (!found) return text
  const [all, tag, content = '', single, node] = found
  return (
    <>
      {verbatim(text.slice(0, found.index))}
      {node
        ? nodes[Number(node)]
        : parts[Number(tag ?? single)]?.(tag ? render(verbatim(content), parts, nodes) : null)}
      {render(verbatim(text.slice(found.index + all.length)), parts, nodes)}
    </>
  )
}
