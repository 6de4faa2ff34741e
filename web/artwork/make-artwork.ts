/** `npm run artwork`: generates the icons and the social preview image. The results are committed; the build copies them. */
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import sharp from 'sharp'
import {
  type SimpleIcon,
  siAmericanexpress,
  siDiscover,
  siFacebook,
  siInstagram,
  siMastercard,
  siVisa,
  siX,
  siYoutube,
} from 'simple-icons'
import { findBrowser } from '../../scripts/find-browser.mjs'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const publicFile = (name: string) => here(`../public/${name}`)
const EVERGREEN = '#0f6b4f'

const mark = await readFile(publicFile('favicon.svg'))
const renderMark = (size: number) => sharp(mark, { density: (72 * size) / 32 }).resize(size, size)
const pngOptions = { palette: true, compressionLevel: 9, effort: 10 } as const

await renderMark(192).png(pngOptions).toFile(publicFile('icon-192.png'))
await renderMark(512).png(pngOptions).toFile(publicFile('icon-512.png'))
// Phones mask these with their own shape, so the background reaches the edges.
await padded(192, 0.62).toFile(publicFile('icon-maskable-192.png'))
await padded(512, 0.62).toFile(publicFile('icon-maskable-512.png'))
await padded(180, 0.78).toFile(publicFile('apple-touch-icon.png'))
await writeFile(publicFile('favicon.ico'), iconFile(await renderMark(32).png(pngOptions).toBuffer()))
await sharp(await screenshot('./social.html'))
  .png({ ...pngOptions, colours: 128 })
  .toFile(publicFile('social.png'))

const brands = [siAmericanexpress, siDiscover, siFacebook, siInstagram, siMastercard, siVisa, siX, siYoutube]
await writeFile(publicFile('brands.svg'), `${spriteOf(brands)}\n`)

/** One sprite that pages reference: as components, the outlines would add 5 % to a public page's script. */
function spriteOf(icons: SimpleIcon[]): string {
  const symbols = icons.map(({ slug, path }) => `<symbol id="${slug}" viewBox="0 0 24 24"><path d="${path}"/></symbol>`)
  return `<svg xmlns="http://www.w3.org/2000/svg"><title>Brands</title>${symbols.join('')}</svg>`
}

function padded(size: number, share: number) {
  const inner = Math.round((size * share) / 2) * 2
  const artwork = sharp(mark, { density: (72 * inner) / 32 }).resize(inner, inner)
  const background = sharp({ create: { width: size, height: size, channels: 3, background: EVERGREEN } })
  const composed = artwork.toBuffer().then((input) => background.composite([{ input }]).png(pngOptions))
  return { toFile: async (path: string) => (await composed).toFile(path) }
}

/** The ICO format: a directory with one entry that points at a PNG. */
function iconFile(png: Buffer): Buffer {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(1, 4)
  head.writeUInt8(32, 6)
  head.writeUInt8(32, 7)
  head.writeUInt16LE(1, 10)
  head.writeUInt16LE(32, 12)
  head.writeUInt32LE(png.length, 14)
  head.writeUInt32LE(head.length, 18)
  return Buffer.concat([head, png])
}

async function screenshot(page: string): Promise<Buffer> {
  const executablePath = findBrowser() ?? undefined
  const browser = await chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] })
  const tab = await browser.newPage({ viewport: { width: 1200, height: 630 } })
  await tab.goto(new URL(page, import.meta.url).href)
  await tab.evaluate(() => document.fonts.ready)
  const image = await tab.screenshot()
  await browser.close()
  return image
}
