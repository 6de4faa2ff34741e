import { createHash } from 'node:crypto'
import { AWAKE } from './app/shared/awake.ts'

const PRELOADED_MODULE = /<link rel="modulepreload" href="(?<href>[^"]+)"\/>/g
const MODULE_SCRIPT = /<script type="module" async="">(?<text>[\s\S]*?)<\/script>/

/**
 * A page that can be read without its scripts is painted before any of them is fetched, so that nothing competes with
 * its text for the line and the processor. The framework starts the page in an inline module, whose imports can't wait;
 * that text becomes a file, and what stands in its place fetches it, with everything it needs, once the page is painted.
 */
export function holdScripts(html: string): { html: string; start: { href: string; text: string } } {
  const [script, text] = MODULE_SCRIPT.exec(html) ?? []
  const modules = [...html.matchAll(PRELOADED_MODULE)].map(({ groups }) => groups?.href ?? '')
  if (!script || !text || modules.length === 0)
    throw new Error('a page without scripts: the framework must have changed how it writes them')
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 8)
  const href = `/assets/start-${hash}.js`
  return {
    html: html.replaceAll(PRELOADED_MODULE, '').replace(script, () => `<script>${starter(href, modules)}</script>`),
    start: { href, text },
  }
}

/**
 * Runs in the page as it stands here. When the timer fires, the page has drawn the frame after its load event, and only
 * the compositor has still to show it. A radio button has already marked itself when it was pressed early, so the mark is taken away for the second press to be a change.
 */
const starter = (start: string, modules: string[]) => `(() => {
let pressed
const keep = ({ target }) => { pressed = target.closest('button,[type=radio]') ?? pressed }
addEventListener('click', keep, true)
addEventListener('${AWAKE}', () => {
removeEventListener('click', keep, true)
if (pressed?.type === 'radio') pressed.checked = false
pressed?.click()
}, { once: true })
addEventListener('load', () => requestAnimationFrame(() => setTimeout(() => {
for (const href of ${JSON.stringify(modules)})
document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
import('${start}')
})))
})()`
