/** What the page of requests is opened with from a transaction, as the state of the navigation. */
export type SplitState = { split: { amount: number; reference: string } }
