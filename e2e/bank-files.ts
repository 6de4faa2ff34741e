import sharp from 'sharp'

/** A picture that is none other: receipts back one deposit each, and are recognised by their bytes. */
export async function picture(width: number, height: number): Promise<Buffer> {
  const shade = () => Math.floor(Math.random() * 255)
  const background = { r: shade(), g: shade(), b: shade() }
  return sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer()
}

export const pdf = (): Buffer => Buffer.from(`%PDF-1.4\n% ${Math.random()}\n%%EOF\n`)

export const file = (name: string, mimeType: string, buffer: Buffer) => ({ name, mimeType, buffer })
