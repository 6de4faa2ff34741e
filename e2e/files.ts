import sharp from 'sharp'

export type TestFile = { name: string; mimeType: string; buffer: Buffer }

export const file = (name: string, mimeType: string, buffer: Buffer): TestFile => ({ name, mimeType, buffer })

/** A picture with its own bytes: the bank recognizes a receipt that already backs another deposit. */
export async function picture(width: number, height: number): Promise<Buffer> {
  const shade = () => Math.floor(Math.random() * 255)
  const background = { r: shade(), g: shade(), b: shade() }
  return sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer()
}

export const pdf = (): Buffer => Buffer.from(`%PDF-1.4\n% ${Math.random()}\n%%EOF\n`)

export const pdfReceipt = (): TestFile => file('receipt.pdf', 'application/pdf', pdf())

/** A receipt that was never uploaded before, unless the text is repeated. */
export async function imageReceipt(text = `${Date.now()}-${Math.random()}`): Promise<TestFile> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="400"><rect width="600" height="400" fill="#fff"/>
    <text x="30" y="80" font-size="28">Receipt ${text}</text></svg>`
  return file('receipt.png', 'image/png', await sharp(Buffer.from(svg)).png().toBuffer())
}
