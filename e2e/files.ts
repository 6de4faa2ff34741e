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

type PdfPage = { text?: string; size?: [number, number]; more?: string }

/** A PDF with a dark bar and a line of text on each page. `catalog` and `objects` add what the test is about. */
export function pdf(pages: PdfPage[] = [{}], { catalog = '', objects = [] as string[], trailer = '' } = {}): Buffer {
  const first = 4
  const numbers = pages.map((_, at) => first + at * 2)
  const drawn = pages.flatMap(({ text = `Receipt ${Math.random()}`, size = [595, 842], more = '' }, at) => {
    const [width, height] = size
    const drawing = `0 0.3 0.2 rg 0 ${height * 0.8} ${width} ${height * 0.1} re f BT /F1 24 Tf 40 ${height * 0.7} Td (${text}) Tj ET`
    return [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Resources << /Font << /F1 3 0 R >> >> /Contents ${first + at * 2 + 1} 0 R ${more} >>`,
      `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
    ]
  })
  const all = [
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    `<< /Type /Pages /Kids [${numbers.map((number) => `${number} 0 R`).join(' ')}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...drawn,
    ...objects,
  ]
  let body = '%PDF-1.4\n'
  const places = all.map((object, at) => {
    const place = body.length
    body += `${at + 1} 0 obj\n${object}\nendobj\n`
    return `${String(place).padStart(10, '0')} 00000 n \n`
  })
  const xref = `xref\n0 ${all.length + 1}\n0000000000 65535 f \n${places.join('')}`
  const end = `trailer\n<< /Root 1 0 R /Size ${all.length + 1} ${trailer} >>\nstartxref\n${body.length}\n%%EOF\n`
  return Buffer.from(body + xref + end, 'latin1')
}

/** Begins and ends like a PDF, and is none in between. */
export const brokenPdf = (): Buffer => Buffer.from(`%PDF-1.4\n% ${Math.random()}\n%%EOF\n`)

export const pdfReceipt = (buffer = pdf()): TestFile => file('receipt.pdf', 'application/pdf', buffer)

/** A receipt that was never uploaded before, unless the text is repeated. */
export async function imageReceipt(text = `${Date.now()}-${Math.random()}`): Promise<TestFile> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="400"><rect width="600" height="400" fill="#fff"/>
    <text x="30" y="80" font-size="28">Receipt ${text}</text></svg>`
  return file('receipt.png', 'image/png', await sharp(Buffer.from(svg)).png().toBuffer())
}
