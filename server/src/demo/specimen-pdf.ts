import { escaped, onePagePdf } from './receipt-pdf.ts'

type Holder = { fullName: string; dob: string | null; nationality: string; address: string }

const text = (x: number, y: number, size: number, words: string) =>
  `BT /F1 ${size} Tf ${x} ${y} Td (${escaped(words)}) Tj ET`
const rectangle = (color: string, x: number, y: number, width: number, height: number) =>
  `${color} rg ${x} ${y} ${width} ${height} re f`
const INK = '0.1 0.15 0.2 rg'
/** Across the whole page, so that it can't be taken for a real document. */
const specimen = (x: number, y: number, size: number) =>
  `q 0.75 0.2 0.15 rg 0.87 0.5 -0.5 0.87 ${x} ${y} cm BT /F1 ${size} Tf 0 0 Td (SPECIMEN) Tj ET Q`

/** An identity card of a country that does not exist. */
export const specimenIdentity = ({ fullName, dob, nationality }: Holder): Buffer =>
  onePagePdf(
    [430, 270],
    [
      rectangle('0.93 0.95 0.9', 0, 0, 430, 270),
      rectangle('0.06 0.42 0.31', 0, 222, 430, 48),
      '1 1 1 rg',
      text(20, 239, 18, 'REPUBLIC OF FABLE   IDENTITY CARD'),
      // The portrait: a head and shoulders.
      rectangle('0.8 0.84 0.8', 20, 60, 110, 140),
      rectangle('0.55 0.6 0.58', 54, 125, 42, 50),
      rectangle('0.55 0.6 0.58', 36, 60, 78, 52),
      INK,
      text(150, 180, 9, 'Name'),
      text(150, 164, 15, fullName),
      text(150, 140, 9, 'Date of birth'),
      text(150, 124, 15, dob ?? '-'),
      text(150, 100, 9, 'Nationality'),
      text(150, 84, 15, nationality),
      text(20, 24, 12, `FBL<<${fullName.toUpperCase().replaceAll(' ', '<')}<<<<<<<<<<`),
      specimen(110, 45, 56),
    ].join('\n'),
  )

/** A bill of a company that does not exist. */
export const specimenBill = ({ fullName, address }: Holder, day: string): Buffer =>
  onePagePdf(
    [420, 594],
    [
      rectangle('1 1 1', 0, 0, 420, 594),
      rectangle('0.13 0.3 0.55', 0, 560, 420, 34),
      '1 1 1 rg',
      text(28, 571, 15, 'Fableton Water & Power'),
      INK,
      text(28, 520, 12, fullName),
      text(28, 503, 12, address),
      text(300, 520, 10, day),
      text(28, 450, 16, 'Your bill for water and electricity'),
      text(28, 420, 11, 'Water                     $ 31.20'),
      text(28, 403, 11, 'Electricity               $ 74.85'),
      text(28, 380, 13, 'Total                     $ 106.05'),
      text(28, 340, 10, 'Thank you for paying by the end of the month.'),
      specimen(95, 150, 62),
    ].join('\n'),
  )
