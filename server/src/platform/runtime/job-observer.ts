/** Called after each run of a job. Jobs call it and metrics implement it; neither imports the other. */
export type JobObserver = (job: string, run: { seconds: number; succeeded: boolean; rows: number }) => void
