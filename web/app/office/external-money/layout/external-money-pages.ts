import { OFFICE_PAGES } from '../../../shared/office-pages.ts'

const { reconciliation, statements, entries, runs } = OFFICE_PAGES

/** The pages about money at other banks. */
export const EXTERNAL_MONEY = { reconciliation, statements, entries, runs } as const
